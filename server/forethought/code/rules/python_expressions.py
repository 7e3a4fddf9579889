"""Python: the values of expressions, and what assignments bind."""

from __future__ import annotations

from tree_sitter import Node

from forethought.code.rules.shapes import (
    KEY,
    generic,
    integer,
    name,
    one_of,
    operator,
    sequence,
    subscripted,
    through,
    wrap,
)
from forethought.code.walk import Rule, Walk, children, nothing


def attribute(walk: Walk, node: Node) -> int:
    parts = node.named_children
    base, last = walk.visit(parts[0]), parts[-1]
    return walk.put(("attr", base, walk.read(last)), last)


def call(walk: Walk, node: Node) -> int:
    parts = node.named_children
    callee, given = parts[0], parts[-1]
    row = walk.visit(callee)
    values = arguments(walk, given) if given.type == "argument_list" else [walk.visit(given)]
    at = callee.named_children[-1] if callee.type == "attribute" else callee
    return walk.put(("call", row, *values), at)


def arguments(walk: Walk, node: Node) -> list[str | int]:
    """Positional values, then pairs of a keyword and its value."""
    positional: list[str | int] = []
    keywords: list[str | int] = []
    for argument in node.named_children:
        kind = argument.type
        if kind == "keyword_argument":
            parts = argument.named_children
            keywords += walk.read(parts[0]), walk.visit(parts[-1])
        elif kind == "list_splat":
            keywords += "*", through(walk, argument)
        elif kind == "dictionary_splat":
            keywords += "**", through(walk, argument)
        elif kind != "comment":
            positional.append(walk.visit(argument))
    return positional + keywords


def subscript(walk: Walk, node: Node) -> int:
    base = node.child_by_field_name("value")
    keys = node.children_by_field_name("subscript")
    if base is None or not keys:
        return children(walk, node)
    row = walk.visit(base)
    if len(keys) == 1 and keys[0].type == "slice":
        low, high = bounds(walk, keys[0])
        return walk.put(("slice", row, low, high), node)
    return subscripted(walk, node, row, [walk.visit(key) for key in keys])


def bounds(walk: Walk, node: Node) -> tuple[int, int]:
    found = [0, 0, 0]
    part = 0
    for child in node.children:
        if child.type == ":":
            part += 1
        elif child.is_named:
            found[min(part, 2)] = walk.visit(child)
    return found[0], found[1]


def string(walk: Walk, node: Node) -> int:
    text = walk.text[node.start_byte : min(node.end_byte, node.start_byte + 50)]
    quote = text[:1]
    if quote not in "'\"":
        return children(walk, node) if "f" in text[:2].lower() else 0
    content = text.strip(quote)
    return walk.put(("const", walk.decoded(content)), node) if KEY.fullmatch(content) else 0


def dictionary(walk: Walk, node: Node) -> int:
    parts: list[str | int] = ["dict"]
    for child in node.named_children:
        kind = child.type
        if kind == "pair":
            inner = child.named_children
            parts += walk.visit(inner[0]), walk.visit(inner[-1])
        elif kind != "comment":
            parts += 0, through(walk, child)
    return walk.put(tuple(parts), node)


def conditional(walk: Walk, node: Node) -> int:
    """a if c else b"""
    values = [walk.visit(child) for child in node.named_children if not child.is_extra]
    kept = sorted({*values[:1], *values[2:]} - {0})
    return walk.put(("any", *kept), node) if len(kept) > 1 else kept[0] if kept else 0


