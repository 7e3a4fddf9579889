"""Regular expressions in linear time: no pattern, however it is written, can hold up the one who types.

A pattern is read by Python's own parser, made into a nondeterministic automaton, and that into a deterministic
one step by step as texts need it. It says whether a line holds the pattern, no more; what only backtracking
can do (back references, look-around) is refused.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

LONGEST = 500  # characters of a pattern
MOST_STATES = 2_000
_MOST_STEPS = 20_000  # kept of the deterministic automaton; past it, it starts anew
_EDGE, _WORD, _OTHER = 0, 1, 2  # what stands on one side of a position

Test = Callable[[str], bool]
_CATEGORIES: dict[Any, Test] = {
    sre.CATEGORY_DIGIT: str.isdigit,
    sre.CATEGORY_NOT_DIGIT: lambda char: not char.isdigit(),
    sre.CATEGORY_SPACE: str.isspace,
    sre.CATEGORY_NOT_SPACE: lambda char: not char.isspace(),
    sre.CATEGORY_WORD: lambda char: char.isalnum() or char == "_",
    sre.CATEGORY_NOT_WORD: lambda char: not (char.isalnum() or char == "_"),
}
_PLACES: dict[Any, Callable[[int, int], bool]] = {
    sre.AT_BEGINNING: lambda left, right: left == _EDGE,
    sre.AT_BEGINNING_STRING: lambda left, right: left == _EDGE,
    sre.AT_END: lambda left, right: right == _EDGE,
    sre.AT_END_STRING: lambda left, right: right == _EDGE,
    sre.AT_BOUNDARY: lambda left, right: (left == _WORD) != (right == _WORD),
    sre.AT_NON_BOUNDARY: lambda left, right: (left == _WORD) == (right == _WORD),
}


class Pattern:
    """Raises ValueError, in words, for what it cannot take."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise ValueError(f"is longer than {LONGEST} characters")
        try:
            with warnings.catch_warnings(action="ignore"):
                parsed = parser.parse(text)
        except (re.error, OverflowError, RecursionError) as problem:
            raise ValueError(f"is not a regular expression: {problem}") from None
        self._folded = bool(parsed.state.flags & re.IGNORECASE)
        # A state either tests a character and leads on, or leads on by itself, perhaps only at some places.
        self._tests: list[Test | None] = []
        self._leads: list[list[tuple[int, Callable[[int, int], bool] | None]]] = []
        self._end = self._state()
        self._start = self._build(list(parsed), self._end)
        if self._accepts_nothing():
            raise ValueError("fits every line, also an empty one")
        self.literal = literal(parsed) if not self._folded else ""
        self._forget()

    def search(self, line: str) -> bool:
        """Whether the pattern occurs in the line."""
        state, left, steps = 0, _EDGE, self._steps
        for char in line:
            known = steps.get((state, left, char))
            state, left, found = self._step(state, left, char) if known is None else known
            if found:
                return True
            steps = self._steps
        return self._end in self._closure(self._sets[state], left, _EDGE)

    def _forget(self) -> None:
        self._sets: list[frozenset[int]] = [frozenset((self._start,))]
        self._numbers = {self._sets[0]: 0}
        self._steps: dict[tuple[int, int, str], tuple[int, int, bool]] = {}

    def _step(self, state: int, left: int, char: str) -> tuple[int, int, bool]:
        """Where a character leads, from where; whether the pattern ended before it."""
        held = self._sets[state]
        if len(self._steps) >= _MOST_STEPS:
            self._forget()
            state = self._number(held)
        right = _WORD if char.isalnum() or char == "_" else _OTHER
        closed = self._closure(held, left, right)
        following = {self._start}  # a match may begin anywhere
        for each in closed:
            test = self._tests[each]
            if test is not None and test(char):
                following.add(self._leads[each][0][0])
        step = self._number(frozenset(following)), right, self._end in closed
        self._steps[state, left, char] = step
        return step

    def _number(self, states: frozenset[int]) -> int:
        if (number := self._numbers.get(states)) is None:
            number = self._numbers[states] = len(self._sets)
            self._sets.append(states)
        return number

    def _closure(self, states: frozenset[int], left: int, right: int) -> set[int]:
        """All states that are reached without a character, between what stands left and right."""
        seen, todo = set(states), list(states)
        while todo:
            at = todo.pop()
            if self._tests[at] is None:
                for target, place in self._leads[at]:
                    if target not in seen and (place is None or place(left, right)):
                        seen.add(target)
                        todo.append(target)
        return seen

    def _accepts_nothing(self) -> bool:
        return self._end in self._closure(frozenset((self._start,)), _OTHER, _OTHER)

    def _state(self, test: Test | None = None, *leads: int) -> int:
        if len(self._tests) >= MOST_STATES:
            raise ValueError("is too large: write fewer or shorter repetitions")
        self._tests.append(test)
        self._leads.append([(target, None) for target in leads])
        return len(self._tests) - 1

    def _build(self, items: list[Any], end: int) -> int:
        """The state from which the items lead to `end`."""
        for operation, argument in reversed(items):
            end = self._item(operation, argument, end)
        return end

    def _item(self, operation: Any, argument: Any, end: int) -> int:
        if (test := character(operation, argument, self._folded)) is not None:
            return self._state(test, end)
        if operation is sre.AT and argument in _PLACES:
            at = self._state()
            self._leads[at] = [(end, _PLACES[argument])]
            return at
        if operation is sre.SUBPATTERN:
            if argument[1] or argument[2]:
                raise ValueError("has flags inside a group; write them at its beginning")
            return self._build(list(argument[3]), end)
        if operation is sre.BRANCH:
            return self._state(None, *(self._build(list(each), end) for each in argument[1]))
        if operation in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            return self._repeat(argument[0], argument[1], argument[2], end)
        raise ValueError("uses what only backtracking can do (a back reference or look-around)")

    def _repeat(self, least: int, most: Any, items: Any, end: int) -> int:
        if most is sre.MAXREPEAT:
            loop = self._state(None, end)
            self._leads[loop].append((self._build(list(items), loop), None))
            end = loop
        else:
            last = end
            for _ in range(most - least):
                end = self._state(None, self._build(list(items), end), last)
        for _ in range(least):
            end = self._build(list(items), end)
        return end


