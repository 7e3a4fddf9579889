"""A burst's line ranges always lie where the text it touched is now."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from forethought.code.text import Text
from forethought.episodes.burst import Burst
from forethought.events import Change


def after(*changes: Change) -> list[tuple[int, int]]:
    burst = Burst()
    for change in changes:
        burst.add(change)
    return burst.lines()


def test_keys_on_one_line_are_that_line() -> None:
    assert after(*(Change(4, n, 4, n, "x") for n in range(20))) == [(5, 5)]


def test_a_new_line_above_moves_what_was_touched_below() -> None:
    assert after(Change(10, 0, 10, 0, "x"), Change(2, 0, 2, 0, "a\nb\n")) == [(3, 5), (13, 13)]


def test_deleting_lines_above_moves_it_up() -> None:
    assert after(Change(10, 0, 10, 0, "x"), Change(2, 0, 5, 0, "")) == [(3, 3), (8, 8)]


def test_deleting_what_was_touched_leaves_where_it_was() -> None:
    assert after(Change(10, 0, 10, 0, "x"), Change(8, 0, 20, 0, "")) == [(9, 9)]


def test_neighbouring_lines_are_one_range() -> None:
    assert after(Change(1, 0, 1, 0, "x"), Change(2, 0, 2, 0, "x"), Change(7, 0, 7, 0, "x")) == [(2, 3), (8, 8)]


def test_carriage_returns_end_lines_too() -> None:
    assert after(Change(0, 0, 0, 0, "a\rb\r\nc")) == [(1, 3)]


edits = st.tuples(st.integers(0, 30), st.integers(0, 4), st.sampled_from(["", "+", "+\n", "+\n+\n+"]))


@settings(max_examples=300)
@given(st.lists(edits, max_size=30))
def test_every_line_that_carries_new_text_lies_in_a_range(steps: list[tuple[int, int, str]]) -> None:
    """The marks (+) that the edits typed are all inside, and ranges are sorted, apart and within the text."""
    text = Text("line\n" * 40)
    burst = Burst()
    for start, length, new in steps:
        end = min(start + length, text.line_count - 1)
        change = Change(min(start, end), 0, end, 0, new)
        text.apply(change)
        burst.add(change)
    ranges = burst.lines()
    inside = {line for low, high in ranges for line in range(low, high + 1)}
    marked = {number for number, line in enumerate(text.lines, start=1) if "+" in line}
    assert marked <= inside
    assert ranges == sorted(ranges)
    assert all(high < low for (_, high), (low, _) in pairwise(ranges))
    assert all(1 <= low <= high <= text.line_count for low, high in ranges)
