"""Symbols and files for a described task: its words against names, paths and doc lines."""

from __future__ import annotations

import math
from collections import Counter

from forethought.code.catalogue import Catalogue, Entry
from forethought.memory.words import tokens

_NAME, _DOC, _PATH, _OUTER = 3.0, 1.0, 1.0, 1.0


class Relevance:
    """Built when first asked, then kept file by file."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._words: dict[str, list[dict[str, float]]] = {}  # path → for each entry, the weight of its words
        self._spread: Counter[str] = Counter()  # word → entries that have it
        self._holders: dict[str, set[str]] = {}  # word → paths

    def __reduce__(self) -> tuple[type[Relevance], tuple[Catalogue]]:
        return Relevance, (self._catalogue,)  # saved without its words: they are soon read again

    def forget(self, path: str) -> None:
        """The file has changed: read it again when it is next asked about."""
        for words in self._words.pop(path, ()):
            for word in words:
                self._spread[word] -= 1
                self._holders[word].discard(path)

    def find(self, query: str, limit: int) -> list[tuple[float, Entry]]:
        for path in self._catalogue.files.keys() - self._words.keys():
            self._read(path)
        total = sum(map(len, self._words.values())) or 1
        asked = {word: math.log(1 + total / (1 + self._spread[word])) for word in set(tokens(query))}
        paths = {path for word in asked for path in self._holders.get(word, ())}
        found = []
        for path in paths:
            for entry, words in zip(self._catalogue.files[path].entries, self._words[path], strict=True):
                score = sum(weight * words[word] for word, weight in asked.items() if word in words)
                if score:
                    found.append((score / (1 + 0.1 * len(words)), entry))
        found.sort(key=lambda pair: (-pair[0], pair[1].path, pair[1].first))
        return found[:limit]

    def _read(self, path: str) -> None:
        around = dict.fromkeys(tokens(path.replace("/", " ").replace(".", " ")), _PATH)
        self._words[path] = [self._weights(entry, around) for entry in self._catalogue.files[path].entries]
        for words in self._words[path]:
            for word in words:
                self._spread[word] += 1
                self._holders.setdefault(word, set()).add(path)

    def _weights(self, entry: Entry, around: dict[str, float]) -> dict[str, float]:
        words = dict(around)
        outer, _, name = entry.qualified.rpartition(".")
        for text, weight in ((entry.doc, _DOC), (outer.replace(".", " "), _OUTER), (name, _NAME)):
            for word in set(tokens(text)) if text else ():
                words[word] = max(weight, words.get(word, 0.0))
        return words
