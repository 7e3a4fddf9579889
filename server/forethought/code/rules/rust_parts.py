"""Rust: patterns, `use` declarations, and calls inside of macros, which the grammar leaves as bare tokens."""

from __future__ import annotations

from tree_sitter import Node

from forethought.code.facts import Import
from forethought.code.rules.shapes import body, name
from forethought.code.walk import Rule, Walk, children, first


def assign(walk: Walk, target: Node, value: int) -> None:
    """Take a value apart along a pattern."""
    stack = [(target, value)]
    while stack:
        node, value = stack.pop()
        kind = node.type
        if kind == "identifier":
            walk.bind(name(walk, node), value)
        elif kind in ("tuple_pattern", "slice_pattern", "tuple_struct_pattern"):
            wrapper = node.child_by_field_name("type")
            variant = walk.visit(wrapper) if wrapper is not None else 0
            if wrapper is not None and walk.read(wrapper) == "Err":
                value = 0
            parts = [part for part in node.named_children if part != wrapper and not part.is_extra]
            for place, part in enumerate(parts):
                at = walk.put(("const", place), part)
                inner = walk.put(("index", value, at), part)
                if variant:
                    held = walk.put(("attr", walk.put(("typed", variant), node), str(place)), part)
                    inner = walk.put(("any", held, inner), part)
                stack.append((part, inner))
        elif kind == "struct_pattern":
            called = node.child_by_field_name("type")
            row = walk.put(("typed", walk.visit(called)), node) if called is not None else value
            stack += [(child, row) for child in node.named_children if child != called]
        elif kind == "field_pattern":
            called, inside = node.child_by_field_name("name"), node.child_by_field_name("pattern")
            if called is not None:
                row = walk.put(("attr", value, walk.read(called)), called)
                if inside is not None:
                    stack.append((inside, row))
                else:
                    walk.bind(name(walk, called), row)
        elif kind in ("scoped_identifier", "type_identifier", "scoped_type_identifier", "const_block"):
            walk.visit(node)
        else:
            stack += [(child, value) for child in node.named_children]


def let(walk: Walk, node: Node) -> int:
    """`let p: T = v` and `if let p = v`."""
    pattern, declared = node.child_by_field_name("pattern"), node.child_by_field_name("type")
    value = node.child_by_field_name("value")
    row = walk.visit(value) if value is not None else 0
    if pattern is not None and declared is not None and pattern.type == "identifier":
        walk.scope.types.append((name(walk, pattern), walk.visit(declared)))
    if pattern is not None and (value is not None or declared is None):
        assign(walk, pattern, row)
    otherwise = node.child_by_field_name("alternative")
    if otherwise is not None:
        walk.visit(otherwise)
    return 0


def for_(walk: Walk, node: Node) -> int:
    pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
    if pattern is not None and value is not None:
        assign(walk, pattern, walk.put(("each", walk.visit(value)), value))
    return body(walk, node)


def assignment(walk: Walk, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return children(walk, node)
    walk.bind(walk.visit(left), walk.visit(right))
    return 0


def use(walk: Walk, node: Node) -> int:
    """`use a::{b as c, d::*}`: one import per name, with the path before it as its module."""
    argument = node.child_by_field_name("argument")
    public = any(part.type == "visibility_modifier" for part in node.named_children)
    stack = [(argument, "")] if argument is not None else []
    while stack:
        part, prefix = stack.pop()
        line = part.start_point[0] - walk.row
        kind = part.type
        if kind == "use_list":
            stack += [(child, prefix) for child in reversed(part.named_children)]
        elif kind == "scoped_use_list":
            path, listed = part.child_by_field_name("path"), part.child_by_field_name("list")
            if listed is not None:
                stack.append((listed, joined(prefix, walk.read(path) if path is not None else "")))
        elif kind == "use_wildcard":
            inside = first(part)
            module = joined(prefix, walk.read(inside) if inside is not None else "")
            walk.scope.imports.append(Import(module, "*", "", 0, line, public))
        elif not part.is_extra:
            path = part.child_by_field_name("path") if kind == "use_as_clause" else part
            alias = part.child_by_field_name("alias")
            whole = joined(prefix, "".join(walk.read(path or part).split()))
            module, _, last = whole.rpartition("::")
            if last == "self":
                module, _, last = module.rpartition("::")
            local = walk.read(alias) if alias is not None else last
            walk.scope.imports.append(Import(module, last, local, 0, line, public))
    return 0


def joined(prefix: str, path: str) -> str:
    return f"{prefix}::{path}" if prefix and path else prefix or path


def extern_crate(walk: Walk, node: Node) -> int:
    called, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if called is not None:
        local, line = walk.read(alias or called), node.start_point[0] - walk.row
        walk.scope.imports.append(Import(walk.read(called), "", local, 0, line))
    return 0


def macro_call(walk: Walk, node: Node) -> int:
    """name!(…): called under its name with the exclamation mark."""
    called = node.child_by_field_name("macro")
    if called is None:
        return 0
    row = walk.put(("call", walk.put(("name", walk.read(called) + "!"), called)), called)
    for child in node.named_children:
        if child.type == "token_tree":
            tokens(walk, child)
    return row


def tokens(walk: Walk, node: Node) -> int:
    """Names, joined by . and ::, before a round bracket are calls; others are uses."""
    stack = [node]
    while stack:
        chain, join = 0, ""
        for token in stack.pop().children:
            kind = token.type
            if kind in ("identifier", "self", "crate", "super", "field_identifier", "type_identifier"):
                text = walk.read(token)
                if join and chain:
                    chain = walk.put(("attr", chain, text), token)
                else:
                    chain = walk.put(("this",) if kind == "self" else ("name", text), token)
                join = ""
            elif kind in (".", "::"):
                join = kind
            elif kind == "token_tree":
                opened = walk.text[token.start_byte : token.start_byte + 1]
                chain = walk.put(("call", chain), token) if chain and opened == "(" else 0
                stack.append(token)
                join = ""
            else:
                chain, join = 0, ""
    return 0


PARTS: dict[str, Rule] = {
    "let_declaration": let,
    "let_condition": let,
    "for_expression": for_,
    "assignment_expression": assignment,
    "compound_assignment_expr": assignment,
    "use_declaration": use,
    "extern_crate_declaration": extern_crate,
    "macro_invocation": macro_call,
    "token_tree": tokens,
}
