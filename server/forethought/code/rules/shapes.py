"""Rules that languages share: the same thing under other names of nodes and fields."""

from __future__ import annotations

import re

from tree_sitter import Node

from forethought.code.walk import LONGEST, Rule, Walk, children


def name(walk: Walk, node: Node) -> int:
    text = walk.text[node.start_byte : node.end_byte]
    if walk.renames:
        text = walk.renames.get(text, text)
    return walk.put(("name", text if text.isascii() else walk.decoded(text)), node)


def this(walk: Walk, node: Node) -> int:
    return walk.put(("this",), node)


def through(walk: Walk, node: Node) -> int:
    """Parentheses, `await`, a pointer: the value of what is inside."""
    value = 0
    for child in node.named_children:
        value = walk.visit(child)
    return value


def through_field(field: str) -> Rule:
    """Only one part of the node has a value that goes on; the others are visited for what they do."""

    def rule(walk: Walk, node: Node) -> int:
        inner, value = node.child_by_field_name(field), 0
        for child in node.named_children:
            row = walk.visit(child)
            value = row if child == inner else value
        return value

    return rule


def sequence(op: str) -> Rule:
    def rule(walk: Walk, node: Node) -> int:
        return walk.put((op, *[walk.visit(c) for c in node.named_children if not c.is_extra]), node)

    return rule


def wrap(op: str) -> Rule:
    """("star", e), ("raise", e): one operation on the value inside."""

    def rule(walk: Walk, node: Node) -> int:
        return walk.put((op, through(walk, node)), node)

    return rule


def typed(field: str) -> Rule:
    """A cast: the value counts for its type alone."""
    inside = through_field(field)

    def rule(walk: Walk, node: Node) -> int:
        return walk.put(("typed", inside(walk, node)), node)

    return rule


def attribute(base: str, member: str) -> Rule:
    def rule(walk: Walk, node: Node) -> int:
        left, right = node.child_by_field_name(base), node.child_by_field_name(member)
        if right is None:
            return children(walk, node)
        if left is None:
            return name(walk, right)
        return walk.put(("attr", walk.visit(left), walk.read(right)), right)

    return rule


def call(callee: str, given: str, op: str = "call") -> Rule:
    def rule(walk: Walk, node: Node) -> int:
        called = node.child_by_field_name(callee)
        if called is None:
            return children(walk, node)
        row = walk.visit(called)
        return walk.put((op, row, *arguments(walk, node.child_by_field_name(given))), last_name(called))

    return rule


def last_name(node: Node) -> Node:
    """Where the name that is called stands: in a chain over several lines, the last one."""
    if node.named_child_count > 1 and node.type not in ("call_expression", "arguments", "argument_list"):
        return node.named_children[-1]
    return node


SPREAD = {"spread_element", "variadic_argument"}


def arguments(walk: Walk, node: Node | None) -> list[str | int]:
    positional: list[str | int] = []
    rest: list[str | int] = []
    for child in node.named_children if node is not None else ():
        if child.type in SPREAD:
            rest += "*", through(walk, child)
        elif not child.is_extra:
            positional.append(walk.visit(child))
    return positional + rest


def index(walk: Walk, node: Node) -> int:
    base, *keys = [c for c in node.named_children if not c.is_extra] or [node]
    if not keys:
        return 0
    row = walk.visit(base)
    return walk.put(("index", row, walk.visit(keys[-1])), node)


def generic(walk: Walk, node: Node) -> int:
    """List<T> reads as List[T]; several arguments are a tuple."""
    base, *rest = node.named_children or [node]
    if not rest:
        return 0
    row = walk.visit(base)
    return subscripted(walk, node, row, [walk.visit(c) for part in rest for c in part.named_children])


def subscripted(walk: Walk, node: Node, base: int, keys: list[int]) -> int:
    if not keys:
        return base
    key = keys[0] if len(keys) == 1 else walk.put(("tuple", *keys), node)
    return walk.put(("index", base, key), node)


