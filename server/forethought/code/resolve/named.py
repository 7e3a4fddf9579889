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
        if old is not None and new is not None and (old.ids, old.kinds) == (new.ids, new.kinds):
            return
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

    def candidates(self, guess: str) -> list[tuple[int, int]]:
        """The methods that "receiver.name" may mean, and how sure that is: likely if there is but one of that
        name, and the receiver is called like its class."""
        receiver, _, name = guess.rpartition(".")
        found = self.methods.get(name, set())
        if len(found) > MOST:
            return []
        return [(number, LIKELY if len(found) == 1 and self._is_called(receiver, number) else POSSIBLE) for number in found]

    def _is_called(self, receiver: str, method: int) -> bool:
        class_ = self.program.symbols.qualified[method].rpartition(".")[0].rpartition(".")[2]
        plain = receiver.replace("_", "").lower()
        return len(plain) > 2 and class_.replace("_", "").lower().endswith(plain)

    def leaving(self, source: int) -> Iterator[tuple[int, int, int, int]]:
        scope = self.program.scopes.get(source)
        if scope is None:
            return
        for guess, row in self.edges.guesses.get(source, ()):
            for target, certainty in self.candidates(guess):
                yield target, CALLS, certainty, scope.first + scope.lines[row]

    def arriving(self, symbol: int) -> set[int]:
        name = self.program.symbols.qualified[symbol].rpartition(".")[2]
        found = self.methods.get(name, set())
        return self.edges.guessers.get(name, set()) if symbol in found and len(found) <= MOST else set()
