"""How time and use change what a memory counts for. The numbers are the product's specification."""

from __future__ import annotations

from math import exp, log

LASTS = {  # days until confidence in a memory nobody uses falls to 1/e
    "correction": 365,
    "decision": 365,
    "convention": 365,
    "negative": 365,
    "preference": 90,
    "procedure": 60,
    "workflow": 60,
    "failure": 60,
    "pattern": 60,
    "episode": 60,
    "fact": 30,
}
INFERRED = 7  # whatever its kind: nobody said it
OTHER = 30


def recency(hours_since_access: float) -> float:
    """What a score is multiplied by: half as much again for what was just used, nothing after some days."""
    return 1 + 0.5 * exp(-max(hours_since_access, 0.0) / 24)


def confidence(
    initial: float, age_days: float, *, kind: str, inferred: bool = False, accesses: int = 0, trust: float = 1.0
) -> float:
    """How far a memory can be relied on now, from 0 to 1: age takes, use gives back, trust scales."""
    lasts = INFERRED if inferred else LASTS.get(kind, OTHER)
    now = initial * exp(-max(age_days, 0.0) / lasts) * (1 + 0.1 * log(accesses + 1)) * trust
    return min(max(now, 0.0), 1.0)
