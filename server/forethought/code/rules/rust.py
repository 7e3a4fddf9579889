"""Rust: what each kind of node does. Patterns, `use` and the insides of macros are in rust_parts."""

from __future__ import annotations

from tree_sitter import Node

from forethought.code.facts import Parameter
from forethought.code.rules.rust_parts import PARTS, assign
from forethought.code.rules.shapes import (
    array_of,
    attribute,
    body,
    call,
    definition,
    generic,
    index,
    integer,
    name,
    one_of,
    operator,
    returns,
    sequence,
    string,
    this,
    through,
    through_field,
    typed,
    wrap,
)
from forethought.code.walk import Rule, Walk, children, first, nothing


def item(kind: str, op: str, enter: Rule | None) -> Rule:
    """A definition that binds its name."""

    def rule(walk: Walk, node: Node) -> int:
        called = node.child_by_field_name("name")
        if called is None:
            return children(walk, node)
        number = definition(walk, node, kind, called, enter)
        bases = node.child_by_field_name("bounds")
        rows = [walk.visit(base) for base in bases.named_children] if bases is not None else []
        walk.bind(name(walk, called), walk.put((op, number, *rows), node))
        return 0

    return rule


def function(walk: Walk, node: Node) -> int:
    kind = "method" if walk.scope.kind in ("impl", "trait") else "function"
    return item(kind, "def", enter_function)(walk, node)


def impl(walk: Walk, node: Node) -> int:
    """impl Trait for Type: a class of the type's name, with the trait as its base."""
    subject, trait = node.child_by_field_name("type"), node.child_by_field_name("trait")
    if subject is None:
        return children(walk, node)
    called = subject
    while called.type not in ("type_identifier", "primitive_type") and called.named_child_count:
        called = called.child_by_field_name("name") or called.child_by_field_name("type") or called.named_children[-1]
    number = definition(walk, node, "impl", called, enter_impl)
    bases = [walk.visit(trait)] if trait is not None else []
    walk.put(("class", number, *bases, "for", walk.visit(subject)), node)
    return 0


def enter_impl(walk: Walk, node: Node) -> int:
    type_parameters(walk, node)
    return body(walk, node)


def enter_function(walk: Walk, node: Node) -> int:
    type_parameters(walk, node)
    listed = node.child_by_field_name("parameters")
    for part in listed.named_children if listed is not None else ():
        if part.type == "self_parameter":
            walk.scope.parameters.append(Parameter("self", "self"))
        elif part.type == "parameter":
            parameter(walk, part)
    result, inside = node.child_by_field_name("return_type"), node.child_by_field_name("body")
    if result is not None:
        walk.scope.result = walk.visit(result)
    if inside is not None:
        walk.scope.returns.append(walk.visit(inside))
    return 0


def parameter(walk: Walk, node: Node) -> None:
    pattern, declared = node.child_by_field_name("pattern"), node.child_by_field_name("type")
    row = walk.visit(declared) if declared is not None else 0
    if pattern is None:
        return
    plain = pattern.type == "identifier"
    called = walk.read(pattern) if plain else f"<{len(walk.scope.parameters)}>"
    walk.scope.parameters.append(Parameter(called, "", row))
    if not plain:
        assign(walk, pattern, walk.put(("name", called), pattern))


def type_parameters(walk: Walk, node: Node) -> None:
    """<T: Trait> and `where T: Trait`: inside, T is known by its traits."""
    listed = node.child_by_field_name("type_parameters")
    clauses = [part for part in node.named_children if part.type == "where_clause"]
    for part in [*(listed.named_children if listed else ()), *(p for c in clauses for p in c.named_children)]:
        called = part.child_by_field_name("name") or part.child_by_field_name("left")
        bounds = part.child_by_field_name("bounds")
        if called is not None and called.type == "type_identifier" and bounds is not None:
            walk.scope.types += [(name(walk, called), walk.visit(bound)) for bound in bounds.named_children]


def closure(walk: Walk, node: Node) -> int:
    return walk.put(("def", walk.lambda_(node, enter_closure)), node)


def enter_closure(walk: Walk, node: Node) -> int:
    listed = node.child_by_field_name("parameters")
    for part in listed.named_children if listed is not None else ():
        if part.type == "parameter":
            parameter(walk, part)
        elif part.type == "identifier":
            walk.scope.parameters.append(Parameter(walk.read(part)))
        else:
            called = f"<{len(walk.scope.parameters)}>"
            walk.scope.parameters.append(Parameter(called))
            assign(walk, part, walk.put(("name", called), part))
    inside = node.child_by_field_name("body")
    if inside is not None:
        walk.scope.returns.append(walk.visit(inside))
    return 0


def enter_fields(walk: Walk, node: Node) -> int:
    type_parameters(walk, node)
    inside = node.child_by_field_name("body")
    if inside is not None and inside.type == "ordered_field_declaration_list":
        for place, declared in enumerate(inside.children_by_field_name("type")):
            walk.scope.types.append((walk.put(("name", str(place)), declared), walk.visit(declared)))
        return 0
    return children(walk, inside) if inside is not None else 0


def field(walk: Walk, node: Node) -> int:
    called, declared = node.child_by_field_name("name"), node.child_by_field_name("type")
    if called is not None and declared is not None:
        definition(walk, node, "field", called, None)
        walk.scope.types.append((name(walk, called), walk.visit(declared)))
    return 0


def enter_alias(walk: Walk, node: Node) -> int:
    declared = node.child_by_field_name("type")
    walk.scope.result = walk.visit(declared) if declared is not None else 0
    return 0


