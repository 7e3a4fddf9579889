"""From the bytes of a file to its facts. Never raises: what cannot be read is missing, and a problem says so."""

from __future__ import annotations

import re
from collections.abc import Set

from tree_sitter import Node, Parser, Tree

from forethought.code import captures
from forethought.code.facts import Definition, FileFacts, Flow
from forethought.code.languages import LANGUAGES, Language, grammar
from forethought.code.reuse import Edit, Former
from forethought.code.walk import Walk, children, rules_of

PATIENCE = 2_000_000  # microseconds that one file may take to parse


class Parsed:
    """A file that is being edited: its text, its syntax tree and its facts, which follow the text."""

    __slots__ = ("_broken", "_tree", "facts", "language", "source")

    def __init__(
        self, source: bytes, language: Language, tree: Tree | None, facts: FileFacts, broken: Set[int]
    ) -> None:
        self.source, self.language, self.facts = source, language, facts
        self._tree, self._broken = tree, broken

    def edited(self, source: bytes) -> Parsed:
        """The file with another text: only what differs is parsed and read again."""
        if source == self.source:
            return self
        if self._tree is None:
            return read(source, self.language)
        edit = _difference(self.source, source)
        tree = self._reparsed(source, edit)
        if tree is None:
            return read(source, self.language)
        former = Former(self.facts.definitions, self._broken, edit)
        return Parsed(source, self.language, tree, *_facts(source, self.language, tree, former))

    def _reparsed(self, source: bytes, edit: Edit) -> Tree | None:
        """The new tree. What is made of a syntax error depends on the old tree, so that one is left out then."""
        assert self._tree is not None
        if not self._tree.root_node.has_error:
            old = self._tree.copy()
            points = _point(self.source, edit.start), _point(self.source, edit.old_end), _point(source, edit.new_end)
            old.edit(edit.start, edit.old_end, edit.new_end, *points)
            tree = _parse(source, self.language, old)
            if tree is None or not tree.root_node.has_error:
                return tree
        return _parse(source, self.language)


def parse(source: bytes, language: str) -> FileFacts:
    return read(source, LANGUAGES[language]).facts


def read(source: bytes, language: Language) -> Parsed:
    """Parse a file that may be edited later."""
    tree = _parse(source, language)
    if tree is None:
        problem = f"not parsed: it took longer than {PATIENCE / 1e6:g} s"
        return Parsed(source, language, None, _without(source, language, problem), set())
    return Parsed(source, language, tree, *_facts(source, language, tree))


def _without(source: bytes, language: Language, problem: str) -> FileFacts:
    """A file of which we only know that it is there."""
    module = Definition("", "", "module", -1, 0, 0, 0, source.count(b"\n"), 0, len(source), "", "", Flow())
    return FileFacts(language.name, (module,), "", (problem,))


def _parse(source: bytes, language: Language, old: Tree | None = None) -> Tree | None:
    # Deprecated, but the callback that replaces it is not called for bytes and crashes for a reader (0.25.2).
    parser = Parser(grammar(language.grammar), timeout_micros=PATIENCE)
    try:
        return parser.parse(source, old) if old is not None else parser.parse(source)
    except ValueError:
        return None


def _facts(source: bytes, language: Language, tree: Tree, former: Former | None = None) -> tuple[FileFacts, Set[int]]:
    """The facts, and where definitions begin that hold a syntax error."""
    tree = _mended(source, language, tree)
    root = tree.root_node
    problems = (f"line {1 + _first_error(root)}: syntax error",) if root.has_error else ()
    try:
        if not language.deep:
            definitions, package = captures.read(source, language.grammar, tree)
            return FileFacts(language.name, definitions, package, problems), set()
        walk = Walk(source, rules_of(language), former)
        definitions = walk.run(tree, children)
    except Exception as mistake:  # ours, in a rule or a query: it costs this file, and is told
        problem = f"not read: {type(mistake).__name__} in the rules for {language.name}"
        return _without(source, language, problem), set()
    return FileFacts(language.name, definitions, walk.package, problems), walk.broken


# In an interface, a call signature that begins with its type parameters ends the line before. The grammar
# does not know that and loses the rest of the file: put a semicolon in the blank before "<".
_SIGNATURE = re.compile(rb"(?<=\n)([ \t]*)[ \t](?=<[\w\n])")


def _mended(source: bytes, language: Language, tree: Tree) -> Tree:
    if language.name != "typescript" or not tree.root_node.has_error:
        return tree
    text = _SIGNATURE.sub(rb"\1;", source)
    other = _parse(text, language) if text != source else None
    better = other is not None and _errors(other) < _errors(tree)
    return other if other is not None and better else tree


def _errors(tree: Tree) -> int:
    """How much of the text is inside errors."""
    lost, stack = 0, [tree.root_node]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            lost += 1 + node.end_byte - node.start_byte
        elif node.has_error:
            stack.extend(node.children)
    return lost


def _first_error(node: Node) -> int:
    """The line of the first error or missing token."""
    while True:
        broken = next((c for c in node.children if c.has_error or c.is_missing), None)
        if broken is None:
            return node.start_point[0]
        node = broken


def _difference(old: bytes, new: bytes) -> Edit:
    """The smallest stretch that turns one text into the other.

    A line that was put in may count from its own start or from the end of the line before. It is the latter here,
    with which the parser of an indented language finds more of the old tree again.
    """
    shorter = min(len(old), len(new))
    tail = _common(old[::-1], new[::-1], shorter)
    start = _common(old, new, shorter - tail)
    old_end, new_end = len(old) - tail, len(new) - tail
    lines = new.count(b"\n", start, new_end) - old.count(b"\n", start, old_end)
    return Edit(start, old_end, new_end, new.count(b"\n", 0, new_end), lines)


def _common(a: bytes, b: bytes, limit: int) -> int:
    """How many bytes two texts share at their start: whole pieces compared, halved where they differ."""
    same, step = 0, 1 << 16
    while step:
        if same + step <= limit and a[same : same + step] == b[same : same + step]:
            same += step
        else:
            step //= 2
    return same


def _point(source: bytes, offset: int) -> tuple[int, int]:
    return source.count(b"\n", 0, offset), offset - (source.rfind(b"\n", 0, offset) + 1)
