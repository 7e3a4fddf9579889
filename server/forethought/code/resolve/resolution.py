"""The resolver's face: facts of files go in, edges between symbols come out, exact after every change."""

from __future__ import annotations

from collections.abc import Iterator

from forethought.code.facts import FileFacts
from forethought.code.resolve.edges import CERTAINTIES, CONTAINS, EXACT, KINDS, Edge, Edges, Symbol
from forethought.code.resolve.known import HEARD_OF
from forethought.code.resolve.named import Named
from forethought.code.resolve.program import Program
from forethought.code.resolve.readers import Readers
from forethought.code.resolve.rounds import Rounds
from forethought.code.resolve.scopes import FileScopes
from forethought.code.resolve.swap import Swap

MANY = 1000  # definitions changed at once
RECENT = 8  # files whose facts are kept, so that an edit finds again what did not change


class Resolution:
    """Set the facts of as many files as have changed, then `update`."""

    def __init__(self) -> None:
        self.program = Program(HEARD_OF)
        self.readers = Readers(self.program)
        self.rounds = Rounds(self.program, self.readers)
        self.edges = Edges(self.program)
        self.named = Named(self.program, self.edges)
        self._swap = Swap(self.program, self.readers, self.named)
        self._staged: dict[str, FileScopes | None] = {}
        self._configs: dict[str, str | None] = {}
        self._recent: dict[str, tuple[FileFacts, FileScopes]] = {}

    def set_facts(self, path: str, facts: FileFacts | None) -> None:
        """What a file says now; None: it is gone. Paths are relative to the project, with slashes."""
        if facts is None:
            self._staged[path] = None
            self._recent.pop(path, None)
            return
        former = self._recent.pop(path, None)
        self._staged[path] = scopes = FileScopes(path, facts, self.program.symbols, former)
        self._recent[path] = (facts, scopes)
        if len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]

    def set_config(self, path: str, text: str | None) -> None:
        """What a file says that tells what imports mean: tsconfig.json, package.json, go.mod, Cargo.toml."""
        self._configs[path] = text

    def update(self) -> set[Symbol]:
        """Resolve what the facts set since the last time touch. The symbols whose outgoing edges changed."""
        changed = self._swap.files(self._staged, self._configs)
        self._staged, self._configs = {}, {}
        out = set()
        for number, outcome in self.rounds.replay(changed).items():
            if self.edges.replace(number, outcome.edges, outcome.guesses):
                out.add(self._symbol(number))
        if len(changed) > MANY:
            self.program.forget_names()  # quickly found again, and large after so much
        return out

    def edges_from(self, symbol: Symbol) -> list[Edge]:
        """All edges that leave a symbol."""
        found = []
        for number in self._numbers(symbol):
            for target, kind, certainty, line in (*self.edges.leaving(number), *self.named.leaving(number)):
                found.append(Edge(symbol, self._symbol(target), KINDS[kind], CERTAINTIES[certainty], line))
        return sorted({*found, *self._contents(symbol)})

    def edges_to(self, symbol: Symbol) -> list[Edge]:
        """All edges that arrive at a symbol."""
        number = self.program.symbols.find(*symbol)
        if number is None:
            return []
        sources = {self._symbol(source) for source in self.edges.into.get(number, ())}
        sources |= {self._symbol(source) for source in self.named.arriving(number)}
        sources |= {self._symbol(source) for source in self.readers.derived.get(number, ())}
        above = self._above(symbol)
        if above is not None:
            sources.add(above)
        return sorted(edge for source in sources for edge in self.edges_from(source) if edge.target == symbol)

    def symbols(self) -> Iterator[tuple[Symbol, str]]:
        """All symbols with their kinds, file by file."""
        for path in sorted(self.program.files):
            file = self.program.files[path]
            for number, kind in zip(file.ids, file.kinds, strict=True):
                if self.program.symbols.first[number] == number:
                    yield self._symbol(number), kind

    def all_edges(self) -> Iterator[Edge]:
        for symbol, _ in self.symbols():
            yield from self.edges_from(symbol)

    def _symbol(self, number: int) -> Symbol:
        symbols = self.program.symbols
        return Symbol(symbols.path[number], symbols.qualified[number])

    def _numbers(self, symbol: Symbol) -> Iterator[int]:
        """All definitions of a symbol, which may be several of one name."""
        symbols, repeated = self.program.symbols, 0
        number = symbols.find(*symbol)
        while number is not None:
            yield number
            repeated += 1
            number = symbols.in_file[symbol.path].get(f"{symbol.qualified}#{repeated}")

    def _contents(self, symbol: Symbol) -> Iterator[Edge]:
        for number in self._numbers(symbol):
            scope = self.program.scopes.get(number)
            if scope is None:
                continue
            for child in scope.children:
                line = self.program.scopes.get(child, scope).first
                yield Edge(symbol, self._symbol(child), KINDS[CONTAINS], CERTAINTIES[EXACT], line)

    def _above(self, symbol: Symbol) -> Symbol | None:
        file = self.program.files.get(symbol.path)
        number = self.program.symbols.find(*symbol)
        if file is None or number not in file.ids:
            return None
        parent = file.parents[file.ids.index(number)]
        return self._symbol(file.ids[parent]) if parent >= 0 else None
