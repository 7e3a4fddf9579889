"""Python: what each kind of node does. Statements here; expressions and imports in their own files."""

from __future__ import annotations

from tree_sitter import Node

from forethought.code.facts import Parameter
from forethought.code.rules.python_expressions import EXPRESSIONS, arguments, assign
from forethought.code.rules.python_imports import IMPORTS
from forethought.code.rules.shapes import through
from forethought.code.walk import Rule, Scope, Walk, children, first, nothing


def function(walk: Walk, node: Node) -> int:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return children(walk, node)
    kind = "method" if walk.scope.kind == "class" else "function"
    number, child = walk.define(node, kind, name, enter_function)
    if child is not None:
        describe(walk, child, node, body)
    return walk.put(("def", number, *defaults(walk, node)), node)


def class_(walk: Walk, node: Node) -> int:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return children(walk, node)
    number, child = walk.define(node, "class", name, enter_class)
    if child is not None:
        describe(walk, child, node, body)
    bases = node.child_by_field_name("superclasses")
    given = arguments(walk, bases) if bases is not None else ()
    return walk.put(("class", number, *given), node)


def bound(walk: Walk, node: Node) -> int:
    """`def f` and `class C` bind their name."""
    value = function(walk, node) if node.type == "function_definition" else class_(walk, node)
    name = node.child_by_field_name("name")
    if name is not None:
        walk.bind(walk.put(("name", walk.read(name)), name), value)
    return 0


def decorated(walk: Walk, node: Node) -> int:
    definition = node.child_by_field_name("definition")
    decorators = [(through(walk, d), d) for d in node.named_children if d.type == "decorator"]
    if definition is None:
        return 0
    value = function(walk, definition) if definition.type == "function_definition" else class_(walk, definition)
    for decorator, at in reversed(decorators):
        value = walk.put(("call", decorator, value), at)
    name = definition.child_by_field_name("name")
    if name is not None:
        walk.bind(walk.put(("name", walk.read(name)), name), value)
    return 0


def lambda_(walk: Walk, node: Node) -> int:
    return walk.put(("def", walk.lambda_(node, enter_lambda), *defaults(walk, node)), node)


def describe(walk: Walk, scope: Scope, node: Node, body: Node | None) -> None:
    end = node.end_byte if body is None else body.start_byte
    scope.signature = walk.one_line(node.start_byte, end).rstrip(": ")
    text = first(body)
    if text is not None and text.type == "expression_statement":
        text = first(text)
    if text is not None and text.type == "string":
        scope.doc = doc_line(walk.text[text.start_byte : min(text.end_byte, text.start_byte + 1000)], walk)


def doc_line(literal: str, walk: Walk) -> str:
    text = literal.lstrip("rRuUbB").strip("\"' \t\r\n\\")
    return walk.decoded(text.partition("\n")[0].rstrip())[:300]


def defaults(walk: Walk, node: Node) -> list[str | int]:
    """Default values run in the scope around the function."""
    out: list[str | int] = []
    parameters = node.child_by_field_name("parameters")
    for parameter in parameters.named_children if parameters is not None else ():
        if parameter.type in ("default_parameter", "typed_default_parameter"):
            name, value = parameter.child_by_field_name("name"), parameter.child_by_field_name("value")
            if name is not None and value is not None:
                out += walk.read(name), walk.visit(value)
    return out


def enter_function(walk: Walk, node: Node) -> int:
    read_parameters(walk, node.child_by_field_name("parameters"))
    result, body = node.child_by_field_name("return_type"), node.child_by_field_name("body")
    if result is not None:
        walk.scope.result = walk.visit(result)
    if body is not None:
        children(walk, body)
    return 0


def enter_class(walk: Walk, node: Node) -> int:
    body = node.child_by_field_name("body")
    return 0 if body is None else children(walk, body)


def enter_lambda(walk: Walk, node: Node) -> int:
    read_parameters(walk, node.child_by_field_name("parameters"))
    body = node.child_by_field_name("body")
    if body is not None:
        walk.scope.returns.append(walk.visit(body))
    return 0


KINDS = {"list_splat_pattern": "*", "dictionary_splat_pattern": "**"}


def read_parameters(walk: Walk, node: Node | None) -> None:
    found = walk.scope.parameters
    keyword_only = ""
    for parameter in node.named_children if node is not None else ():
        kind = parameter.type
        if kind == "positional_separator":
            found[:] = [p._replace(kind="/") for p in found]
            continue
        if kind == "keyword_separator":
            keyword_only = "k"
            continue
        declared = parameter.child_by_field_name("type") if kind.startswith("typed") else None
        name = parameter if kind == "identifier" else parameter.child_by_field_name("name")
        if name is None:
            name = first(parameter) if kind == "typed_parameter" else parameter
        if name is None or kind == "comment":
            continue
        rest = KINDS.get(name.type, "")
        name = (first(name) if rest else name) or name
        type_ = walk.visit(declared) if declared is not None else 0
        found.append(Parameter(walk.read(name), rest or keyword_only, type_))
        keyword_only = "k" if rest == "*" else keyword_only


def return_(walk: Walk, node: Node) -> int:
    for value in node.named_children:
        walk.scope.returns.append(walk.visit(value))
    return 0


def for_(walk: Walk, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and right is not None:
        assign(walk, left, walk.put(("each", walk.visit(right)), right))
    for part in node.children_by_field_name("body") + node.children_by_field_name("alternative"):
        walk.visit(part)
    return 0


def with_item(walk: Walk, node: Node) -> int:
    value = first(node)
    if value is not None and value.type == "as_pattern":
        named(walk, value, "enter")
    elif value is not None:
        walk.put(("enter", walk.visit(value)), value)
    return 0


def except_(walk: Walk, node: Node) -> int:
    for part in node.named_children:
        if part.type == "as_pattern":
            named(walk, part, "typed")
        else:
            walk.visit(part)
    return 0


def named(walk: Walk, pattern: Node, op: str) -> None:
    """`value as target`, where the target gets what `op` makes of the value."""
    value, target = first(pattern), pattern.child_by_field_name("alias")
    if value is not None:
        row = walk.put((op, walk.visit(value)), value)
        if target is not None:
            assign(walk, target, row)


def raise_(walk: Walk, node: Node) -> int:
    for number, part in enumerate(node.named_children):
        value = walk.visit(part)
        if number == 0:
            walk.put(("raise", value), part)
    return 0


def outer(walk: Walk, node: Node) -> int:
    walk.scope.outer += [walk.read(name) for name in node.named_children]
    return 0


def case(walk: Walk, node: Node) -> int:
    """A bare name in a pattern catches the value."""
    pattern = first(node)
    if pattern is not None and pattern.type == "dotted_name" and pattern.named_child_count == 1:
        walk.bind(walk.put(("name", walk.read(pattern)), pattern), 0)
        return 0
    return children(walk, node)


RULES: dict[str, Rule] = {
    **EXPRESSIONS,
    **IMPORTS,
    "function_definition": bound,
    "class_definition": bound,
    "decorated_definition": decorated,
    "lambda": lambda_,
    "return_statement": return_,
    "for_statement": for_,
    "with_item": with_item,
    "except_clause": except_,
    "except_group_clause": except_,
    "raise_statement": raise_,
    "global_statement": outer,
    "nonlocal_statement": outer,
    "case_pattern": case,
    "comment": nothing,
    "pass_statement": nothing,
}
