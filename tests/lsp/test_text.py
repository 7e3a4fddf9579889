"""The document model equals a naive one: join everything, splice by UTF-16 offset, cut again."""

from __future__ import annotations

import json
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forethought.code.text import Text
from forethought.events import Change

LINE_END = re.compile(r"\r\n|\n|\r")
PIECES = [
    "a", "bc", " ", "\n", "\r", "\r\n", "\f", "\v", "\x1c", "\x85", "\u2028", "\u2029",
    "é", "漢", "😀", "👩‍💻", "\ud83d", "\ude00", "\x00", "def f():\n", "x" * 3000,
]  # fmt: skip
STEPS = 60
EXAMPLES = 100  # × STEPS = 6,000 random edits


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


@settings(max_examples=EXAMPLES, deadline=None)
@given(start=texts, changes=st.lists(edits, min_size=STEPS, max_size=STEPS))
def test_thousands_of_random_edits_leave_the_same_text_as_the_naive_model(start: str, changes: list[Change]):
    text, naive = Text(start), Naive(start)
    for change in changes:
        text.apply(change)
        naive.apply(change)
        assert text.text() == naive.text
        assert text.line_count == len(LINE_END.findall(naive.text)) + 1
        assert all(len(LINE_END.findall(line)) == 1 for line in text.lines[:-1])


@pytest.mark.parametrize(
    ("before", "change", "lines"),
    [
        ("a\fb\u2028c", Change(0, 3, 0, 3, "\n"), ["a\fb\n", "\u2028c"]),
        ("a\rb", Change(1, 0, 1, 0, "\n"), ["a\r\n", "b"]),
        ("a\rb\nc", Change(1, 0, 1, 1, ""), ["a\r\n", "c"]),
        ("ab\nc", Change(0, 2, 0, 2, "\r"), ["ab\r\n", "c"]),
        ("ab\r\ncd", Change(0, 99, 1, 0, ""), ["abcd"]),
        ("ab\r\ncd", Change(0, 3, 0, 3, "x"), ["abx\r\n", "cd"]),
        ("", Change(7, 7, 9, 9, "a\n"), ["a\n", ""]),
        ("abc", Change(0, 3, 0, 1, "x"), ["ax"]),
        ("😀b", Change(0, 2, 0, 3, "c"), ["😀c"]),
        ("😀", Change(0, 1, 0, 2, ""), ["\ud83d"]),
        ("\ud83d", Change(0, 1, 0, 1, "\ude00"), ["😀"]),
        ("one\ntwo\nthree", Change(0, 0, 3, 0, "new\n"), ["new\n", ""]),
    ],
)
def test_an_edit_at_a_boundary_gives_the_lines_an_editor_shows(before: str, change: Change, lines: list[str]):
    text = Text(before)
    text.apply(change)
    assert text.lines == lines
    assert str(text) == "".join(lines)


@pytest.mark.parametrize("letter", ["x", "é", "😀"])
def test_a_line_of_a_megabyte_is_edited_like_any_other(letter: str):
    text, naive = Text(letter * 500_000), Naive(letter * 500_000)
    for column in (0, 250_000, 499_999, 10**7):
        text.apply(Change(0, column, 0, column + 1, "y"))
        naive.apply(Change(0, column, 0, column + 1, "y"))
    assert text.text() == naive.text


def test_a_key_costs_the_same_in_a_short_and_in_a_long_document():
    def cost(lines: int) -> float:
        text = Text("    return value\n" * lines)
        key = Change(lines // 2, 5, lines // 2, 5, "x")
        rounds = []
        for _ in range(7):
            began = time.perf_counter()
            for _ in range(300):
                text.apply(key)
            rounds.append(time.perf_counter() - began)
        return min(rounds)

    assert cost(100_000) < 5 * cost(100)
