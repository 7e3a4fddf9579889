"""What was shown in the course of one topic, so that nothing is shown twice; a new topic starts anew."""

from __future__ import annotations

from collections.abc import Iterable

from forethought.memory.embed import Embedding
from forethought.memory.words import tokens

OTHER = 0.3  # below it two questions are about different things


class Topic:
    def __init__(self) -> None:
        self._words: set[str] = set()
        self._embedding: Embedding | None = None
        self._shown: set[str] = set()

    def turn(self, text: str, embedding: Embedding | None) -> bool:
        """The next thing asked; whether it is another topic than the one before."""
        words = set(tokens(text))
        changed = bool(self._words) and self._alike(words, embedding) < OTHER
        if changed:
            self._shown.clear()
        self._words, self._embedding = words, embedding
        return changed

    def fresh(self, ids: Iterable[str]) -> list[str]:
        """Those that were not shown yet; from now on they were."""
        new = [each for each in ids if each not in self._shown]
        self._shown.update(new)
        return new

    def _alike(self, words: set[str], embedding: Embedding | None) -> float:
        known = self._embedding
        if embedding is not None and known is not None and embedding.model == known.model:
            cosine = float(embedding.vectors[0] @ known.vectors[0])
            return (cosine - embedding.floor) / (1 - embedding.floor)
        return len(words & self._words) / max(min(len(words), len(self._words)), 1)
