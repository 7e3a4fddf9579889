"""The edges that evaluations found, small: a number each, by source and by target.

Calls of which only the name is known are kept as such (`guesses`) and become edges when asked for, so
that a new definition of that name changes nothing that is stored.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from forethought.code.resolve.program import Program
from forethought.code.resolve.table import BASES, key

KINDS = ("contains", "calls", "imports", "uses", "inherits", "references")
CONTAINS, CALLS, IMPORTS, USES, INHERITS, REFERENCES = range(6)
CERTAINTIES = ("exact", "likely", "possible")
EXACT, LIKELY, POSSIBLE = range(3)
ROW = 0xFFFFFF  # an evaluation tells of an edge: certainty << 24 | row


class Symbol(NamedTuple):
    path: str
    qualified: str


class Edge(NamedTuple):
    """`line` counts from 0."""

    source: Symbol
    target: Symbol
    kind: str
    certainty: str
    line: int


def packed(program: Program, found: Mapping[tuple[int, int], int]) -> array[int]:
    """The edges of an evaluation as numbers: target << 32 | row << 8 | certainty << 4 | kind."""
    first = program.symbols.first
    kept: dict[tuple[int, int], int] = {}
    for (target, kind), how in found.items():
        at = (first[target], kind)
        kept[at] = min(how, kept.get(at, how))
    codes = (target << 32 | (how & ROW) << 8 | how >> 24 << 4 | kind for (target, kind), how in kept.items())
    return array("q", sorted(codes))


def _add(index: dict[Any, array[int]], at: object, number: int) -> None:
    known = index.get(at)
    if known is None:
        known = index[at] = array("I")
    known.append(number)


def _discard(index: dict[Any, array[int]], at: object, number: int) -> None:
    known = index[at]
    known.remove(number)
    if not known:
        del index[at]


class Edges:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.out: dict[int, array[int]] = {}  # of each definition, see `packed`
        self.into: dict[int, array[int]] = {}  # symbol -> definitions
        self.guesses: dict[int, tuple[tuple[str, int], ...]] = {}
        self.guessers: dict[str, array[int]] = {}  # name -> definitions

    def replace(self, source: int, now: array[int], guesses: Mapping[str, int]) -> bool:
        """Take what an evaluation found; False if it is what was there."""
        before = self.out.get(source)
        changed = before != now and bool(before or now)
        if changed:
            for target in {code >> 32 for code in self.out.pop(source, ())}:
                _discard(self.into, target, source)
            if now:
                self.out[source] = now
            for target in {code >> 32 for code in now}:
                _add(self.into, target, source)
        return self._replace_guesses(source, guesses) or changed

    def _replace_guesses(self, source: int, guesses: Mapping[str, int]) -> bool:
        now, before = tuple(sorted(guesses.items())), self.guesses.pop(source, ())
        if now:
            self.guesses[source] = now
        if now == before:
            return False
        for name in {guess.rpartition(".")[2] for guess, _ in before}:
            _discard(self.guessers, name, source)
        for name in {guess.rpartition(".")[2] for guess, _ in now}:
            _add(self.guessers, name, source)
        return True

    # -- reading: (target symbol, kind, certainty, line)

    def leaving(self, source: int) -> Iterator[tuple[int, int, int, int]]:
        """The edges of one definition that were resolved."""
        scope = self.program.scopes.get(source)
        if scope is None:
            return
        for code in self.out.get(source, ()):
            yield code >> 32, code & 15, code >> 4 & 15, scope.first + scope.lines[code >> 8 & ROW]
        history = self.program.history.get(key(BASES, source))
        for value in history[-1] if history else ():
            kind, base = self.program.kinds.what[value][:2]
            if kind == "class" and isinstance(base, int):
                yield self.program.symbols.first[base], INHERITS, EXACT, scope.first
