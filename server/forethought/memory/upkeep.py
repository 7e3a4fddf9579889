"""What use does to memories: feedback, what was found together, what was not found, what must make room."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil, log
from typing import Literal

import msgspec

from forethought.memory.decay import confidence, recency
from forethought.memory.records import Memory

Outcome = Literal["cited", "ignored", "helpful", "unhelpful"]
HELPFUL, UNHELPFUL, REJECTED, RELEVANT = 0.05, -0.1, -0.02, 0.02
PATIENCE = 3  # times in a row that a memory may be ignored before it falls in rank
CAPACITY = 1_000  # active memories of a project
RESTORABLE = timedelta(days=30)
PROMOTED = "promoted"
TOGETHER = 0.1  # what being found together once adds to a link
_LINKED = 3  # of the memories that were found, the best


def sure(memory: Memory, now: datetime) -> float:
    """Confidence as it is now."""
    return confidence(
        memory.confidence,
        (now - memory.updated).total_seconds() / 86_400,
        kind=memory.kind,
        inferred=memory.inferred,
        accesses=memory.accesses,
        trust=memory.trust,
    )


def weight(memory: Memory, now: datetime, stale: bool = False) -> float:
    """What its score is multiplied by; 0 hides it."""
    if not memory.active or (memory.valid_to and memory.valid_to <= now):
        return 0.0
    used = memory.last_accessed or memory.created
    cited = 1 + 0.1 * log(memory.citations + 1)
    ignored = 0.8 ** max(memory.ignores - PATIENCE + 1, 0)
    return (
        sure(memory, now)
        * recency((now - used).total_seconds() / 3600)
        * (0.75 + 0.5 * memory.importance)
        * cited
        * max(ignored, 0.2)
        * (0.5 if stale else 1.0)
    )


def feedback(memory: Memory, outcome: Outcome) -> Memory:
    step = {"helpful": HELPFUL, "unhelpful": UNHELPFUL, "ignored": REJECTED, "cited": 0.0}[outcome]
    return msgspec.structs.replace(
        memory,
        confidence=_clamped(memory.confidence + step),
        strength=memory.strength + (outcome == "helpful"),
        citations=memory.citations + (outcome == "cited"),
        ignores=0 if outcome in ("cited", "helpful") else memory.ignores + (outcome == "ignored"),
    )


def used(memory: Memory, now: datetime, relevant: bool) -> Memory:
    """It was among what a question found; the relevant are believed a little more."""
    return msgspec.structs.replace(
        memory,
        retrievals=memory.retrievals + 1,
        accesses=memory.accesses + 1,
        last_accessed=now,
        confidence=_clamped(memory.confidence + RELEVANT) if relevant else memory.confidence,
    )


def together(relevant: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs to be linked more closely."""
    best = sorted(relevant[:_LINKED])
    return [(one, other) for number, one in enumerate(best) for other in best[number + 1 :]]


def shared_tag(relevant: Sequence[Memory]) -> tuple[Memory, str] | None:
    """The one of four or more that lacks a tag all the others have."""
    if len(relevant) < 4:
        return None
    for tag in sorted({tag for memory in relevant for tag in memory.all_tags}):
        without = [memory for memory in relevant if tag not in memory.all_tags]
        if len(without) == 1:
            return without[0], tag
    return None


def too_many(active: Sequence[Memory], capacity: int = CAPACITY) -> list[Memory]:
    """What goes to the archive: past capacity the least important, oldest tenth."""
    if len(active) <= capacity:
        return []
    order = sorted(active, key=lambda memory: (memory.importance, memory.created, memory.id))
    return order[: max(ceil(capacity / 10), len(active) - capacity)]


def archived(memory: Memory, now: datetime, why: str | None, purged: bool) -> Memory:
    """Put aside; what a person forgot is purged after 30 days, what made room is kept."""
    until = now + RESTORABLE if purged else None
    return msgspec.structs.replace(memory, active=False, archived=now, archived_until=until, archived_why=why)


def restored(memory: Memory) -> Memory:
    """Back from the archive. What was promoted is a memory of its own again; the superseded stay superseded."""
    superseded = None if memory.archived_why == PROMOTED else memory.superseded_by
    return msgspec.structs.replace(
        memory,
        active=superseded is None,
        superseded_by=superseded,
        archived=None,
        archived_until=None,
        archived_why=None,
    )


def _clamped(value: float) -> float:
    return min(max(round(value, 6), 0.0), 1.0)
