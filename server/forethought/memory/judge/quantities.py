"""Numbers as they can be compared: of what dimension, in its unit, and whether they bound or fix."""

from __future__ import annotations

import re
from typing import NamedTuple

_UNITS: dict[str, dict[str, float]] = {
    "time": {
        "ms": 0.001, "millisecond": 0.001, "s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60, "h": 3600,
        "hr": 3600, "hour": 3600, "d": 86400, "day": 86400, "night": 86400, "week": 604800, "fortnight": 1209600,
        "month": 2592000, "quarter": 7776000, "year": 31536000,
    },
    "bytes": {
        "b": 1, "byte": 1, "kb": 1e3, "kib": 1e3, "kilobyte": 1e3, "mb": 1e6, "mib": 1e6, "megabyte": 1e6, "gb": 1e9,
        "gib": 1e9, "gig": 1e9, "gigabyte": 1e9, "tb": 1e12, "terabyte": 1e12,
    },
    "share": {"%": 1, "percent": 1},
    "length": {"px": 1, "pixel": 1, "em": 16, "rem": 16},
    "money": {"dollar": 1, "euro": 1, "usd": 1, "eur": 1},
}  # fmt: skip
UNITS = {unit: (dimension, size) for dimension, units in _UNITS.items() for unit, size in units.items()}
UNITS |= {unit + "s": known for unit, known in UNITS.items() if len(unit) > 2}

_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
NUMBERS: dict[str, float] = {word: number for number, word in enumerate(_WORDS.split())}
NUMBERS |= {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
    "hundred": 100,
    "thousand": 1000,
    "half": 0.5,
    "single": 1,
}

CADENCES = {
    "hourly": 3600, "daily": 86400, "nightly": 86400, "weekly": 604800, "biweekly": 1209600, "fortnightly": 1209600,
    "monthly": 2592000, "quarterly": 7776000, "yearly": 31536000, "annually": 31536000,
}  # fmt: skip
OFTEN = {"once": 1, "twice": 2}
LASTING = {"forever": 1e12, "indefinitely": 1e12, "immediately": 0.0, "instantly": 0.0}

_MONTHS = (
    "jan january,feb february,mar march,apr april,may,jun june,jul july,aug august,sep september,oct october,"
    "nov november,dec december"
)
MONTHS = {name: number for number, names in enumerate(_MONTHS.split(","), 1) for name in names.split()}


class Quantity(NamedTuple):
    dimension: str  # time, period, bytes, share, length, money, port, clock, date, count
    value: float
    of: str = ""  # what a count counts


class Version(NamedTuple):
    parts: tuple[int, ...]
    bound: str = ""  # ≥, ≤ or < where it is one

    def agrees(self, other: Version) -> bool:
        """Whether both can be true of one thing: one is the other said in more detail, or lies in its range."""
        if self.bound and other.bound:
            return self.bound != other.bound or self._same(other)
        if not self.bound and not other.bound:
            return self._same(other)
        bound, fixed = (self, other) if self.bound else (other, self)
        if bound.bound == "<":
            return fixed.parts < bound.parts
        return bound._same(fixed) or (fixed.parts > bound.parts) == (bound.bound == "≥")

    def _same(self, other: Version) -> bool:
        shorter = min(len(self.parts), len(other.parts))
        return self.parts[:shorter] == other.parts[:shorter]


def seconds(unit: str) -> float:
    dimension, size = UNITS.get(unit, ("", 0))
    return size if dimension == "time" else 0


def number(text: str) -> float | None:
    """Of digits, with or without separators, or of a number word."""
    if text in NUMBERS:
        return NUMBERS[text]
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def clock(text: str, half: str = "") -> float | None:
    """Hours since midnight of 9:30, 2 (am) or 14:00."""
    hours, _, minutes = text.partition(":")
    if not hours.isdigit() or (minutes and not minutes.isdigit()):
        return None
    since = int(hours) + int(minutes or 0) / 60
    return since % 12 + 12 * (half == "pm") if half else since
