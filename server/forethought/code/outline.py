"""The symbols of one file: what a person would name when asked where they are."""

from __future__ import annotations

from typing import NamedTuple

from forethought.code.facts import FileFacts

# Not places to be in: the file itself, what has no name of its own, and what fits on a line.
_UNNAMED = ("module", "lambda", "variable", "constant", "field", "import", "signature")


class Symbol(NamedTuple):
    """A definition by its qualified name; zero-based lines: of the name, the first and the last."""

    name: str
    line: int
    first: int
    last: int


def outline(facts: FileFacts) -> list[Symbol]:
    """The functions and classes of a file in the order of the text, an outer one before what is inside it."""
    return [
        Symbol(found.qualified, found.line, found.first, found.last)
        for found in facts.definitions
        if found.kind not in _UNNAMED
    ]


def enclosing(symbols: list[Symbol], line: int) -> list[Symbol]:
    """The symbols around a line, outermost first."""
    return [symbol for symbol in symbols if symbol.first <= line <= symbol.last]


def touched(symbols: list[Symbol], lines: list[tuple[int, int]]) -> list[str]:
    """The innermost symbols that one-based line ranges reach into."""
    innermost: list[str | None] = [None] * (max((symbol.last for symbol in symbols), default=-1) + 1)
    for name, _, first, last in symbols:
        innermost[first : last + 1] = [name] * (last + 1 - first)
    found = dict.fromkeys(name for first, last in lines for name in innermost[first - 1 : last])
    return [name for name in found if name is not None]