def array_of(walk: Walk, node: Node) -> int:
    """[]T, T[]: the type "[]" of T."""
    return subscripted(walk, node, walk.put(("name", "[]"), node), [through(walk, node)])


def one_of(*fields: str) -> Rule:
    """The value is that of one of the fields (all children, if none is named)."""

    def rule(walk: Walk, node: Node) -> int:
        rows = []
        wanted = [node.child_by_field_name(field) for field in fields] if fields else node.named_children
        for child in node.named_children:
            row = walk.visit(child)
            if child in wanted and row and row not in rows:
                rows.append(row)
        if len(rows) < 2:
            return rows[0] if rows else 0
        return walk.put(("any", *rows), node)

    return rule


EITHER = {"||", "&&", "??", "|", "and", "or"}


def operator(walk: Walk, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return children(walk, node)
    a, b = walk.visit(left), walk.visit(right)
    sign = node.child_by_field_name("operator")
    kind = sign.type if sign is not None else ""
    if kind in EITHER:
        return walk.put(("any", a, b), node) if a and b else a or b
    return walk.put(("concat", a, b), node) if kind == "+" and (a or b) else 0


KEY = re.compile(r"[^\s\\]{1,40}")  # a string that may be a key; longer ones are prose


def string(walk: Walk, node: Node) -> int:
    text = walk.text[node.start_byte + 1 : min(node.end_byte, node.start_byte + 50) - 1]
    return walk.put(("const", walk.decoded(text)), node) if KEY.fullmatch(text) else 0


def integer(walk: Walk, node: Node) -> int:
    text = walk.text[node.start_byte : node.end_byte]
    return walk.put(("const", int(text)), node) if len(text) < 6 and text.isdecimal() else 0


def returns(walk: Walk, node: Node) -> int:
    for value in node.named_children:
        walk.scope.returns.append(walk.visit(value))
    return 0


def yields(walk: Walk, node: Node) -> int:
    walk.scope.yields.append(through(walk, node))
    return 0


def definition(
    walk: Walk, node: Node, kind: str, called: Node | str, enter: Rule | None, owner: str = "", top: Node | None = None
) -> int:
    """A definition in a language with braces and with comments above. `top`: what the comment stands before."""
    number, child = walk.define(node, kind, called, enter, owner, doc_above(walk, top or node))
    if child is not None:
        inside = node.child_by_field_name("value") or node.child_by_field_name("right") or node
        inside = inside.child_by_field_name("body") or node
        end = node.end_byte if inside == node or enter is None else inside.start_byte
        child.signature = walk.one_line(node.start_byte, end).rstrip(" ={:;,").removesuffix("=>").rstrip()
    return number


COMMENTS = {"comment", "line_comment", "block_comment", "multiline_comment"}
ABOVE = {"attribute_item", "decorator", "annotation"}


TAG = re.compile(r"</?\w+/?>")  # <summary>


def doc_above(walk: Walk, node: Node) -> str:
    """The first line of the comment that ends right above a definition."""
    found, row = None, node.start_point[0]
    above = node.prev_sibling
    while above is not None and row - above.end_point[0] + (above.end_point[1] == 0) <= 1:
        if above.type in COMMENTS:
            found = above
        elif above.type not in ABOVE:
            break
        row, above = above.start_point[0], above.prev_sibling
    if found is None:
        return ""
    text = walk.text[found.start_byte : min(found.end_byte, found.start_byte + 1000)]
    lines = (TAG.sub("", line).strip().lstrip("/*!#-").removesuffix("*/").strip() for line in text.splitlines())
    return walk.decoded(next(filter(None, lines), ""))[:LONGEST]


def declare(walk: Walk, target: int, declared: Node | None, value: Node | None) -> None:
    """A variable with its declared type and its first value, where they are given."""
    if declared is not None:
        walk.scope.types.append((target, walk.visit(declared)))
    if value is not None:
        walk.bind(target, walk.visit(value))


def body(walk: Walk, node: Node) -> int:
    inside = node.child_by_field_name("body")
    return children(walk, inside) if inside is not None else 0
