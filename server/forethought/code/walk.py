"""From a syntax tree to facts, for the languages we follow values in.

A language gives one rule per kind of node: a function that takes the walk and the node, notes what the
node does in the current scope and returns the row of its value (0 if there is nothing to follow). Kinds
without a rule have their children visited.

Definitions are put aside and walked one after another, so the depth of recursion is bounded by what
one definition holds; a node that is nested too deep is put aside as well, and only loses its value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TypeAlias

from tree_sitter import Node, Tree

from forethought.code.facts import OPAQUE, Definition, Expression, Flow, Import, Parameter
from forethought.code.languages import Language, grammar
from forethought.code.reuse import Former, Kept

DEEPEST = 120  # nested nodes walked at once: two frames each, far from Python's limit
SMALL = 30  # nodes in an expression that is still walked below that
LONGEST = 300  # characters of a signature or a doc line

UNNAMED = ("lambda", "signature")

Rule: TypeAlias = Callable[["Walk", Node], int]


class Scope:
    """A definition on its way to becoming facts."""

    def __init__(self, node: Node, kind: str, name: str, named: Node, enter: Rule | None) -> None:
        self.node, self.kind, self.name, self.named, self.enter = node, kind, name, named, enter
        self.path = name  # what it adds to the qualified names; a Go method puts its type before it
        self.row: int = node.start_point[0]
        self.signature = self.doc = ""
        self.children: list[Scope | Kept] = []
        self.anonymous = 0
        if enter is None:
            return
        self.table: dict[Expression, int] = {OPAQUE: 0}
        self.lines = [0]
        self.parameters: list[Parameter] = []
        self.bindings: list[tuple[int, int]] = []
        self.types: list[tuple[int, int]] = []
        self.returns: list[int] = []
        self.yields: list[int] = []
        self.result = 0
        self.outer: list[str] = []
        self.imports: list[Import] = []
        self.exports: list[tuple[str, int]] = []
        self.variables: set[str] = set()

    def definition(self, parent: int, prefix: str) -> Definition:
        node, (line, column) = self.node, self.named.start_point
        last, width = node.end_point
        last -= width == 0 and last > self.row  # the newline belongs to it, the next line does not
        flow = None
        if self.enter is not None:
            flow = Flow(
                tuple(self.table),
                tuple(self.lines),
                tuple(self.parameters),
                tuple(self.bindings),
                tuple(self.types),
                tuple(self.returns),
                tuple(self.yields),
                self.result,
                tuple(self.outer),
                tuple(self.imports),
                tuple(self.exports),
            )
        return Definition(
            self.name, prefix + self.path, self.kind, parent, line, column, self.row, last,
            node.start_byte, node.end_byte, self.signature, self.doc, flow,
        )  # fmt: skip


class Walk:
    """One pass over a tree. `scope` is the definition whose statements are being read."""

    def __init__(self, source: bytes, rules: list[Rule], former: Former | None = None) -> None:
        # One character per byte, so that offsets of nodes can be used as they are.
        self.text = source.decode("latin-1")
        self.rules = rules
        self.former = former
        self.depth = 0
        self.renames: dict[str, str] = {}  # variables of the comprehensions around the node
        self.waiting: list[Scope] = []
        self.deferred: list[tuple[Node, dict[str, str]]] = []
        self.package = ""
        self.damaged = False
        self.broken: set[int] = set()  # where definitions begin that hold a syntax error

    def run(self, tree: Tree, enter: Rule) -> tuple[Definition, ...]:
        root = tree.root_node
        self.damaged = root.has_error
        module = Scope(root, "module", "", root, enter)
        self.waiting.append(module)
        while self.waiting:
            self._walk(self.waiting.pop())
        return flat(module)

    def turn_to(self, scope: Scope) -> None:
        self.scope, self.table, self.lines, self.row = scope, scope.table, scope.lines, scope.row

    def _walk(self, scope: Scope) -> None:
        self.turn_to(scope)
        assert scope.enter is not None
        scope.enter(self, scope.node)
        while self.deferred:
            node, self.renames = self.deferred.pop()
            self.rules[node.kind_id](self, node)
        self.renames = {}

    def visit(self, node: Node) -> int:
        if self.depth >= DEEPEST and node.descendant_count > SMALL:
            self.deferred.append((node, self.renames))
            return 0
        self.depth += 1
        value = self.rules[node.kind_id](self, node)
        self.depth -= 1
        return value

    def read(self, node: Node) -> str:
        return self.decoded(self.text[node.start_byte : node.end_byte])

    def decoded(self, text: str) -> str:
        return text if text.isascii() else text.encode("latin-1").decode("utf-8", "replace")

    def put(self, expression: Expression, node: Node) -> int:
        """The row of an expression, added if this scope has not seen it before."""
        row = self.table.get(expression)
        if row is None:
            row = self.table[expression] = len(self.lines)
            self.lines.append(node.start_point[0] - self.row)
        return row

    def bind(self, target: int, value: int) -> None:
        self.scope.bindings.append((target, value))

    def define(
        self, node: Node, kind: str, name: Node | str, enter: Rule | None, owner: str = "", doc: str | None = None
    ) -> tuple[int, Scope | None]:
        """A new child of the scope: its number, and what to complete unless it is known from before."""
        siblings = self.scope.children
        number = len(siblings)
        text, named = (name, node) if isinstance(name, str) else (self.read(name), name)
        path = f"{owner}.{text}" if owner else text
        if enter is not None:
            kept = self.former.find(node, kind, text, path, doc) if self.former is not None else None
            if kept is not None:
                siblings.append(kept)
                return number, None
            if self.damaged and node.has_error:
                self.broken.add(node.start_byte)
        child = Scope(node, kind, text, named, enter)
        child.path, child.doc = path, doc or ""
        siblings.append(child)
        if enter is not None:
            self.waiting.append(child)
        return number, child

    def lambda_(self, node: Node, enter: Rule, kind: str = "lambda") -> int:
        """A function without a name, or the type of one ("signature"): its number among the scope's children."""
        around = self.scope
        around.anonymous += 1
        inside = f"{around.name[1:-1]}." if around.name.startswith("<") else kind
        return self.define(node, kind, f"<{inside}{around.anonymous}>", enter)[0]

    def one_line(self, start: int, end: int) -> str:
        return self.decoded(" ".join(self.text[start:end].split()))[:LONGEST]