def variable(kind: str) -> Rule:
    """`const` and `static`."""

    def rule(walk: Walk, node: Node) -> int:
        called = node.child_by_field_name("name")
        declared, value = node.child_by_field_name("type"), node.child_by_field_name("value")
        if called is None:
            return children(walk, node)
        if walk.scope.kind not in ("function", "method", "lambda"):
            _, child = walk.define(node, kind, called, None)
            if child is not None:
                child.signature = walk.one_line(node.start_byte, (declared or called).end_byte)
        if declared is not None:
            walk.scope.types.append((name(walk, called), walk.visit(declared)))
        if value is not None:
            walk.bind(name(walk, called), walk.visit(value))
        return 0

    return rule


def block(walk: Walk, node: Node) -> int:
    """The value of a block is that of its last expression, if no semicolon follows."""
    value = 0
    for child in node.named_children:
        value = walk.visit(child)
        if child.type in ("expression_statement", "let_declaration", "empty_statement"):
            value = value if child.type == "expression_statement" and last_of(child, node) else 0
    return value


def last_of(child: Node, node: Node) -> bool:
    """`if … {}` at the end of a block is an expression, although it stands as a statement."""
    return child == node.named_children[-1] and child.children[-1].type != ";"


def match(walk: Walk, node: Node) -> int:
    subject, arms = node.child_by_field_name("value"), node.child_by_field_name("body")
    over = walk.visit(subject) if subject is not None else 0
    rows = []
    for arm in arms.named_children if arms is not None else ():
        pattern, value = first(arm.child_by_field_name("pattern")), arm.child_by_field_name("value")
        guard = arm.child_by_field_name("pattern")
        condition = guard.child_by_field_name("condition") if guard is not None else None
        if pattern is not None:
            assign(walk, pattern, over)
        if condition is not None:
            walk.visit(condition)
        row = walk.visit(value) if value is not None else 0
        if row and row not in rows:
            rows.append(row)
    return walk.put(("any", *rows), node) if len(rows) > 1 else rows[0] if rows else 0


def struct_literal(walk: Walk, node: Node) -> int:
    """S { a: x, b, ..rest }: an instance, with its fields as keywords."""
    called, inside = node.child_by_field_name("name"), node.child_by_field_name("body")
    given: list[str | int] = []
    for part in inside.named_children if inside is not None else ():
        key, value = part.child_by_field_name("field"), part.child_by_field_name("value")
        if key is not None and value is not None:
            given += walk.read(key), walk.visit(value)
        elif part.type == "shorthand_field_initializer":
            given += walk.read(part), through(walk, part)
        else:
            through(walk, part)
    return walk.put(("new", walk.visit(called) if called is not None else 0, *given), called or node)


def submodule(walk: Walk, node: Node) -> int:
    """`mod a;` is in a file of its own; `mod a { … }` is a namespace here."""
    from forethought.code.facts import Import

    called = node.child_by_field_name("name")
    if called is None:
        return children(walk, node)
    if node.child_by_field_name("body") is not None:
        return item("namespace", "class", body)(walk, node)
    definition(walk, node, "namespace", called, None)
    text, line = walk.read(called), node.start_point[0] - walk.row
    public = first(node) is not None and node.named_children[0].type == "visibility_modifier"
    walk.scope.imports.append(Import(text, "", text, 1, line, public))
    return 0


RULES: dict[str, Rule] = {
    **PARTS,
    "function_item": function,
    "function_signature_item": function,
    "impl_item": impl,
    "struct_item": item("struct", "class", enter_fields),
    "union_item": item("struct", "class", enter_fields),
    "enum_item": item("enum", "class", enter_fields),
    "enum_variant": item("constant", "class", enter_fields),
    "trait_item": item("trait", "class", enter_impl),
    "type_item": item("type", "class", enter_alias),
    "associated_type": item("type", "class", enter_alias),
    "macro_definition": item("macro", "def", nothing),
    "mod_item": submodule,
    "field_declaration": field,
    "const_item": variable("constant"),
    "static_item": variable("variable"),
    "closure_expression": closure,
    "block": block,
    "unsafe_block": through,
    "async_block": through,
    "expression_statement": through,
    "if_expression": one_of("consequence", "alternative"),
    "else_clause": through,
    "match_expression": match,
    "return_expression": returns,
    "call_expression": call("function", "arguments"),
    "generic_function": through_field("function"),
    "field_expression": attribute("value", "field"),
    "scoped_identifier": attribute("path", "name"),
    "scoped_type_identifier": attribute("path", "name"),
    "struct_expression": struct_literal,
    "index_expression": index,
    "array_expression": sequence("list"),
    "tuple_expression": sequence("tuple"),
    "type_cast_expression": typed("type"),
    "binary_expression": operator,
    "parenthesized_expression": through,
    "reference_expression": through,
    "unary_expression": through,
    "try_expression": wrap("each"),
    "await_expression": through,
    "reference_type": through_field("type"),
    "pointer_type": through_field("type"),
    "dynamic_type": through,
    "abstract_type": through,
    "bracketed_type": through,
    "qualified_type": through_field("type"),
    "bounded_type": one_of(),
    "array_type": array_of,
    "tuple_type": sequence("tuple"),
    "generic_type": generic,
    "generic_type_with_turbofish": generic,
    "type_binding": through_field("type"),
    "self": this,
    "identifier": name,
    "type_identifier": name,
    "field_identifier": name,
    "shorthand_field_identifier": name,
    "crate": name,
    "super": name,
    "string_literal": string,
    "integer_literal": integer,
    "lifetime": nothing,
    "attribute_item": nothing,
    "inner_attribute_item": nothing,
    "line_comment": nothing,
    "block_comment": nothing,
    "visibility_modifier": nothing,
}
