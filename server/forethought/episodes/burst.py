"""A burst of keystrokes is one edit: its line ranges, kept in the coordinates of the newest text."""

from __future__ import annotations

from datetime import datetime

from forethought.events import Change


class Burst:
    """`first_event` and `last_event` number the session's events it is made of, `before` is the text as it was."""

    def __init__(self, event: int = 0, began: datetime = datetime.min, before: str = "") -> None:
        self.began = self.last = began
        self.before = before
        self.first_event = self.last_event = event
        self._ranges: list[list[int]] = []  # zero-based, inclusive, sorted, apart

    def add(self, change: Change) -> None:
        first, end = change.start_line, change.end_line
        grown = _line_breaks(change.text) - (end - first)
        touched = [first, end + grown]
        kept = []
        for low, high in self._ranges:
            if high < first - 1:
                kept.append([low, high])
            elif low > end + 1:
                kept.append([low + grown, high + grown])
            else:  # overlaps or touches: one range from now on
                touched = [min(touched[0], low), max(touched[1], (high if high < first else high + grown))]
        kept.append(touched)
        kept.sort()
        self._ranges = kept

    def lines(self) -> list[tuple[int, int]]:
        """One-based, inclusive ranges that the burst touched."""
        return [(low + 1, max(low, high) + 1) for low, high in self._ranges]


def _line_breaks(text: str) -> int:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.count("\n")