def children(walk: Walk, node: Node) -> int:
    for child in node.named_children:
        walk.visit(child)
    return 0


def first(node: Node | None) -> Node | None:
    return node.named_child(0) if node is not None and node.named_child_count else None


def nothing(walk: Walk, node: Node) -> int:
    return 0


@cache
def rules_of(language: Language) -> list[Rule]:
    """The rules of a deep language, in a list that is indexed by the number of a node's kind."""
    rules = import_module(f"forethought.code.rules.{language.rules}").RULES
    known = grammar(language.grammar)
    kinds = [known.node_kind_for_id(kind) or "" for kind in range(known.node_kind_count)]
    table: list[Rule] = [rules.get(kind, children) for kind in kinds]
    return [*table, *[children] * (65536 - len(table))]  # ERROR nodes are numbered 65535


def flat(module: Scope) -> tuple[Definition, ...]:
    """The tree of scopes, parent first. What stands in a lambda is named as if it stood around it."""
    out: list[Definition] = []
    stack: list[tuple[Scope | Kept, int, str]] = [(module, -1, "")]
    while stack:
        scope, parent, prefix = stack.pop()
        if isinstance(scope, Kept):
            scope.copy_into(out, parent, prefix)
            continue
        place = len(out)
        out.append(scope.definition(parent, prefix))
        inner = prefix if scope.kind in UNNAMED or not place else f"{prefix}{scope.path}."
        stack.extend((child, place, inner) for child in reversed(scope.children))
    return tuple(out)
