"""What two memories are to each other, by rules: the same, a contradiction, or neither.

Nearness in meaning cannot tell a paraphrase from its opposite, so this looks at what turns a sentence round: a
negation, a number, a word and its opposite. `Judge` is the seam for a deeper one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from forethought.memory.words import tokens

Label = Literal["same", "contradiction", "unrelated"]
Judge = Callable[[str, str], Label]

SAME = 0.8  # the share of their words that two texts of one statement have in common
ABOUT = 0.6  # and, of the shorter one, two texts about one thing

_NEGATION = re.compile(
    r"\b(?:not|no|never|none|without|cannot|avoid|stop|don't|doesn't|isn't|aren't|won't|mustn't|shouldn't|can't)\b"
)
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_OPPOSITES = """
always never; required optional; mandatory optional; enable disable; enabled disabled; allow forbid; allowed
forbidden; tabs spaces; sync async; synchronous asynchronous; before after; on off; true false; public private;
include exclude; accept reject; increase decrease; more less; add remove; start stop; open closed; single double;
singular plural; uppercase lowercase; mutable immutable; monorepo polyrepo; local remote; static dynamic
"""
_OPPOSITE = {
    word: other
    for pair in _OPPOSITES.replace("\n", " ").split(";")
    for word, other in (pair.split(), pair.split()[::-1])
}


def judge(one: str, other: str) -> Label:
    first, second = set(tokens(one)), set(tokens(other))
    if not first or not second:
        return "unrelated"
    shared = len(first & second)
    if shared > 1 and shared / min(len(first), len(second)) >= ABOUT and _turned(one, other):
        return "contradiction"
    if shared / len(first | second) >= SAME and not _turned(one, other):
        return "same"
    return "unrelated"


def differ(one: str, other: str) -> bool:
    """Whether texts near in meaning must still not become one."""
    return _turned(one, other) or _names(one) != _names(other)


def _turned(one: str, other: str) -> bool:
    one, other = one.lower().replace("’", "'"), other.lower().replace("’", "'")
    if bool(_NEGATION.search(one)) != bool(_NEGATION.search(other)):
        return True
    numbers = set(_NUMBER.findall(one)), set(_NUMBER.findall(other))
    if all(numbers) and numbers[0] != numbers[1]:
        return True
    words = set(re.findall(r"\w+", one)), set(re.findall(r"\w+", other))
    return any(_OPPOSITE.get(word) in words[1] - words[0] for word in words[0] - words[1])


def _names(text: str) -> set[str]:
    """Numbers and identifiers: what one of them says of `users.py` is not said of `orders.py`."""
    return set(_NUMBER.findall(text)) | {token for token in tokens(text) if "_" in token}
