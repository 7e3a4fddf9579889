"""Which texts hold which words, and how much of a question each of them covers (BM25).

Texts are numbered by slot, in the order they came. One that is removed leaves its entries behind, not counted,
until `renumbered` drops them: a removal costs nothing, and what is found never depends on the past.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Slots = NDArray[np.int32]

K1, B = 0.9, 0.4  # short texts: repeating a word says little, and so does length
BESIDE = (0.7, 0.35)  # what a word counts for in the text next to it, and in the one after that
MOST = 32  # words of a question: of a longer one the most specific


class Postings:
    def __init__(self) -> None:
        self._entries: dict[str, tuple[array[int], array[int]]] = {}  # token → slots, ascending, and counts
        self._lengths: array[float] = array("f")

    def add(self, tokens: Iterable[str]) -> None:
        """The text of the next slot."""
        slot = len(self._lengths)
        counted = Counter(tokens)
        self._lengths.append(counted.total())
        for token, count in counted.items():
            slots, counts = self._entries.setdefault(token, (array("i"), array("H")))
            slots.append(slot)
            counts.append(min(count, 0xFFFF))

    def coverage(
        self, asked: Mapping[str, float], labels: Iterable[str], alive: NDArray[np.bool_], beside: tuple[Slots, ...]
    ) -> Floats:
        """For each slot, the share of the question its words cover: about 1 when all of them are there.

        `asked` gives each token its share of a word. A word weighs what it is worth (rare ones much), also one
        that nothing holds: a question of which little is known is answered by little. `beside` leads from a slot
        to the one before and the one after: what was said next to a text helps to find it. A label counts on top,
        and only for its own text.
        """
        living = int(alive.sum())
        covered = np.zeros(len(alive), np.float32)
        if not living:
            return covered
        lengths = np.frombuffer(self._lengths, np.float32)
        norms = K1 * (1 - B + B * lengths / max(float(lengths[alive].mean()), 1.0))
        words = [(token, *self._living(token, alive)) for token in asked]
        weighed = [
            (asked[token] * _worth(len(slots), living), token, slots, counts)
            for token, slots, counts in words
            if len(slots) or "_" not in token  # an unknown compound is asked for by its parts
        ]
        weighed.sort(key=lambda word: (len(word[2]) == 0, -word[0], word[1]))
        for worth, _, slots, counts in weighed[:MOST]:
            if len(slots):
                _spread(covered, slots, worth * _saturated(counts, norms[slots]), beside)
        for token in labels:
            slots, counts = self._living(token, alive)
            covered[slots] += _worth(len(slots), living) * _saturated(counts, norms[slots])
        return covered / max(sum(worth for worth, *_ in weighed[:MOST]), 1e-6)

    def holds(self, token: str, slot: int) -> bool:
        slots = self._entries.get(token, (array("i"),))[0]
        at = int(np.searchsorted(np.frombuffer(slots, np.int32), slot)) if slots else 0
        return at < len(slots) and slots[at] == slot

    def renumbered(self, alive: NDArray[np.bool_]) -> Postings:
        """The same without what was removed; slot numbers close the gaps."""
        numbers = np.cumsum(alive, dtype=np.int32) - 1
        fresh = Postings()
        fresh._lengths = array("f", np.frombuffer(self._lengths, np.float32)[alive].tobytes())
        for token in self._entries:
            slots, counts = self._living(token, alive)
            if len(slots):
                entry = array("i", numbers[slots].tobytes()), array("H", counts.astype(np.uint16).tobytes())
                fresh._entries[token] = entry
        return fresh

    def _living(self, token: str, alive: NDArray[np.bool_]) -> tuple[Slots, Floats]:
        if (entry := self._entries.get(token)) is None:
            return np.empty(0, np.int32), np.empty(0, np.float32)
        slots = np.frombuffer(entry[0], np.int32)
        keep = alive[slots]
        return slots[keep], np.frombuffer(entry[1], np.uint16)[keep].astype(np.float32)


def _worth(holding: int, living: int) -> float:
    return float(np.log1p((living - holding + 0.5) / (holding + 0.5)))


def _saturated(counts: Floats, norms: Floats) -> Floats:
    return counts * (K1 + 1) / (counts + norms)


def _spread(covered: Floats, slots: Slots, shares: Floats, beside: tuple[Slots, ...]) -> None:
    """Adds one word's shares; a text that lacks the word takes part of the best of its neighbours'."""
    if not beside:
        covered[slots] += shares
        return
    best = np.zeros_like(covered)
    best[slots] = shares
    for step in beside:
        at = slots
        for weight in BESIDE:
            at = step[at]  # at either end of a sequence a text is its own neighbour
            np.maximum.at(best, at, np.float32(weight) * shares)
    covered += best
