"""Go: what each kind of node does."""

from __future__ import annotations

from tree_sitter import Node

from forethought.code.facts import Import, Parameter
from forethought.code.rules.shapes import (
    array_of,
    attribute,
    body,
    call,
    definition,
    doc_above,
    generic,
    index,
    integer,
    name,
    operator,
    returns,
    sequence,
    string,
    subscripted,
    through,
    through_field,
    typed,
)
from forethought.code.walk import Rule, Walk, children, first, nothing


def package(walk: Walk, node: Node) -> int:
    named = first(node)
    walk.package = walk.read(named) if named is not None else ""
    return 0


def import_(walk: Walk, node: Node) -> int:
    path, alias = node.child_by_field_name("path"), node.child_by_field_name("name")
    if path is None:
        return 0
    module = walk.read(path).strip('"`')
    local = walk.read(alias) if alias is not None else module.rpartition("/")[2]
    line = node.start_point[0] - walk.row
    star = alias is not None and local == "."
    walk.scope.imports.append(Import(module, "*" if star else "", "" if star else local, 0, line))
    return 0


def function(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    if called is None:
        return children(walk, node)
    number = definition(walk, node, "function", called, enter_function)
    walk.bind(name(walk, called), walk.put(("def", number), node))
    return 0


def method(walk: Walk, node: Node) -> int:
    called, receiver = node.child_by_field_name("name"), node.child_by_field_name("receiver")
    if called is None:
        return children(walk, node)
    definition(walk, node, "method", called, enter_function, owner(walk, receiver))
    return 0


def owner(walk: Walk, receiver: Node | None) -> str:
    """The type of `(s *Type[T])`."""
    node = first(receiver)
    node = node.child_by_field_name("type") if node is not None else None
    while node is not None and node.type != "type_identifier":
        node = first(node)
    return walk.read(node) if node is not None else ""


def type_(walk: Walk, node: Node) -> int:
    called, value = node.child_by_field_name("name"), node.child_by_field_name("type")
    if called is None or value is None:
        return children(walk, node)
    kind = {"struct_type": "struct", "interface_type": "interface"}.get(value.type, "type")
    above = node.parent if node.parent is not None and node.parent.named_child_count == 1 else node
    number, child = walk.define(node, kind, called, enter_type, "", doc_above(walk, above))
    if child is not None:
        whole = walk.one_line(node.start_byte, node.end_byte)
        child.signature = f"type {walk.read(called)} {kind}" if kind != "type" else f"type {whole}"
    bases = [walk.visit(base) for base in embedded(value)]
    walk.bind(name(walk, called), walk.put(("class", number, *bases), node))
    return 0


def embedded(value: Node) -> list[Node]:
    """The types that a struct or an interface takes in whole."""
    if value.type == "interface_type":
        return [e for part in value.named_children if part.type == "type_elem" for e in part.named_children]
    fields = first(value)
    declared = fields.named_children if fields is not None and value.type == "struct_type" else []
    found = [part.child_by_field_name("type") for part in declared if part.child_by_field_name("name") is None]
    return [part for part in found if part is not None]


def enter_type(walk: Walk, node: Node) -> int:
    """The fields of a struct, the methods of an interface; for the others the type they stand for."""
    type_parameters(walk, node)
    value = node.child_by_field_name("type")
    if value is None:
        return 0
    if value.type in ("struct_type", "interface_type"):
        return children(walk, value)
    walk.scope.result = walk.visit(value)
    return 0


def field(walk: Walk, node: Node) -> int:
    """A field with its type; an embedded one goes by the name of its type."""
    declared = node.child_by_field_name("type")
    if declared is None:
        return 0
    row = walk.visit(declared)
    last = declared.child_by_field_name("name") or declared
    for called in node.children_by_field_name("name") or [last]:
        definition(walk, node, "field", called, None)
        walk.scope.types.append((name(walk, called), row))
    return 0


def interface_method(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    if called is not None:
        definition(walk, node, "method", called, enter_function)
    return 0


def enter_function(walk: Walk, node: Node) -> int:
    type_parameters(walk, node)
    receiver = node.child_by_field_name("receiver")
    if receiver is not None:
        parameters(walk, receiver, "self")
    parameters(walk, node.child_by_field_name("parameters"))
    result = node.child_by_field_name("result")
    if result is not None:
        walk.scope.result = results(walk, result) if result.type == "parameter_list" else walk.visit(result)
    return body(walk, node)


def type_parameters(walk: Walk, node: Node) -> None:
    listed = node.child_by_field_name("type_parameters")
    for part in listed.named_children if listed is not None else ():
        declared = part.child_by_field_name("type")
        row = walk.visit(declared) if declared is not None else 0
        walk.scope.types += [(name(walk, called), row) for called in part.children_by_field_name("name")]


def parameters(walk: Walk, node: Node | None, kind: str = "") -> None:
    for part in node.named_children if node is not None else ():
        declared = part.child_by_field_name("type")
        if declared is None:
            continue
        row = walk.visit(declared)
        rest = "*" if part.type == "variadic_parameter_declaration" else kind
        names = [walk.read(called) for called in part.children_by_field_name("name")] or ["_"]
        walk.scope.parameters += [Parameter(called, rest, row) for called in names]


def results(walk: Walk, node: Node) -> int:
    """(a, b *T, err error): named results are variables too."""
    rows = []
    for part in node.named_children:
        declared = part.child_by_field_name("type")
        if declared is None:
            continue
        row = walk.visit(declared)
        names = part.children_by_field_name("name")
        walk.scope.types += [(name(walk, called), row) for called in names]
        rows += [row] * max(1, len(names))
    return rows[0] if len(rows) == 1 else walk.put(("tuple", *rows), node)


def literal_function(walk: Walk, node: Node) -> int:
    return walk.put(("def", walk.lambda_(node, enter_function)), node)


def function_type(walk: Walk, node: Node) -> int:
    return walk.put(("def", walk.lambda_(node, enter_function, "signature")), node)


def assignment(walk: Walk, node: Node) -> int:
    """a, b = f(), g() goes in pairs; a, b = f() takes one result apart."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return children(walk, node)
    values = [walk.visit(c) for c in (right.named_children if right.type == "expression_list" else [right])]
    if node.type == "range_clause":
        values = [0, walk.put(("each", values[0]), right)]
    bind_all(walk, left.named_children, values, node)
    return 0


def bind_all(walk: Walk, targets: list[Node], values: list[int], node: Node) -> None:
    if len(values) == 1 and len(targets) > 1:
        parts = [walk.put(("const", i), node) for i in range(len(targets))]
        values = [walk.put(("index", values[0], part), node) for part in parts]
    for target, value in zip(targets, values, strict=False):
        walk.bind(walk.visit(target), value)


def several(walk: Walk, node: Node) -> int:
    return through(walk, node) if node.named_child_count == 1 else sequence("tuple")(walk, node)


def variable(kind: str) -> Rule:
    def rule(walk: Walk, node: Node) -> int:
        names, declared = node.children_by_field_name("name"), node.child_by_field_name("type")
        row = walk.visit(declared) if declared is not None else 0
        for called in names if walk.scope.kind == "module" else ():
            _, child = walk.define(node, kind, called, None)
            if child is not None:
                child.signature = walk.one_line(called.start_byte, (declared or called).end_byte)
        if row:
            walk.scope.types += [(name(walk, called), row) for called in names]
        value = node.child_by_field_name("value")
        if value is not None:
            bind_all(walk, names, [walk.visit(c) for c in value.named_children], node)
        return 0

    return rule


def type_switch(walk: Walk, node: Node) -> int:
    """switch t := x.(type): in its cases t is one of their types."""
    alias = first(node.child_by_field_name("alias"))
    target = name(walk, alias) if alias is not None else 0
    for case in node.named_children:
        if case.type != "type_case":
            walk.visit(case)
            continue
        declared = case.children_by_field_name("type")
        for child in case.named_children:
            row = walk.visit(child)
            if child in declared and target:
                walk.bind(target, walk.put(("typed", row), child))
    return 0


def composite(walk: Walk, node: Node) -> int:
    """T{a, Key: b}: an instance, with its fields as keywords."""
    type_node, value = node.child_by_field_name("type"), node.child_by_field_name("body")
    given: list[str | int] = []
    keyed: list[str | int] = []
    row = walk.visit(type_node) if type_node is not None else 0
    for element in value.named_children if value is not None else ():
        if element.type == "keyed_element":
            key, content = first(element.child_by_field_name("key")), element.child_by_field_name("value")
            plain = key is not None and key.type == "identifier"
            if key is not None and not plain:
                walk.visit(key)
            row_of = through(walk, content) if content is not None else 0
            if key is not None and plain:
                keyed += walk.read(key), row_of
            else:
                given.append(row_of)
        elif not element.is_extra:
            given.append(through(walk, element))
    return walk.put(("new", row, *given, *keyed), node)


def map_type(walk: Walk, node: Node) -> int:
    return subscripted(walk, node, walk.put(("name", "map"), node), [walk.visit(c) for c in node.named_children])


RULES: dict[str, Rule] = {
    "package_clause": package,
    "import_spec": import_,
    "function_declaration": function,
    "method_declaration": method,
    "type_spec": type_,
    "type_alias": type_,
    "field_declaration": field,
    "method_elem": interface_method,
    "func_literal": literal_function,
    "function_type": function_type,
    "short_var_declaration": assignment,
    "assignment_statement": assignment,
    "range_clause": assignment,
    "receive_statement": assignment,
    "var_spec": variable("variable"),
    "const_spec": variable("constant"),
    "type_switch_statement": type_switch,
    "return_statement": returns,
    "call_expression": call("function", "arguments"),
    "selector_expression": attribute("operand", "field"),
    "qualified_type": attribute("package", "name"),
    "index_expression": index,
    "slice_expression": through_field("operand"),
    "type_assertion_expression": typed("type"),
    "type_conversion_expression": typed("type"),
    "composite_literal": composite,
    "literal_value": sequence("list"),
    "expression_list": several,
    "binary_expression": operator,
    "unary_expression": through,
    "parenthesized_expression": through,
    "parenthesized_type": through,
    "pointer_type": through,
    "channel_type": through,
    "literal_element": through,
    "slice_type": array_of,
    "array_type": array_of,
    "map_type": map_type,
    "generic_type": generic,
    "identifier": name,
    "type_identifier": name,
    "package_identifier": name,
    "field_identifier": name,
    "interpreted_string_literal": string,
    "raw_string_literal": string,
    "int_literal": integer,
    "comment": nothing,
}
