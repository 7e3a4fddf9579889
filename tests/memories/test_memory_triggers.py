"""Trigger patterns: matched like Python's own, in time that grows with the line and nothing else."""

from __future__ import annotations

import random
import re
import time

import pytest

from forethought.errors import InvalidParams
from forethought.memory.linear import Pattern
from forethought.memory.triggers import Hit, Triggers, compiled

PATTERNS = [
    r"(a+)+$", r"\bfoo\b", r"^import os$", r"time\.sleep\(\d+\)", r"[A-Z]{2,4}x?", r"(?i)todo|fixme", r"a.*b.*c",
    r"[^\w\s]+z", r"x{2}(yz)*", r"(ab|a)(bc|c)?d", r"\Bq", r"a??b", r"\d+$", r"(?:a|b){2,}c", r"[a-c]\S",
]  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_line_is_matched_as_python_would(pattern: str) -> None:
    ours, theirs = Pattern(pattern), re.compile(pattern)
    chance = random.Random(pattern)
    for _ in range(1500):
        line = "".join(chance.choices("aAbcdxyzq foo.importos()sleep19TODOtime_", k=chance.randrange(25)))
        assert ours.search(line) == bool(theirs.search(line)), line
        assert ours.literal in line or not ours.search(line)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", "(.*)*x", "(a?){25}a{25}", "a*a*a*a*a*a*b", r"(\w+\s?)*#"])
def test_no_pattern_can_hold_up_the_one_who_types(pattern: str) -> None:
    matcher = Pattern(pattern)
    took = {}
    for length in (500, 2000):
        line = "a" * length + "!"
        started = time.perf_counter()
        matcher.search(line)
        took[length] = time.perf_counter() - started
    assert took[2000] < 0.5


@pytest.mark.parametrize(
    ("pattern", "says"),
    [("(", "not a regular expression"), (r"(a)\1", "back reference"), ("(?=x)y", "look-around"), ("a*", "every line"),
     ("", "every line"), ("x" * 501, "longer"), ("((x{100}){100}){100}", "too large"), ("(?i:a)b", "flags")],
)  # fmt: skip
def test_a_bad_pattern_is_refused_with_its_reason(pattern: str, says: str) -> None:
    with pytest.raises(InvalidParams, match=says) as refused:
        compiled(["good", pattern])
    assert "triggers[1]" in str(refused.value)


def test_hits_follow_lines_through_edits() -> None:
    triggers = Triggers()
    triggers.put("m1", [r"print\("])
    triggers.put("m2", ["eval", "exec"])
    lines = ["import os\n", "print(x)\n", "\n", "eval(print(1))\r\n"]
    assert triggers.hits(lines) == [Hit(1, "m1"), Hit(3, "m1"), Hit(3, "m2")]
    del lines[0]
    lines[1] = "exec(y)\n"
    assert triggers.hits(lines) == [Hit(0, "m1"), Hit(1, "m2"), Hit(2, "m1"), Hit(2, "m2")]
    triggers.remove("m1")
    assert triggers.hits(lines) == [Hit(1, "m2"), Hit(2, "m2")]
    triggers.put("m2", ["nothing"])
    assert triggers.hits(lines) == []


def test_a_match_ends_with_its_line() -> None:
    triggers = Triggers()
    triggers.put("m1", [r"password$"])
    assert triggers.hits(["the password\r\n", "password:\n"]) == [Hit(0, "m1")]
    triggers.put("m1", [r"a\sb"])
    assert triggers.hits(["a\n", "b\n"]) == []


def test_five_hundred_negatives_cost_little_per_edit() -> None:
    chance = random.Random(3)
    words = ["".join(chance.choices("abcdefghijklmnop", k=7)) for _ in range(2000)]
    triggers = Triggers()
    for number in range(500):
        triggers.put(f"m{number}", [rf"\b{chance.choice(words)}\(.*{chance.choice(words)}"])
    lines = [" ".join(chance.choices(words, k=8)) + "\n" for _ in range(5000)]
    triggers.hits(lines)
    took = []
    for number in range(50):
        lines[chance.randrange(len(lines))] = f"{chance.choice(words)}({number}, {chance.choice(words)})\n"
        started = time.perf_counter()
        triggers.hits(lines)
        took.append(time.perf_counter() - started)
    assert sorted(took)[len(took) // 2] < 0.010