def character(operation: Any, argument: Any, folded: bool) -> Test | None:
    """The test of one character, where the item is one."""
    if operation is sre.ANY:
        return lambda char: True
    if operation is sre.LITERAL or operation is sre.NOT_LITERAL:
        plain = _plain([(sre.LITERAL, argument)], folded)
        return plain if operation is sre.LITERAL else lambda char: not plain(char)
    if operation is sre.IN:
        negated = argument[0][0] is sre.NEGATE
        within = _plain(argument[negated:], folded)
        return (lambda char: not within(char)) if negated else within
    return None


def _plain(items: list[Any], folded: bool) -> Test:
    chars = {chr(value) for operation, value in items if operation is sre.LITERAL}
    ranges = [value for operation, value in items if operation is sre.RANGE]
    tests = [_CATEGORIES[value] for operation, value in items if operation is sre.CATEGORY]

    def test(char: str) -> bool:
        if char in chars or any(low <= ord(char) <= high for low, high in ranges):
            return True
        return any(test(char) for test in tests)

    if not folded:
        return test
    return lambda char: any(test(each) for each in {char, *char.lower(), *char.upper()})


def literal(items: Any) -> str:
    """The longest text that every match holds: what does not hold it needs no further look."""
    best = run = ""
    for operation, argument in [*items, (None, None)]:
        if operation is sre.LITERAL:
            run += chr(argument)
            continue
        inner = ""
        if operation is sre.SUBPATTERN:
            inner = literal(argument[3])
        elif operation in (sre.MAX_REPEAT, sre.MIN_REPEAT) and argument[0] > 0:
            inner = literal(argument[2])
        best = max(best, run, inner, key=len)
        if operation is not sre.AT:
            run = ""
    return best
