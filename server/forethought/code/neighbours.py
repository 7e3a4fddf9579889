"""Which files lean on which, and the links between symbols as arrays of numbers: what ranks are computed from."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from forethought.code.resolve import Resolution
from forethought.code.resolve.edges import CONTAINS

Numbers = NDArray[np.int64]


class Neighbours:
    """Kept file by file: an edit costs what its own file has."""

    def __init__(self, resolution: Resolution) -> None:
        self._resolution = resolution
        self._links: dict[str, tuple[Numbers, Numbers]] = {}
        self._all: tuple[Numbers, Numbers] | None = None
        self.dependencies: dict[str, frozenset[str]] = {}
        self.dependents: dict[str, set[str]] = {}

    def refresh(self, paths: Iterable[str]) -> None:
        """The links that leave these files may have changed."""
        for path in paths:
            for other in self.dependencies.pop(path, ()):
                self.dependents[other].discard(path)
            self._links.pop(path, None)
            if path in self._resolution.program.files:
                self._read(path)
        self._all = None

    def links(self) -> tuple[Numbers, Numbers]:
        """All links: the symbols they leave, and those they lead to."""
        if self._all is None:
            ordered = [self._links[path] for path in sorted(self._links)]
            empty = np.zeros(0, np.int64)
            sources = np.concatenate([empty, *(sources for sources, _ in ordered)])
            targets = np.concatenate([empty, *(targets for _, targets in ordered)])
            self._all = sources, targets
        return self._all

    def _read(self, path: str) -> None:
        program, edges = self._resolution.program, self._resolution.edges
        sources: list[int] = []
        targets: list[int] = []
        for number in program.files[path].ids:
            for target, kind, _, _ in edges.leaving(number):
                if kind != CONTAINS:
                    sources.append(program.symbols.first[number])
                    targets.append(target)
        self._links[path] = np.array(sources, np.int64), np.array(targets, np.int64)
        others = frozenset(program.symbols.path[target] for target in set(targets)) - {path}
        self.dependencies[path] = others
        for other in others:
            self.dependents.setdefault(other, set()).add(path)
