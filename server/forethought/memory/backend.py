"""Where memories are kept, behind one small protocol; in-memory here, DuckDB in `store.memories`.

Calls block: whoever makes them is on a thread of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np

from forethought.memory.embed import Embedding
from forethought.memory.filters import NEWEST, Condition, Order, fits, sorted_by
from forethought.memory.records import Memory


class Backend(Protocol):
    def add(self, memories: Sequence[Memory], embeddings: Mapping[str, Embedding] = ...) -> None:
        """Put memories there, in place of those with the same ids."""

    def get(self, memory_id: str) -> Memory | None: ...

    def query(self, wanted: Sequence[Condition] = (), order: Order = ..., limit: int | None = None) -> list[Memory]: ...

    def similar(
        self, embedding: Embedding, wanted: Sequence[Condition] = (), limit: int = 10
    ) -> list[tuple[Memory, float]]:
        """The nearest in meaning with their cosines, of those that the same model embedded."""

    def count(self, wanted: Sequence[Condition] = ()) -> int: ...

    def delete(self, ids: Iterable[str]) -> int:
        """How many there were."""

    def clear(self) -> int: ...


class InMemory:
    """For what ends with its task, and as what searches run on."""

    def __init__(self) -> None:
        self.memories: dict[str, Memory] = {}
        self._embeddings: dict[str, Embedding] = {}

    def add(self, memories: Sequence[Memory], embeddings: Mapping[str, Embedding] = {}) -> None:
        for memory in memories:
            self.memories[memory.id] = memory
        self._embeddings.update(embeddings)

    def get(self, memory_id: str) -> Memory | None:
        return self.memories.get(memory_id)

    def query(self, wanted: Sequence[Condition] = (), order: Order = NEWEST, limit: int | None = None) -> list[Memory]:
        return sorted_by(self._fitting(wanted), order)[:limit]

    def similar(
        self, embedding: Embedding, wanted: Sequence[Condition] = (), limit: int = 10
    ) -> list[tuple[Memory, float]]:
        known = {memory.id: self._embeddings.get(memory.id) for memory in self._fitting(wanted)}
        return nearest(self.memories, {each: made for each, made in known.items() if made}, embedding, limit)

    def count(self, wanted: Sequence[Condition] = ()) -> int:
        return len(self._fitting(wanted))

    def delete(self, ids: Iterable[str]) -> int:
        found = [each for each in set(ids) if self.memories.pop(each, None)]
        for each in found:
            self._embeddings.pop(each, None)
        return len(found)

    def clear(self) -> int:
        return self.delete(list(self.memories))

    def _fitting(self, wanted: Sequence[Condition]) -> list[Memory]:
        return [memory for memory in self.memories.values() if fits(memory, wanted)]


def nearest(
    memories: Mapping[str, Memory], known: Mapping[str, Embedding], embedding: Embedding, limit: int
) -> list[tuple[Memory, float]]:
    """By the nearest passage; vectors of another model are not compared."""
    cosines = {
        each: float(np.max(made.vectors @ embedding.vectors[0]))
        for each, made in known.items()
        if made.model == embedding.model
    }
    best = sorted(cosines, key=lambda each: (-cosines[each], each))[:limit]
    return [(memories[each], cosines[each]) for each in best]
