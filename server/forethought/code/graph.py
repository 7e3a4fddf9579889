"""The code graph of one checkout and the questions it answers. Plain data in and out; one thread at a time."""

from __future__ import annotations

import gc
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from forethought.code.catalogue import Catalogue, Entry
from forethought.code.facts import FileFacts
from forethought.code.neighbours import Neighbours
from forethought.code.ranks import Count, cut_to, ranked, ranks
from forethought.code.relevance import Relevance
from forethought.code.resolve import Edge, Resolution, Symbol

_MANY = 20  # files, whose facts are so many objects that the collector should not look through them again
CERTAINTIES = ("exact", "likely", "possible")
Step = Callable[[Symbol], list[Edge]]


class Leaning(NamedTuple):
    """A file that another one leans on, or that leans on it: `via` is the file in between, or the asked one."""

    path: str
    via: str
    depth: int


class Graph:
    def __init__(self) -> None:
        self.catalogue = Catalogue()
        self._resolution = Resolution()
        self._neighbours = Neighbours(self._resolution)
        self._relevance = Relevance(self.catalogue)
        self._staged: set[str] = set()
        self._came_or_went: set[str] = set()

    def update(self, batch: dict[str, FileFacts | None]) -> None:
        """Files have other facts now; after this every answer is of the new state."""
        self.stage(batch)
        self.resolve()

    def stage(self, batch: dict[str, FileFacts | None]) -> None:
        """The same, but edges stay as they were until `resolve`: one large step is cheaper than many."""
        for path, facts in batch.items():
            if facts is None or path not in self.catalogue.files:
                self._came_or_went.add(path)
            self.catalogue.put(path, facts)
            self._relevance.forget(path)
            self._resolution.set_facts(path, facts)
        self._staged.update(batch)
        if len(batch) > _MANY:
            gc.freeze()

    def resolve(self) -> None:
        if not self._staged:
            return
        with _no_collection(len(self._staged)):
            changed = self._resolution.update()
        self._neighbours.refresh({symbol.path for symbol in changed} | self._came_or_went)
        self._staged.clear()
        self._came_or_went.clear()

    # Questions

    def meant(self, text: str) -> list[Symbol]:
        """The symbols somebody names: by id, by `file:line` (counted from 1), or by a name."""
        path, _, qualified = text.partition("::")
        if path in self.catalogue.files and "::" in text:
            known = not qualified or self.catalogue.get(path, qualified)
            return [Symbol(path, qualified)] if known else []
        path, _, line = text.rpartition(":")
        if line.isdigit() and path in self.catalogue.files:
            entry = self.catalogue.at(path, int(line) - 1)
            return [Symbol(path, entry.qualified if entry else "")]
        return list(dict.fromkeys(Symbol(entry.path, entry.qualified) for entry in self.catalogue.named(text)))

    def callers(self, symbols: list[Symbol], depth: int, least: str) -> list[Edge]:
        return self._walk(symbols, depth, least, self._resolution.edges_to, lambda edge: edge.source)

    def callees(self, symbols: list[Symbol], depth: int, least: str) -> list[Edge]:
        return self._walk(symbols, depth, least, self._resolution.edges_from, lambda edge: edge.target)

    def dependencies(self, path: str, depth: int) -> list[Leaning]:
        return _spread(path, depth, lambda file: self._neighbours.dependencies.get(file, ()))

    def dependents(self, path: str, depth: int) -> list[Leaning]:
        return _spread(path, depth, lambda file: self._neighbours.dependents.get(file, ()))

    def relevant(self, query: str, limit: int) -> list[tuple[float, Entry]]:
        return self._relevance.find(query, limit)

    def map(self, focus: Collection[str], budget: int, count: Count) -> tuple[str, int]:
        """The ranked map of the repository in that many tokens."""
        rank = ranks(self._resolution, self._neighbours, focus)
        # A line of it takes four tokens at the very least.
        entries = ranked(self._resolution, self.catalogue, rank, least=budget // 4 + 1)
        return cut_to(budget, count, entries)

    def edges(self, kind: str | None, path: str | None, least: str) -> Iterator[Edge]:
        """All edges, or those that leave a file, in a fixed order."""
        for edge in self._resolution.all_edges():
            if kind in (None, edge.kind) and path in (None, edge.source.path) and _sure(edge, least):
                yield edge

    def counts(self) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
        """How many nodes and edges of each kind, and files of each language."""
        nodes = Counter(kind for _, kind in self._resolution.symbols())
        nodes["import"] = sum(len(file.imports) for file in self.catalogue.files.values())
        edges = Counter(edge.kind for edge in self._resolution.all_edges())
        languages = Counter(file.language for file in self.catalogue.files.values())
        return dict(sorted(nodes.items())), dict(sorted(edges.items())), dict(languages.most_common())

    def _walk(
        self, symbols: list[Symbol], depth: int, least: str, step: Step, onward: Callable[[Edge], Symbol]
    ) -> list[Edge]:
        found: dict[Edge, None] = {}
        seen, near = set(symbols), list(symbols)
        for _ in range(depth):
            further = []
            for symbol in near:
                for edge in step(symbol):
                    if edge.kind == "calls" and _sure(edge, least):
                        found[edge] = None
                        if (other := onward(edge)) not in seen:
                            seen.add(other)
                            further.append(other)
            near = further
        return list(found)


@contextmanager
def _no_collection(files: int) -> Iterator[None]:
    """Thousands of files make millions of objects that stay: looking through them for garbage finds none."""
    if files <= _MANY:
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _sure(edge: Edge, least: str) -> bool:
    return CERTAINTIES.index(edge.certainty) <= CERTAINTIES.index(least)


def _spread(path: str, depth: int, step: Callable[[str], Collection[str]]) -> list[Leaning]:
    seen = {path}
    waiting = deque([(path, 0)])
    found = []
    while waiting:
        here, far = waiting.popleft()
        if far == depth:
            continue
        for other in sorted(step(here)):
            if other not in seen:
                seen.add(other)
                found.append(Leaning(other, here, far + 1))
                waiting.append((other, far + 1))
    return found
