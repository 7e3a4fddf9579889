"""TypeScript and JavaScript, with JSX: definitions and statements. Types and modules are in their own files."""

from __future__ import annotations

from tree_sitter import Node

from forethought.code.facts import Parameter
from forethought.code.rules.shapes import (
    attribute,
    body,
    call,
    definition,
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
    wrap,
    yields,
)
from forethought.code.rules.typescript_modules import MODULES, required
from forethought.code.rules.typescript_types import TYPES, enter_signature, type_parameters
from forethought.code.walk import Rule, Walk, children, first, nothing

FUNCTIONS = {"arrow_function", "function_expression", "generator_function"}


def function(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    if called is None:
        return anonymous(walk, node)  # export default function () {}
    number = definition(walk, node, "function", called, enter_function, top=exported(node))
    walk.bind(name(walk, called), walk.put(("def", number), node))
    return 0


def anonymous(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    if called is not None:  # an expression: its name is for itself alone
        return walk.put(("def", definition(walk, node, "lambda", called, enter_function)), node)
    return walk.put(("def", walk.lambda_(node, enter_function)), node)


def exported(node: Node) -> Node:
    """What a comment stands before: the whole `export …`, if there is one."""
    above = node.parent
    if above is not None and above.type in ("lexical_declaration", "variable_declaration"):
        node, above = above, above.parent
    return above if above is not None and above.type == "export_statement" else node


def class_(walk: Walk, node: Node, called: Node | None = None) -> int:
    called = node.child_by_field_name("name") or called
    bases = [
        walk.visit(base) for part in node.named_children if part.type == "class_heritage" for base in heritage(part)
    ]
    number = definition(walk, node, "class", called or "default", enter_class, top=exported(node))
    value = walk.put(("class", number, *bases), node)
    if called is not None:
        walk.bind(name(walk, called), value)
    return value


def heritage(node: Node) -> list[Node]:
    """The bases in `extends A implements B, C`; JavaScript's grammar has no clauses."""
    clauses = [part for part in node.named_children if part.type.endswith("_clause")] or [node]
    return [base for clause in clauses for base in clause.named_children if base.type != "type_arguments"]


def enter_class(walk: Walk, node: Node) -> int:
    type_parameters(walk, node)
    return body(walk, node)


def method(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    if called is None:
        return children(walk, node)
    words = {child.type for child in node.children if not child.is_named}
    kind = "getter" if "get" in words else "setter" if "set" in words else "method"
    if walk.text[called.start_byte : called.end_byte] == "constructor":
        kind = "constructor"
    number = definition(walk, node, kind, called, enter_function)
    return walk.put(("def", number), node)


def class_method(walk: Walk, node: Node) -> int:
    value, called = method(walk, node), node.child_by_field_name("name")
    if walk.scope.kind == "class" and called is not None:
        walk.bind(walk.put(("name", walk.read(called)), called), value)
    return value


def field(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name") or node.child_by_field_name("property")
    if called is None:
        return children(walk, node)
    target = walk.put(("name", walk.read(called)), called)
    declare(walk, node, called, node.child_by_field_name("value"), target, "method", "field")
    for decorator in node.children_by_field_name("decorator"):
        through(walk, decorator)
    return 0


def declare(
    walk: Walk, node: Node, called: Node, value: Node | None, target: int, kind: str, otherwise: str | None
) -> None:
    """A name with its type and its value; a function as its value makes it a function of that name."""
    declared = node.child_by_field_name("type")
    if declared is not None:
        walk.scope.types.append((target, walk.visit(declared)))
    if value is not None and value.type in FUNCTIONS:
        number = definition(walk, node, kind, called, enter_value, top=exported(node))
        walk.bind(target, walk.put(("def", number), node))
        return
    if value is not None and value.type == "class":
        walk.bind(target, class_(walk, value, called))
        return
    if otherwise is not None:
        _, child = walk.define(node, otherwise, called, None)
        if child is not None:
            end = declared.end_byte if declared is not None else called.end_byte
            child.signature = walk.one_line(node.start_byte, end)
    if value is not None:
        walk.bind(target, walk.visit(value))


def enter_value(walk: Walk, node: Node) -> int:
    value = node.child_by_field_name("value") or node.child_by_field_name("right")
    return enter_function(walk, value) if value is not None else 0


def enter_function(walk: Walk, node: Node) -> int:
    type_parameters(walk, node)
    single = node.child_by_field_name("parameter")
    if single is not None:
        walk.scope.parameters.append(Parameter(walk.read(single)))
    listed = node.child_by_field_name("parameters")
    for part in listed.named_children if listed is not None else ():
        if not part.is_extra:
            parameter(walk, part)
    result, inside = node.child_by_field_name("return_type"), node.child_by_field_name("body")
    if result is not None:
        walk.scope.result = walk.visit(result)
    if inside is None:
        return 0
    if inside.type == "statement_block":
        return children(walk, inside)
    walk.scope.returns.append(walk.visit(inside))
    return 0


def parameter(walk: Walk, node: Node) -> None:
    pattern = node.child_by_field_name("pattern") or node.child_by_field_name("left") or node
    declared = node.child_by_field_name("type")
    default = node.child_by_field_name("value") or node.child_by_field_name("right")
    row = walk.visit(declared) if declared is not None else 0
    if pattern.type == "this":
        return
    rest = "*" if pattern.type == "rest_pattern" else ""
    pattern = (first(pattern) if rest else pattern) or pattern
    plain = pattern.type == "identifier"
    called = walk.read(pattern) if plain else f"<{len(walk.scope.parameters)}>"
    walk.scope.parameters.append(Parameter(called, rest, row))
    target = walk.put(("name", called), pattern)
    if default is not None:
        walk.bind(target, walk.visit(default))
    if not plain:
        assign(walk, pattern, target)
    elif any(c.type in ("accessibility_modifier", "override_modifier", "readonly") for c in node.children):
        member = walk.put(("attr", walk.put(("this",), pattern), called), pattern)
        walk.bind(member, target)
        walk.scope.types.append((member, row))


def variable(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    if called is None:
        return children(walk, node)
    value = node.child_by_field_name("value")
    imported = value is not None and required(walk, called, value)
    value = None if imported else value
    if called.type != "identifier":
        if not imported:
            assign(walk, called, walk.visit(value) if value is not None else 0)
        return 0
    constant = node.parent is not None and node.parent.children[0].type == "const"
    kind = ("constant" if constant else "variable") if walk.scope.kind in ("module", "namespace") else None
    declare(walk, node, called, value, name(walk, called), "function", kind)
    return 0


def assignment(walk: Walk, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return children(walk, node)
    member = left.child_by_field_name("property") if left.type == "member_expression" else None
    if member is not None and right.type in FUNCTIONS and right.child_by_field_name("name") is None:
        number = definition(walk, node, "method", member, enter_value, prototype(walk, left))
        value = walk.put(("def", number), node)
    else:
        value = walk.visit(right)
    assign(walk, left, value)
    return value


def prototype(walk: Walk, left: Node) -> str:
    """The class in `Class.prototype.method = function …`."""
    base, _, last = walk.read(left.child_by_field_name("object") or left).rpartition(".")
    return base if last == "prototype" else ""


def augmented(walk: Walk, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and right is not None:
        walk.bind(walk.visit(left), walk.visit(right))
    return 0


def for_in(walk: Walk, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    sign = node.child_by_field_name("operator")
    if left is not None and right is not None:
        value = walk.visit(right)
        over = sign is not None and sign.type == "of"
        assign(walk, left, walk.put(("each", value), right) if over else 0)
    return body(walk, node)


def assign(walk: Walk, target: Node, value: int) -> None:
    """Take a value apart along a pattern."""
    stack = [(target, value)]
    while stack:
        node, value = stack.pop()
        kind = node.type
        if kind == "array_pattern":
            position = 0
            for child in node.children:
                position += child.type == ","
                if child.is_named:
                    at = walk.put(("const", position), child)
                    stack.append((child, walk.put(("index", value, at), child)))
        elif kind == "object_pattern":
            stack += [(child, value) for child in node.named_children]
        elif kind == "shorthand_property_identifier_pattern":
            walk.bind(name(walk, node), walk.put(("attr", value, walk.read(node)), node))
        elif kind == "pair_pattern":
            key, inside = node.child_by_field_name("key"), node.child_by_field_name("value")
            if key is not None and inside is not None:
                stack.append((inside, walk.put(("attr", value, walk.read(key)), key)))
        elif kind in ("assignment_pattern", "object_assignment_pattern"):
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None:
                stack.append((left, value))
                default(walk, left, walk.visit(right))
        elif kind in ("rest_pattern", "parenthesized_expression", "non_null_expression"):
            stack += [(child, value) for child in node.named_children]
        elif kind in ("identifier", "member_expression", "subscript_expression"):
            walk.bind(walk.visit(node), value)


def default(walk: Walk, target: Node, value: int) -> None:
    if target.type in ("identifier", "shorthand_property_identifier_pattern"):
        walk.bind(name(walk, target), value)


def object_(walk: Walk, node: Node) -> int:
    """Keys and values; a function as a value is a definition with the key as its name."""
    parts: list[str | int] = ["dict"]
    for child in node.named_children:
        key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
        if child.type == "method_definition":
            called = child.child_by_field_name("name")
            parts += walk.put(("const", walk.read(called)), called) if called else 0, method(walk, child)
        elif key is not None and value is not None:
            row = 0
            if key.type in ("property_identifier", "string", "number"):
                row = walk.put(("const", walk.read(key).strip("'\"`")), key)
            else:
                walk.visit(key)
            parts += row, member(walk, child, key, value)
        elif child.type == "shorthand_property_identifier":
            parts += walk.put(("const", walk.read(child)), child), name(walk, child)
        elif not child.is_extra:
            parts += 0, through(walk, child)
    return walk.put(tuple(parts), node)


def member(walk: Walk, node: Node, key: Node, value: Node) -> int:
    if value.type in FUNCTIONS and key.type == "property_identifier":
        return walk.put(("def", definition(walk, node, "function", key, enter_value)), node)
    return walk.visit(value)


def element(walk: Walk, node: Node) -> int:
    """<Name a={b}>: the component is called with its attributes; the plain tags of the page are not ours."""
    called = node.child_by_field_name("name")
    given: list[str | int] = []
    for attribute_ in node.children_by_field_name("attribute"):
        key = first(attribute_)
        value = walk.visit(attribute_)
        if key is not None and key.type == "property_identifier":
            given += walk.read(key), value
    if called is None:
        return 0
    if called.type == "identifier" and walk.text[called.start_byte : called.end_byte].islower():
        row = walk.put(("attr", walk.put(("name", "JSX.IntrinsicElements"), called), walk.read(called)), called)
    else:
        row = walk.visit(called)
    return walk.put(("call", row, *given), called)


def catch(walk: Walk, node: Node) -> int:
    target = node.child_by_field_name("parameter")
    if target is not None:
        assign(walk, target, 0)
    return body(walk, node)


def signature(walk: Walk, node: Node) -> int:
    """A function without its body: of an interface, an abstract class, an overload."""
    called = node.child_by_field_name("name")
    if called is None:
        return children(walk, node)
    kind = "function" if node.type == "function_signature" else "method"
    number = definition(walk, node, kind, called, enter_signature, top=exported(node))
    walk.bind(walk.put(("name", walk.read(called)), called), walk.put(("def", number), node))
    return 0


RULES: dict[str, Rule] = {
    **TYPES,
    **MODULES,
    "function_declaration": function,
    "generator_function_declaration": function,
    "arrow_function": anonymous,
    "function_expression": anonymous,
    "generator_function": anonymous,
    "class_declaration": class_,
    "abstract_class_declaration": class_,
    "class": class_,
    "method_definition": class_method,
    "public_field_definition": field,
    "field_definition": field,
    "variable_declarator": variable,
    "assignment_expression": assignment,
    "augmented_assignment_expression": augmented,
    "for_in_statement": for_in,
    "catch_clause": catch,
    "return_statement": returns,
    "throw_statement": wrap("raise"),
    "yield_expression": yields,
    "new_expression": call("constructor", "arguments", "new"),
    "member_expression": attribute("object", "property"),
    "subscript_expression": index,
    "object": object_,
    "array": sequence("list"),
    "spread_element": wrap("star"),
    "sequence_expression": through,
    "parenthesized_expression": through,
    "await_expression": through,
    "non_null_expression": through,
    "as_expression": wrap("typed"),
    "satisfies_expression": through,
    "ternary_expression": one_of("consequence", "alternative"),
    "binary_expression": operator,
    "jsx_opening_element": element,
    "jsx_self_closing_element": element,
    "jsx_closing_element": nothing,
    "jsx_expression": through,
    "jsx_attribute": through,
    "this": this,
    "super": name,
    "identifier": name,
    "shorthand_property_identifier": name,
    "string": string,
    "number": integer,
    "comment": nothing,
    "method_signature": signature,
    "abstract_method_signature": signature,
    "function_signature": signature,
    "property_identifier": nothing,
}