def assignment(walk: Walk, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    declared = node.child_by_field_name("type")
    value = walk.visit(right) if right is not None else 0
    if left is None:
        return value
    if walk.scope.kind in ("module", "class"):
        variables(walk, node, left, declared)
    if declared is not None:
        walk.scope.types.append((walk.visit(left), walk.visit(declared)))
    if right is not None:
        assign(walk, left, value)
    return value


def augmented(walk: Walk, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and right is not None:
        target = walk.visit(left)
        walk.bind(target, walk.put(("concat", target, walk.visit(right)), node))
    return 0


def named_expression(walk: Walk, node: Node) -> int:
    parts = node.named_children
    value = walk.visit(parts[-1])
    assign(walk, parts[0], value)
    return value


PATTERNS = {"pattern_list", "tuple_pattern", "list_pattern", "expression_list", "tuple", "list"}


def assign(walk: Walk, target: Node, value: int) -> None:
    stack = [(target, value)]
    while stack:
        node, value = stack.pop()
        kind = node.type
        if kind in PATTERNS:
            parts = [part for part in node.named_children if part.type != "comment"]
            for position, part in enumerate(parts):
                at = walk.put(("const", position), part)
                if part.type == "list_splat_pattern":
                    stack.append((part, walk.put(("slice", value, at, 0), part)))
                else:
                    stack.append((part, walk.put(("index", value, at), part)))
        elif kind in ("list_splat_pattern", "as_pattern_target", "parenthesized_expression"):
            stack += [(child, value) for child in node.named_children]
        elif kind in ("identifier", "attribute", "subscript"):
            walk.bind(walk.visit(node), value)


def variables(walk: Walk, statement: Node, target: Node, declared: Node | None) -> None:
    """Module- and class-level names are definitions themselves, at the place of their first assignment."""
    names = target.named_children if target.type in PATTERNS else [target]
    for node in names:
        if node.type != "identifier":
            continue
        text = walk.read(node)
        if text in walk.scope.variables:
            continue
        walk.scope.variables.add(text)
        kind = "constant" if text.isupper() else "variable"
        _, child = walk.define(statement, kind, node, None)
        if child is not None:
            end = declared.end_byte if declared is not None else node.end_byte
            child.signature = walk.one_line(node.start_byte, end)


def comprehension(op: str) -> Rule:
    """The clauses come first, as they run; their variables are the comprehension's own."""

    def rule(walk: Walk, node: Node) -> int:
        outside = walk.renames
        body = node.child_by_field_name("body")
        for clause in node.named_children:
            if clause == body:
                continue
            left, right = clause.child_by_field_name("left"), clause.child_by_field_name("right")
            if left is None or right is None:
                children(walk, clause)
                continue
            value = walk.put(("each", walk.visit(right)), right)
            own = {n: f"{n}@{node.start_byte - walk.scope.node.start_byte}" for n in names_in(walk, left)}
            walk.renames = {**walk.renames, **own}
            assign(walk, left, value)
        if op == "dict" and body is not None:
            values = [walk.visit(part) for part in body.named_children]
        else:
            values = [walk.visit(body)] if body is not None else []
        walk.renames = outside
        return walk.put((op, *values), node)

    return rule


def names_in(walk: Walk, target: Node) -> list[str]:
    found, stack = [], [target]
    while stack:
        node = stack.pop()
        if node.type == "identifier":
            found.append(walk.read(node))
        elif node.type not in ("attribute", "subscript"):
            stack += node.named_children
    return found


def yield_(walk: Walk, node: Node) -> int:
    value = through(walk, node)
    if node.child_count > 1 and node.children[1].type == "from":
        value = walk.put(("each", value), node)
    walk.scope.yields.append(value)
    return 0


def dotted_name(walk: Walk, node: Node) -> int:
    first, *rest = node.named_children
    value = name(walk, first)
    for part in rest:
        value = walk.put(("attr", value, walk.read(part)), part)
    return value


EXPRESSIONS: dict[str, Rule] = {
    "identifier": name,
    "attribute": attribute,
    "call": call,
    "subscript": subscript,
    "generic_type": generic,
    "dotted_name": dotted_name,
    "parenthesized_expression": through,
    "await": through,
    "type": through,
    "union_type": one_of(),
    "member_type": attribute,
    "string": string,
    "integer": integer,
    "list": sequence("list"),
    "tuple": sequence("tuple"),
    "expression_list": sequence("tuple"),
    "set": sequence("set"),
    "list_splat": wrap("star"),
    "dictionary": dictionary,
    "conditional_expression": conditional,
    "boolean_operator": operator,
    "binary_operator": operator,
    "assignment": assignment,
    "augmented_assignment": augmented,
    "named_expression": named_expression,
    "list_comprehension": comprehension("list"),
    "set_comprehension": comprehension("set"),
    "generator_expression": comprehension("list"),
    "dictionary_comprehension": comprehension("dict"),
    "yield": yield_,
    "float": nothing,
    "true": nothing,
    "false": nothing,
    "none": nothing,
}
