"""All memories of one scope, ready to be searched by words and by meaning. One thread owns it.

Scores of two indexes can be compared: both parts are shares of what was asked, not sums that grow with the index.
"""

from __future__ import annotations

from array import array

import msgspec
import numpy as np
from numpy.typing import NDArray

from forethought.memory.embed import Embedding
from forethought.memory.postings import Postings
from forethought.memory.vectors import Vectors
from forethought.memory.words import Asked, asked, label, labels, tokens


class Signals(msgspec.Struct, frozen=True):
    """How each slot fits a question: the share of its words that is covered, and how near the meaning is."""

    asked: dict[str, Asked]
    words: NDArray[np.float32]
    meaning: NDArray[np.float32]
    alive: NDArray[np.bool_]


class Index:
    def __init__(self) -> None:
        self._slots: dict[str, int] = {}
        self._ids: list[str] = []
        self._alive = bytearray()
        # A sequence (the turns of a conversation, the memories of a session) is linked both ways; whatever
        # stands alone is its own neighbour.
        self._before: array[int] = array("i")
        self._after: array[int] = array("i")
        self._linked = False
        self._postings = Postings()
        self._vectors: dict[str, Vectors] = {}  # by model: only those of the question's are ever compared

    def __len__(self) -> int:
        return len(self._slots)

    def __contains__(self, memory: str) -> bool:
        return memory in self._slots

    def put(self, memory: str, text: str, embedding: Embedding | None = None, after: str | None = None) -> None:
        """Add a memory, or replace what it says. `after` is the memory that came just before it in its session."""
        kept = self._slots.get(memory)
        slot = len(self._ids)
        self._slots[memory] = slot
        self._ids.append(memory)
        self._alive.append(True)
        self._before.append(slot)
        self._after.append(slot)
        self._postings.add([*tokens(text), *labels(text)])
        if kept is not None:
            self._take_place(slot, kept)
            self._drop(kept)
        elif after in self._slots:
            self._insert(slot, self._slots[after])
        if embedding is not None:
            self.embed(memory, embedding)

    def embed(self, memory: str, embedding: Embedding) -> None:
        """Give a memory its vectors; those of other models stay beside them until `forget_model`."""
        slot = self._slots[memory]
        held = self._vectors.setdefault(embedding.model, Vectors(embedding.vectors.shape[1]))
        held.remove(slot)
        held.add(slot, embedding.vectors)

    def embedding(self, memory: str, model: str) -> NDArray[np.float32] | None:
        if (held := self._vectors.get(model)) is None:
            return None
        vectors = held.of(self._slots[memory])
        return vectors if len(vectors) else None

    def vectors(self, model: str) -> tuple[list[str], NDArray[np.float32]]:
        """All memories that this model embedded, with one vector each."""
        if (held := self._vectors.get(model)) is None:
            return [], np.empty((0, 0), np.float32)
        slots, means = held.means()
        return [self._ids[slot] for slot in slots], means

    def forget_model(self, model: str) -> None:
        self._vectors.pop(model, None)

    def remove(self, memory: str) -> None:
        """What stood on both sides of it stands side by side from now on."""
        if (slot := self._slots.pop(memory, None)) is None:
            return
        before, after = self._before[slot], self._after[slot]
        if before != slot and after != slot:
            self._link(before, after)
        elif before != slot:
            self._after[before] = before
        elif after != slot:
            self._before[after] = after
        self._drop(slot)

    def signals(self, query: str, embedding: Embedding | None = None) -> Signals:
        alive = np.frombuffer(bytes(self._alive), np.bool_)
        beside = (np.array(self._before, np.int32), np.array(self._after, np.int32)) if self._linked else ()
        question = asked(query)
        shares = {token: each.share for token, each in question.items()}
        return Signals(
            asked=question,
            words=self._postings.coverage(shares, [label(token) for token in shares], alive, beside),
            meaning=self._meaning(embedding),
            alive=alive,
        )

    def id(self, slot: int) -> str:
        return self._ids[slot]

    def matched(self, question: dict[str, Asked], slot: int) -> list[str]:
        """The words of the question, as they were written, that the text itself holds."""
        held = [each.word for token, each in question.items() if self._postings.holds(token, slot)]
        return list(dict.fromkeys(held))

    def _meaning(self, embedding: Embedding | None) -> NDArray[np.float32]:
        held = self._vectors.get(embedding.model) if embedding else None
        if embedding is None or held is None:
            return np.zeros(len(self._ids), np.float32)
        cosines = held.cosines(embedding.vectors[0], len(self._ids))
        near: NDArray[np.float32] = np.maximum(cosines - np.float32(embedding.floor), 0)
        return near / np.float32(1 - embedding.floor)

    def _link(self, before: int, after: int) -> None:
        self._after[before], self._before[after] = after, before
        self._linked = True

    def _insert(self, slot: int, before: int) -> None:
        if (after := self._after[before]) != before:
            self._link(slot, after)
        self._link(before, slot)

    def _take_place(self, slot: int, old: int) -> None:
        before, after = self._before[old], self._after[old]
        if before != old:
            self._link(before, slot)
        if after != old:
            self._link(slot, after)

    def _drop(self, slot: int) -> None:
        self._alive[slot] = False
        self._before[slot] = self._after[slot] = slot
        for held in self._vectors.values():
            held.remove(slot)
        if len(self._ids) > 2 * len(self._slots) + 1000:
            self._close_gaps()

    def _close_gaps(self) -> None:
        alive = np.frombuffer(bytes(self._alive), np.bool_)
        numbers = np.cumsum(alive, dtype=np.int32) - 1
        self._postings = self._postings.renumbered(alive)
        for held in self._vectors.values():
            held.renumber(numbers)
        for links in (self._before, self._after):
            links[:] = array("i", numbers[np.array(links, np.int32)[alive]].tobytes())
        self._ids = [memory for memory, lives in zip(self._ids, alive, strict=True) if lives]
        self._slots = {memory: slot for slot, memory in enumerate(self._ids)}
        self._alive = bytearray(b"\x01" * len(self._ids))
