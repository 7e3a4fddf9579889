"""Calls of which only the name is known: `x.save()` where nothing tells what x is.

One definition of that name in the project makes a likely edge, a few make possible ones. Candidates are looked
up when asked for: they change with every definition that comes and goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from forethought.code.resolve.edges import CALLS, LIKELY, POSSIBLE, Edges
from forethought.code.resolve.program import Program
from forethought.code.resolve.scopes import FileScopes

MOST = 8  # candidates; with more of them a name tells nothing


class Named:
    def __init__(self, program: Program, edges: Edges) -> None:
        self.program, self.edges = program, edges
        self.methods: dict[str, set[int]] = {}  # symbols by their last name

    def swap(self, old: FileScopes | None, new: FileScopes | None) -> None:
        for name, number in self._of(old):
            self.methods[name].discard(number)
        for name, number in self._of(new):
            self.methods.setdefault(name, set()).add(number)

    def _of(self, file: FileScopes | None) -> Iterator[tuple[str, int]]:
        symbols = self.program.symbols
        for number, kind in zip(file.ids, file.kinds, strict=True) if file is not None else ():
            if kind == "method":
                number = symbols.first[number]
                yield symbols.qualified[number].rpartition(".")[2], number

    def candidates(self, name: str) -> tuple[int, list[int]]:
        """How sure, and which."""
        found = self.methods.get(name, set())
        if len(found) > MOST:
            return POSSIBLE, []
        return (LIKELY if len(found) == 1 else POSSIBLE), sorted(found)

    def leaving(self, source: int) -> Iterator[tuple[int, int, int, int]]:
        scope = self.program.scopes.get(source)
        if scope is None:
            return
        for name, row in self.edges.guesses.get(source, ()):
            certainty, found = self.candidates(name)
            for target in found:
                yield target, CALLS, certainty, scope.first + scope.lines[row]

    def arriving(self, symbol: int) -> set[int]:
        name = self.program.symbols.qualified[symbol].rpartition(".")[2]
        if symbol not in self.candidates(name)[1]:
            return set()
        return self.edges.guessers.get(name, set())
