"""Pairs of project memories with what they are to each other, as kept in pairs_*.txt beside this file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

LABELS = {"x": "contradiction", "o": "compatible", "d": "duplicate"}
TUNED = ("own", "second", "third", "rules")  # the weights come from these
KEPT = ("held", "other")  # never tuned on: held is of the same form, other of another style


class Pair(NamedTuple):
    label: str
    change: str
    older: str
    newer: str


class Score(NamedTuple):
    recall: float
    precision: float
    duplicates: float  # found
    accuracy: float


def load(*names: str) -> list[Pair]:
    found = []
    for name in names:
        for line in (Path(__file__).parent / f"pairs_{name}.txt").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                head, older, newer = line.split(" | ")
                found.append(Pair(LABELS[head[0]], head[2:], older, newer))
    return found


def score(pairs: Iterable[Pair], given: Iterable[str]) -> Score:
    rows = [(pair.label, label) for pair, label in zip(pairs, given, strict=True)]

    def share(of: str, by: int) -> float:
        picked = [row for row in rows if row[by] == of]
        return sum(row == (of, of) for row in picked) / max(1, len(picked))

    right = sum(one == other for one, other in rows) / max(1, len(rows))
    return Score(share("contradiction", 0), share("contradiction", 1), share("duplicate", 0), right)
