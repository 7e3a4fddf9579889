"""Arrays that grow: facts about numbered things (files, commits) kept where NumPy can read them at once."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


# Rows of a product that the BLAS still computes in the calling thread.
_BLOCK = 40


def product(rows: npt.NDArray[Any], weights: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """rows @ weights, block by block: waking the BLAS's threads costs more than these small products,
    and on a busy machine waiting for them takes ten times as long as the whole answer."""
    return np.concatenate([rows[at : at + _BLOCK] @ weights for at in range(0, max(1, len(rows)), _BLOCK)])


class Column:
    """One value per number, with room to grow; `values` is a view of what is filled."""

    def __init__(self, kind: type, default: float = 0) -> None:
        self._default = default
        self._room: npt.NDArray[Any] = np.full(1024, default, dtype=kind)
        self.size = 0

    def append(self, value: float | None = None) -> None:
        if self.size == len(self._room):
            self._room = np.concatenate([self._room, np.full_like(self._room, self._default)])
        self._room[self.size] = self._default if value is None else value
        self.size += 1

    @property
    def values(self) -> npt.NDArray[Any]:
        return self._room[: self.size]


class Postings:
    """For each key, the numbers filed under it, in the order they came."""

    def __init__(self) -> None:
        self._lists: dict[Any, array[int]] = {}

    def add(self, key: object, number: int) -> None:
        found = self._lists.get(key)
        if found is None:
            found = self._lists[key] = array("q")
        if not found or found[-1] != number:
            found.append(number)

    def drop(self, key: object, number: int) -> None:
        self._lists[key].remove(number)

    def last(self, key: object, limit: int) -> Ints:
        """The newest `limit` numbers; a copy, because the list may grow while it is used."""
        found = self._lists.get(key)
        return np.array(found[-limit:], dtype=np.int64) if found else np.empty(0, dtype=np.int64)

    def count(self, key: object) -> int:
        return len(self._lists.get(key, ()))
