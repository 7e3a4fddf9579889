"""Java: what each kind of node does."""

from __future__ import annotations

from tree_sitter import Node

from forethought.code.facts import Import, Parameter
from forethought.code.rules.shapes import (
    arguments,
    array_of,
    attribute,
    body,
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
    typed,
    wrap,
)
from forethought.code.walk import Rule, Walk, children, first, nothing


def package(walk: Walk, node: Node) -> int:
    named = first(node)
    walk.package = walk.read(named) if named is not None else ""
    return 0


def import_(walk: Walk, node: Node) -> int:
    """import a.b.C: module "a.b", name "C"; `import static` names a member of a class in the same way."""
    path = first(node)
    if path is None:
        return 0
    whole, line = walk.read(path), node.start_point[0] - walk.row
    if any(child.type == "asterisk" for child in node.named_children):
        walk.scope.imports.append(Import(whole, "*", "", 0, line))
    else:
        module, _, last = whole.rpartition(".")
        walk.scope.imports.append(Import(module, last, last, 0, line))
    return 0


BASES = {"superclass", "super_interfaces", "extends_interfaces"}


def class_(kind: str) -> Rule:
    def rule(walk: Walk, node: Node) -> int:
        called = node.child_by_field_name("name")
        if called is None:
            return children(walk, node)
        bases = [
            walk.visit(base)
            for part in node.named_children
            if part.type in BASES
            for listed in part.named_children
            for base in (listed.named_children if listed.type == "type_list" else [listed])
        ]
        number = definition(walk, node, kind, called, enter_class)
        annotated(walk, node)
        walk.bind(name(walk, called), walk.put(("class", number, *bases), node))
        return 0

    return rule


def annotated(walk: Walk, node: Node) -> None:
    for part in node.named_children:
        if part.type == "modifiers":
            children(walk, part)


