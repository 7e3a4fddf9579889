"""Which memories a text sets off: negatives that warn, procedures that help.

What a line sets off depends on that line alone, so it is kept by the line's text: after an edit only lines that
were never seen are looked at, wherever they moved.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from forethought.errors import InvalidParams
from forethought.memory.linear import Pattern

LONGEST_LINE = 2_000  # characters that are looked at
_KEPT = 50_000  # lines


class Trigger(NamedTuple):
    memory: str
    pattern: Pattern


class Hit(NamedTuple):
    """`line` counts from zero."""

    line: int
    memory: str


def compiled(patterns: Iterable[str]) -> list[Pattern]:
    """The patterns, or InvalidParams that says which is wrong and why."""
    found = []
    for number, text in enumerate(patterns):
        try:
            found.append(Pattern(text))
        except ValueError as problem:
            raise InvalidParams(f"triggers[{number}]: {text[:60]!r} {problem}") from None
    return found


class Triggers:
    def __init__(self) -> None:
        self._patterns: dict[str, list[Pattern]] = {}  # by memory
        self._seen: dict[str, tuple[str, ...]] = {}

    def __len__(self) -> int:
        return len(self._patterns)

    def put(self, memory: str, patterns: Sequence[str]) -> None:
        self._seen.clear()
        self._patterns[memory] = compiled(patterns)

    def remove(self, memory: str) -> None:
        if self._patterns.pop(memory, None):
            self._seen.clear()

    def hits(self, lines: Sequence[str]) -> list[Hit]:
        """Every line of a document that sets something off, in order."""
        if not self._patterns:
            return []
        seen = self._seen
        if new := {line for line in lines if line not in seen}:
            if len(seen) + len(new) > _KEPT:
                seen.clear()
                new = set(lines)
            seen.update(self._look(new))
        return [Hit(number, memory) for number, line in enumerate(lines) if seen[line] for memory in seen[line]]

    def set_off(self, text: str) -> list[str]:
        """The memories that a text sets off, anywhere in it."""
        return list(dict.fromkeys(hit.memory for hit in self.hits(text.splitlines())))

    def _look(self, lines: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = dict.fromkeys(lines, ())
        texts = list(found)
        whole, starts = "".join(texts), [0, *accumulate(map(len, texts))]
        for memory, patterns in sorted(self._patterns.items()):
            for pattern in patterns:
                for line in _holding(pattern.literal, texts, whole, starts):
                    if memory not in found[line] and pattern.search(_text(line)):
                        found[line] = (*found[line], memory)
        return found


def _holding(literal: str, texts: list[str], whole: str, starts: list[int]) -> Iterator[str]:
    """The lines that may hold a text, found in one pass over all of them."""
    at = whole.find(literal)
    while 0 <= at < len(whole):
        number = bisect_right(starts, at) - 1
        yield texts[number]
        at = whole.find(literal, starts[number + 1])


def _text(line: str) -> str:
    return line[:LONGEST_LINE].rstrip("\r\n")
