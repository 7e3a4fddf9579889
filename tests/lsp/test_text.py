"""The document model equals a naive one: join everything, splice by UTF-16 offset, cut again."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forethought.code.text import Text
from forethought.events import Change
from lsp.naive import LINE_END, Naive, edits, texts

STEPS = 60
EXAMPLES = 100  # × STEPS = 6,000 random edits


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