def annotation(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    for part in node.named_children:
        if part != called:
            walk.visit(part)
    return walk.put(("call", walk.visit(called)), called) if called is not None else 0


def enter_class(walk: Walk, node: Node) -> int:
    """A record's parameters are its fields."""
    type_parameters(walk, node)
    listed = node.child_by_field_name("parameters")
    for part in listed.named_children if listed is not None else ():
        called, declared = part.child_by_field_name("name"), part.child_by_field_name("type")
        if called is not None and declared is not None:
            definition(walk, part, "field", called, None)
            walk.scope.types.append((name(walk, called), walk.visit(declared)))
    return body(walk, node)


def type_parameters(walk: Walk, node: Node) -> None:
    listed = node.child_by_field_name("type_parameters")
    for part in listed.named_children if listed is not None else ():
        called, *bounds = part.named_children or [part]
        rows = [walk.visit(bound) for clause in bounds for bound in clause.named_children]
        walk.scope.types += [(name(walk, called), row) for row in rows]


def method(kind: str) -> Rule:
    def rule(walk: Walk, node: Node) -> int:
        called = node.child_by_field_name("name")
        if called is None:
            return children(walk, node)
        number = definition(walk, node, kind, called, enter_method)
        annotated(walk, node)
        walk.bind(name(walk, called), walk.put(("def", number), node))
        return 0

    return rule


def enter_method(walk: Walk, node: Node) -> int:
    type_parameters(walk, node)
    parameters(walk, node.child_by_field_name("parameters"))
    result = node.child_by_field_name("type")
    walk.scope.result = walk.visit(result) if result is not None else 0
    return body(walk, node)


def parameters(walk: Walk, node: Node | None) -> None:
    if node is not None and node.type == "identifier":
        walk.scope.parameters.append(Parameter(walk.read(node)))
        return
    for part in node.named_children if node is not None else ():
        if part.type == "identifier":
            walk.scope.parameters.append(Parameter(walk.read(part)))
        elif part.type == "formal_parameter":
            called, declared = part.child_by_field_name("name"), part.child_by_field_name("type")
            if called is not None and declared is not None:
                walk.scope.parameters.append(Parameter(walk.read(called), "", walk.visit(declared)))
        elif part.type == "spread_parameter":
            declared, called = part.named_children[-2:]
            called = called.child_by_field_name("name") or called
            walk.scope.parameters.append(Parameter(walk.read(called), "*", walk.visit(declared)))


def lambda_(walk: Walk, node: Node) -> int:
    return walk.put(("def", walk.lambda_(node, enter_lambda)), node)


def enter_lambda(walk: Walk, node: Node) -> int:
    parameters(walk, node.child_by_field_name("parameters"))
    inside = node.child_by_field_name("body")
    if inside is None or inside.type == "block":
        return children(walk, inside) if inside is not None else 0
    walk.scope.returns.append(walk.visit(inside))
    return 0


def variables(walk: Walk, node: Node) -> int:
    """Fields, constants and local variables: one type, several names."""
    declared = node.child_by_field_name("type")
    row = walk.visit(declared) if declared is not None else 0
    kind = "" if node.type == "local_variable_declaration" else "field"
    words = walk.one_line(node.start_byte, declared.start_byte if declared else 0).split()
    if node.type == "constant_declaration" or (kind and {"static", "final"} <= set(words)):
        kind = "constant"
    annotated(walk, node)
    for part in node.children_by_field_name("declarator"):
        called, value = part.child_by_field_name("name"), part.child_by_field_name("value")
        if called is None:
            continue
        if kind:
            _, child = walk.define(part, kind, called, None)
            if child is not None:
                kept = f"{walk.read(declared)} " if declared is not None else ""
                child.signature = kept + walk.read(called)
        if row:
            walk.scope.types.append((name(walk, called), row))
        if value is not None:
            walk.bind(name(walk, called), walk.visit(value))
    return 0


def enum_constant(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    if called is not None:
        definition(walk, node, "constant", called, body)
        arguments(walk, node.child_by_field_name("arguments"))
    return 0


def invocation(walk: Walk, node: Node) -> int:
    target, called = node.child_by_field_name("object"), node.child_by_field_name("name")
    if called is None:
        return children(walk, node)
    if target is not None:
        callee = walk.put(("attr", walk.visit(target), walk.read(called)), called)
    else:
        callee = name(walk, called)
    return walk.put(("call", callee, *arguments(walk, node.child_by_field_name("arguments"))), called)


def constructor_call(walk: Walk, node: Node) -> int:
    """this(…) and super(…)."""
    called = node.child_by_field_name("constructor")
    if called is None:
        return children(walk, node)
    callee = name(walk, called)
    return walk.put(("call", callee, *arguments(walk, node.child_by_field_name("arguments"))), called)


def creation(walk: Walk, node: Node) -> int:
    """new T(…), or an unnamed class that extends T."""
    made = node.child_by_field_name("type")
    row = walk.visit(made) if made is not None else 0
    given = arguments(walk, node.child_by_field_name("arguments"))
    inside = next((part for part in node.named_children if part.type == "class_body"), None)
    if inside is not None:
        number = walk.lambda_(inside, children)
        walk.put(("class", number, row), inside)
    return walk.put(("new", row, *given), made or node)


def reference(walk: Walk, node: Node) -> int:
    """Type::method; Type::new is the type itself."""
    base, *rest = node.named_children or [node]
    if base == node:
        return 0
    row = walk.visit(base)
    return walk.put(("attr", row, walk.read(rest[-1])), rest[-1]) if rest else row


def declared_here(op: str) -> Rule:
    """for (T x : e), try (T x = e), catch (T x), e instanceof T x."""

    def rule(walk: Walk, node: Node) -> int:
        called = node.child_by_field_name("name")
        types = [part for part in node.named_children if part.type == "catch_type"]
        declared = node.child_by_field_name("type") or node.child_by_field_name("right") or next(iter(types), None)
        value = node.child_by_field_name("value") or node.child_by_field_name("left")
        row = walk.visit(declared) if declared is not None else 0
        over = walk.visit(value) if value is not None else 0
        if called is not None:
            if row:
                walk.scope.types.append((name(walk, called), row))
            if op and over:
                walk.bind(name(walk, called), walk.put((op, over), called) if op == "each" else over)
        return body(walk, node)

    return rule


def type_pattern(walk: Walk, node: Node) -> int:
    if node.named_child_count == 2:
        declared, called = node.named_children
        walk.scope.types.append((name(walk, called), walk.visit(declared)))
    return 0


def scoped_type(walk: Walk, node: Node) -> int:
    base, *rest = node.named_children or [node]
    row = walk.visit(base) if rest else 0
    for part in rest:
        row = walk.put(("attr", row, walk.read(part)), part)
    return row


def assignment(walk: Walk, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return children(walk, node)
    value = walk.visit(right)
    walk.bind(walk.visit(left), value)
    return value


RULES: dict[str, Rule] = {
    "package_declaration": package,
    "import_declaration": import_,
    "class_declaration": class_("class"),
    "record_declaration": class_("class"),
    "interface_declaration": class_("interface"),
    "annotation_type_declaration": class_("interface"),
    "enum_declaration": class_("enum"),
    "enum_constant": enum_constant,
    "method_declaration": method("method"),
    "annotation_type_element_declaration": method("method"),
    "constructor_declaration": method("constructor"),
    "compact_constructor_declaration": method("constructor"),
    "lambda_expression": lambda_,
    "field_declaration": variables,
    "constant_declaration": variables,
    "local_variable_declaration": variables,
    "enhanced_for_statement": declared_here("each"),
    "resource": declared_here("as"),
    "catch_formal_parameter": declared_here(""),
    "instanceof_expression": declared_here(""),
    "type_pattern": type_pattern,
    "annotation": annotation,
    "marker_annotation": annotation,
    "return_statement": returns,
    "throw_statement": wrap("raise"),
    "method_invocation": invocation,
    "explicit_constructor_invocation": constructor_call,
    "object_creation_expression": creation,
    "method_reference": reference,
    "field_access": attribute("object", "field"),
    "scoped_identifier": attribute("scope", "name"),
    "scoped_type_identifier": scoped_type,
    "array_access": index,
    "array_initializer": sequence("list"),
    "cast_expression": typed("type"),
    "assignment_expression": assignment,
    "ternary_expression": one_of("consequence", "alternative"),
    "binary_expression": operator,
    "parenthesized_expression": through,
    "catch_type": one_of(),
    "array_type": array_of,
    "generic_type": generic,
    "annotated_type": through,
    "wildcard": through,
    "this": this,
    "super": name,
    "identifier": name,
    "type_identifier": name,
    "string_literal": string,
    "decimal_integer_literal": integer,
    "dimensions": nothing,
    "line_comment": nothing,
    "block_comment": nothing,
}
