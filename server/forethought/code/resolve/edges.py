"""The edges that evaluations found, small: a number each, by source and by target.

Calls of which only the name is known are kept as such (`guesses`) and become edges when asked for, so
that a new definition of that name changes nothing that is stored.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import NamedTuple

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


class Edges:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.out: dict[int, array[int]] = {}  # definition -> target << 32 | row << 8 | certainty << 4 | kind
        self.into: dict[int, set[int]] = {}  # symbol -> definitions
        self.guesses: dict[int, tuple[tuple[str, int], ...]] = {}
        self.guessers: dict[str, set[int]] = {}

    def replace(self, source: int, found: Mapping[tuple[int, int], int], guesses: Mapping[str, int]) -> bool:
        """Take what an evaluation found; False if it is what was there."""
        first = self.program.symbols.first
        kept: dict[tuple[int, int], int] = {}
        for (target, kind), how in found.items():
            at = (first[target], kind)
            kept[at] = min(how, kept.get(at, how))
        now = array("q", sorted(target << 32 | (how & ROW) << 8 | how >> 24 << 4 | kind for (target, kind), how in kept.items()))
        before = self.out.get(source)
        changed = before != now and bool(before or now)
        if changed:
            self._drop(source)
            if now:
                self.out[source] = now
            for code in now:
                self.into.setdefault(code >> 32, set()).add(source)
        return self._replace_guesses(source, guesses) or changed

    def _drop(self, source: int) -> None:
        for code in self.out.pop(source, ()):
            sources = self.into.get(code >> 32)
            if sources is not None:
                sources.discard(source)
                if not sources:
                    del self.into[code >> 32]

    def _replace_guesses(self, source: int, guesses: Mapping[str, int]) -> bool:
        now, before = tuple(sorted(guesses.items())), self.guesses.pop(source, ())
        if now:
            self.guesses[source] = now
        if now == before:
            return False
        for guess, _ in before:
            self.guessers[guess.rpartition(".")[2]].discard(source)
        for guess, _ in now:
            self.guessers.setdefault(guess.rpartition(".")[2], set()).add(source)
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
            kind, base, *_ = self.program.kinds.what[value]
            if kind == "class" and isinstance(base, int):
                yield self.program.symbols.first[base], INHERITS, EXACT, scope.first
