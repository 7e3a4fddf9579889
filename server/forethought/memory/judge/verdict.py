"""Judges two statements: a contradiction, the same thing, or two things that can both be true.

The evidence is weighed by `weights.json`: two rows of weights that `tests/bench/train_judge.py` makes from the pairs
in `tests/judge`. No language model takes part.
"""

from __future__ import annotations

from functools import cache
from math import log
from pathlib import Path
from typing import Literal

import msgspec

from forethought.memory.judge.clashes import Clash
from forethought.memory.judge.compare import clashes, evidence
from forethought.memory.judge.statements import Statement, read

Label = Literal["contradiction", "compatible", "duplicate"]

LEAN = log(1.25)  # a missed contradiction keeps a stale fact alive: precision is given for recall until they are even


class Verdict(msgspec.Struct, frozen=True):
    label: Label
    because: str
    newer_supersedes: bool = False
    adds_detail: bool = False  # a duplicate whose newer text says more: it is the one to keep


class Weights(msgspec.Struct, frozen=True):
    """For each kind of evidence what it adds to a label, against `compatible`."""

    contradiction: dict[str, float]
    duplicate: dict[str, float]


@cache
def weights() -> Weights:
    return msgspec.json.decode(Path(__file__).with_name("weights.json").read_bytes(), type=Weights)


def judge(a: Statement | str, b: Statement | str) -> Verdict:
    """`a` is the older."""
    a = read(a) if isinstance(a, str) else a
    b = read(b) if isinstance(b, str) else b
    if a.key and a.key == b.key and not (a.scope - b.scope and b.scope - a.scope):
        return _of_one_key(a, b)
    found = clashes(a, b)
    seen = evidence(a, b, found)
    against, again = _score(weights().contradiction, seen) + LEAN, _score(weights().duplicate, seen)
    if against > max(again, 0.0) and any(clash.strength for clash in found.values()):
        return Verdict("contradiction", _reason(found), newer_supersedes=not b.past)
    if again > 0.0:
        more = len(b.words.keys() - a.words.keys()) > len(a.words.keys() - b.words.keys())
        return Verdict("duplicate", "says the same with more detail" if more else "says the same", adds_detail=more)
    return Verdict("compatible", _both_hold(seen))


def _of_one_key(a: Statement, b: Statement) -> Verdict:
    if a.text.casefold().split() == b.text.casefold().split() or (a.frame and a.frame == b.frame):
        return Verdict("duplicate", f"{b.key} was known to be that already")
    return Verdict("contradiction", f"{b.key}: {a.text} against {b.text}", newer_supersedes=True)


def _score(row: dict[str, float], seen: dict[str, float]) -> float:
    return row["bias"] + sum(row[name] * value for name, value in seen.items() if value)


def _reason(found: dict[str, Clash]) -> str:
    return next(clash.why for clash in found.values() if clash.strength)


def _both_hold(seen: dict[str, float]) -> str:
    if seen["clash"]:
        for name, why in _APART.items():
            if seen[name]:
                return why
    return "nothing in them clashes"


_APART = {
    "scopes": "they hold in different circumstances",
    "past": "one tells of the past",
    "exception": "the newer is an exception to the older",
    "contrast": "they are about different things",
    "clash, split": "they are about different things",
}
