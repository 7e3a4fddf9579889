"""The vectors of one model as one matrix: a search is one multiplication."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class Vectors:
    def __init__(self, dim: int) -> None:
        self._rows = np.empty((64, dim), np.float32)
        self._owners = np.empty(64, np.int32)  # a row's slot; a long text has several rows
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, slot: int, vectors: NDArray[np.float32]) -> None:
        end = self._count + len(vectors)
        while end > len(self._owners):
            self._rows = np.concatenate([self._rows, np.empty_like(self._rows)])
            self._owners = np.concatenate([self._owners, np.empty_like(self._owners)])
        self._rows[self._count : end] = vectors
        self._owners[self._count : end] = slot
        self._count = end

    def remove(self, slot: int) -> None:
        """The last rows fill the holes."""
        for row in np.flatnonzero(self._owners[: self._count] == slot)[::-1]:
            self._count -= 1
            self._rows[row] = self._rows[self._count]
            self._owners[row] = self._owners[self._count]

    def renumber(self, numbers: NDArray[np.int32]) -> None:
        self._owners[: self._count] = numbers[self._owners[: self._count]]

    def of(self, slot: int) -> NDArray[np.float32]:
        rows: NDArray[np.float32] = self._rows[: self._count][self._owners[: self._count] == slot]
        return rows

    def cosines(self, query: NDArray[np.float32], slots: int) -> NDArray[np.float32]:
        """Each slot's nearest passage; 0 for what has no vector, or points away."""
        nearest = np.zeros(slots, np.float32)
        np.maximum.at(nearest, self._owners[: self._count], self._rows[: self._count] @ query)
        return nearest
