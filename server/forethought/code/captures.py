"""From a syntax tree to facts, for the languages we know by name only: what their query file captures.

@definition.<kind>   a definition, with @name inside; @owner is a type written before the name
@call                the name in a call, with @receiver if it is called on something
@base                a type that the class around it builds upon
@import              what is imported, with @alias, @prefix (before it) and @star (everything in it)
@package             the name that the file gives its package or namespace
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tree_sitter import Node, Query, QueryCursor, Tree

from forethought.code.facts import Definition, Expression, Import
from forethought.code.languages import grammar
from forethought.code.rules.shapes import doc_above
from forethought.code.walk import Scope, Walk, flat, nothing

CLASSES = {"class", "struct", "interface", "trait", "enum", "impl"}
FUNCTIONS = {"function", "method", "constructor", "lambda"}
LEAVES = {"variable", "constant", "field", "property", "type", "macro"}
MATCHES = 65536  # in progress at once; more would be dropped in silence

Captures = dict[str, list[Node]]


@cache
def query(name: str) -> Query:
    text = (Path(__file__).parent / "queries" / f"{name}.scm").read_text()
    return Query(grammar(name), text)


def read(source: bytes, name: str, tree: Tree) -> tuple[tuple[Definition, ...], str]:
    """The definitions of a file, and its package."""
    cursor = QueryCursor(query(name), match_limit=MATCHES)
    walk = Walk(source, [])
    module = Scope(tree.root_node, "module", "", tree.root_node, nothing)
    stack = [module]
    bases: dict[Scope, list[int]] = {}
    for what, node, found in _in_order(cursor.matches(tree.root_node)):
        while len(stack) > 1 and stack[-1].node.end_byte <= node.start_byte:
            stack.pop()
        around = stack[-1]
        walk.turn_to(around)
        if what.startswith("definition."):
            scope = _define(walk, around, what.removeprefix("definition."), node, found)
            if scope is not None:
                bases[scope] = []
                stack.append(scope)
        elif what == "call":
            _call(walk, node, found)
        elif what == "base" and len(stack) > 1:
            walk.turn_to(stack[-2])
            bases[around].append(_chain(walk, node))
        elif what == "import":
            _import(walk, node, found)
        elif what == "package":
            walk.package = walk.read(node)
    _bind(walk, module, bases)
    return flat(module), walk.package


def _in_order(matches: list[tuple[int, Captures]]) -> list[tuple[str, Node, Captures]]:
    """What was found, by place, the outer before the inner; of two patterns for one definition the first."""
    items: dict[tuple[int, int, str, int], tuple[str, Node, Captures]] = {}
    for _, captures in sorted(matches, key=lambda match: match[0]):
        for what, nodes in captures.items():
            if what in ("call", "base", "import", "package") or what.startswith("definition."):
                for node in nodes:
                    named = captures["name"][0] if what.startswith("definition.") else node
                    key = (node.start_byte, -node.end_byte, what.partition(".")[0], named.start_byte)
                    items.setdefault(key, (what, node, captures))
    return [items[key] for key in sorted(items)]


def _define(walk: Walk, around: Scope, kind: str, node: Node, found: Captures) -> Scope | None:
    """The new scope, if it can hold others."""
    named = found["name"][0]
    name = "".join(walk.read(named).lstrip("~:").split())
    leaf = kind in LEAVES
    if leaf and around.kind in FUNCTIONS and kind not in ("macro", "type"):
        return None  # a local variable
    if kind == "variable":
        if name in around.variables:
            return None
        around.variables.add(name)
    if kind == "function" and (around.kind in CLASSES or "owner" in found):
        kind = "method"
    if kind == "variable" and around.kind in CLASSES:
        kind = "field"
    scope = Scope(node, kind, name, named, None if leaf else nothing)
    owner = walk.read(found["owner"][0]).partition("<")[0] if "owner" in found else ""
    scope.path = f"{owner}.{name}" if owner else name
    scope.doc = doc_above(walk, node)
    scope.signature = _signature(walk, node, named, leaf)
    around.children.append(scope)
    return None if leaf else scope


def _signature(walk: Walk, node: Node, named: Node, leaf: bool) -> str:
    if leaf:
        parameters = node.child_by_field_name("parameters")
        return walk.one_line(node.start_byte, (parameters or named).end_byte)
    body = node.child_by_field_name("body")
    if body is None:
        ends = ("body", "block", "list", "table_constructor")
        body = next((c for c in node.children if c.type.endswith(ends) and c.start_byte > named.end_byte), None)
    end = body.start_byte if body is not None else node.end_byte
    return walk.one_line(node.start_byte, end).rstrip(" ={:;")


def _call(walk: Walk, node: Node, found: Captures) -> None:
    name, receiver = walk.read(node), found.get("receiver")
    callee: Expression = ("attr", _chain(walk, receiver[0]), name) if receiver else ("name", name)
    walk.put(("call", walk.put(callee, node)), node)


def _chain(walk: Walk, node: Node) -> int:
    """a.b.c, A::B, $this->x as names; anything else cannot be followed."""
    text = walk.read(node)
    for sign in ("->", "::", "?.", "\\", ":"):
        text = text.replace(sign, ".")
    parts = text.partition("<")[0].replace("$", "").strip("& *@").split(".")
    if len(text) > 200 or not all(part.isidentifier() for part in parts):
        return 0
    row = walk.put(("this",) if parts[0] in ("this", "self") else ("name", parts[0]), node)
    for part in parts[1:]:
        row = walk.put(("attr", row, part), node)
    return row


def _import(walk: Walk, node: Node, found: Captures) -> None:
    text = " ".join(walk.read(node).removeprefix("import").split())
    if text.startswith("<"):
        text = text.strip("<>")
    text = text.strip("\"'")
    if "prefix" in found:
        text = f"{walk.read(found['prefix'][0])}\\{text}"
    alias = walk.read(found["alias"][0]) if "alias" in found else ""
    name = "*" if "star" in found else ""
    walk.scope.imports.append(Import(text, name, alias, 0, node.start_point[0] - walk.row))


def _bind(walk: Walk, module: Scope, bases: dict[Scope, list[int]]) -> None:
    """Each scope binds the names of the definitions in it."""
    for scope in (module, *bases):
        walk.turn_to(scope)
        for number, child in enumerate(scope.children):
            if isinstance(child, Scope) and child.enter is not None and child.path == child.name:
                op = "def" if child.kind in FUNCTIONS else "class"
                value = walk.put((op, number, *bases.get(child, ())), child.node)
                walk.bind(walk.put(("name", child.name), child.named), value)
