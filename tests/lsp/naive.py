"""A document as nobody would keep it, to compare ours with: join all, splice by UTF-16 offset, cut again."""

from __future__ import annotations

import json
import re

from hypothesis import strategies as st

from forethought.events import Change

LINE_END = re.compile(r"\r\n|\n|\r")
PIECES = [
    "a", "bc", " ", "\n", "\r", "\r\n", "\f", "\v", "\x1c", "\x85", "\u2028", "\u2029",
    "é", "漢", "😀", "👩‍💻", "\ud83d", "\ude00", "\x00", "def f():\n", "x" * 3000,
]  # fmt: skip


def as_sent(pieces: list[str]) -> str:
    """JSON makes one character of two halves that meet."""
    text: str = json.loads(json.dumps("".join(pieces)))
    return text


texts = st.lists(st.sampled_from(PIECES), max_size=8).map(as_sent)
# Numbers far out of range are part of the contract; so are small ones that hit the text.
rows = st.one_of(st.integers(0, 12), st.sampled_from([0, 10**6, 2**31 - 1]))
columns = st.one_of(st.integers(0, 9), st.sampled_from([2999, 3001, 2**31 - 1]))
edits = st.builds(Change, rows, columns, rows, columns, texts)


class Naive:
    """The whole text as UTF-16; every edit scans it from the start."""

    def __init__(self, text: str) -> None:
        self.units = text.encode("utf-16-le", "surrogatepass")

    @property
    def text(self) -> str:
        return self.units.decode("utf-16-le", "surrogatepass")

    def offset(self, row: int, column: int) -> int:
        text, start = self.text, 0
        for end in LINE_END.finditer(text):
            if row == 0:
                return self._units(text[:start]) + min(column, self._units(text[start : end.start()]))
            row, start = row - 1, end.end()
        if row:
            return len(self.units) // 2
        return self._units(text[:start]) + min(column, self._units(text[start:]))

    @staticmethod
    def _units(text: str) -> int:
        return len(text.encode("utf-16-le", "surrogatepass")) // 2

    def apply(self, change: Change) -> None:
        one = self.offset(change.start_line, change.start_column)
        two = self.offset(change.end_line, change.end_column)
        new = change.text.encode("utf-16-le", "surrogatepass")
        self.units = self.units[: 2 * min(one, two)] + new + self.units[2 * max(one, two) :]
