"""Calls of which only the name is known: `x.save()` where nothing tells what x is.

One definition of that name in the project makes a likely edge, a few make possible ones. Candidates are looked
up when asked for: they change with every definition that comes and goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from forethought.code.languages import LANGUAGES
from forethought.code.resolve.edges import CALLS, LIKELY, POSSIBLE, Edges
from forethought.code.resolve.places import family_of
from forethought.code.resolve.program import Program
from forethought.code.resolve.scopes import FileScopes

_METHODS = {"method"}
_CALLED = {"function", "method", "constructor", "macro", "class", "struct"}
MOST = 8  # candidates; with more of them a name tells nothing


class Named:
    def __init__(self, program: Program, edges: Edges) -> None:
        self.program, self.edges = program, edges
        self.methods: dict[
            tuple[str, str], set[int]
        ] = {}  # symbols by the family of their language and their last name

    def swap(self, old: FileScopes | None, new: FileScopes | None) -> None:
        if old is not None and new is not None and (old.ids, old.kinds) == (new.ids, new.kinds):
            return
        for name, number in self._of(old):
            self.methods[name].discard(number)
        for name, number in self._of(new):
            self.methods.setdefault(name, set()).add(number)

    def _of(self, file: FileScopes | None) -> Iterator[tuple[tuple[str, str], int]]:
        if file is None:
            return
        symbols, family = self.program.symbols, family_of(file.language)
        wanted = _METHODS if LANGUAGES[file.language].deep else _CALLED
        for number, kind in zip(file.ids, file.kinds, strict=True):
            if kind in wanted:
                number = symbols.first[number]
                yield (family, symbols.qualified[number].rpartition(".")[2]), number

    def candidates(self, source: int, guess: str) -> list[tuple[int, int]]:
        """The methods that "receiver.name" may mean, and how sure that is: likely if there is but one of that
        name, and the receiver is called like its class."""
        receiver, _, name = guess.rpartition(".")
        language = self.program.scopes[source].language
        found = self.methods.get((family_of(language), name), set())
        if not LANGUAGES[language].deep:
            near = self._nearest(source, found)
            sure = LIKELY if len(near) == 1 else POSSIBLE
            return [(number, sure) for number in near] if len(near) <= MOST else []
        if len(found) > MOST:
            return []
        return [
            (number, LIKELY if len(found) == 1 and self._is_called(receiver, number) else POSSIBLE) for number in found
        ]

    def _nearest(self, source: int, found: set[int]) -> list[int]:
        """Those of the same file, else of the files that it includes, else all."""
        symbols, program = self.program.symbols, self.program
        path = symbols.path[source]
        here = [number for number in found if symbols.path[number] == path]
        if here or len(found) < 2:
            return here or list(found)
        stars = program.scopes[program.scopes[source].module].stars
        included = {program.modules.find(path, item.module, item.level) for item in stars}
        return [number for number in found if symbols.path[number] in included] or list(found)

    def _is_called(self, receiver: str, method: int) -> bool:
        class_ = self.program.symbols.qualified[method].rpartition(".")[0].rpartition(".")[2]
        plain = receiver.replace("_", "").lower()
        return len(plain) > 2 and class_.replace("_", "").lower().endswith(plain)

    def leaving(self, source: int) -> Iterator[tuple[int, int, int, int]]:
        scope = self.program.scopes.get(source)
        if scope is None:
            return
        for guess, row in self.edges.guesses.get(source, ()):
            for target, certainty in self.candidates(source, guess):
                yield target, CALLS, certainty, scope.first + scope.lines[row]

    def arriving(self, symbol: int) -> set[int]:
        """Those who may mean a symbol by its name."""
        symbols = self.program.symbols
        name, file = symbols.qualified[symbol].rpartition(".")[2], self.program.files.get(symbols.path[symbol])
        family = family_of(file.language) if file is not None else ""
        return set(self.edges.guessers.get(name, ())) if symbol in self.methods.get((family, name), ()) else set()
