"""What becomes of something said: a new memory, more weight for a known one, its correction, or a contradiction.

Pure: the neighbours come in, a decision goes out, with its reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from forethought.memory import alike as rules
from forethought.memory.alike import Judge
from forethought.memory.changes import Change, change
from forethought.memory.records import Contradiction, Memory, new_id

DUPLICATE = 0.92  # the cosine of the same thing said again
CORRECTED = 0.6  # how near what a correction corrects is to it
NEAR = 0.4

Verdict = Literal["inserted", "merged", "superseded", "contradicts"]


class Near(msgspec.Struct, frozen=True):
    """A known memory and how near it is in meaning (0 without a model)."""

    memory: Memory
    meaning: float = 0.0


class Decision(msgspec.Struct, frozen=True):
    verdict: Verdict
    because: str
    id: str  # of the memory that now says it
    changes: tuple[Change, ...]
    related: tuple[str, ...] = ()


def decide(new: Memory, keyed: Sequence[Memory], near: Sequence[Near], judge: Judge = rules.judge) -> Decision:
    """`keyed` are the active memories of the same key, `near` those that are alike, the nearest first."""
    related = tuple(each.memory.id for each in near if each.meaning >= NEAR)
    for old in keyed:
        if _same_value(old, new):
            return _merge(old, new, f"{new.key} was known to be that already", related)
    if keyed:
        return _supersede(keyed, new, f"{new.key} was {_short(keyed[0])}", related)
    for each in near:
        if each.memory.kind == new.kind and each.memory.key is None and _said_again(each, new, judge):
            return _merge(each.memory, new, f"says the same as {each.memory.id}", related)
    if new.kind == "correction" or new.provenance[0].source == "user_corrected":
        for each in near:
            if judge(each.memory.content, new.content) == "contradiction" or each.meaning >= CORRECTED:
                return _supersede([each.memory], new, f"corrects {each.memory.id}: {_short(each.memory)}", related)
    for each in near:
        if judge(each.memory.content, new.content) == "contradiction":
            return _contradict(each.memory, new, related)
    return Decision("inserted", "nothing known says it", new.id, (change(None, new),), related)


def _said_again(each: Near, new: Memory, judge: Judge) -> bool:
    if _plain(each.memory.content) == _plain(new.content):
        return True
    if each.meaning >= DUPLICATE:
        return not rules.differ(each.memory.content, new.content)
    return judge(each.memory.content, new.content) == "same" and not rules.differ(each.memory.content, new.content)


def _merge(old: Memory, new: Memory, because: str, related: tuple[str, ...]) -> Decision:
    merged = msgspec.structs.replace(
        old,
        strength=old.strength + 1,
        updated=new.updated,
        confidence=max(old.confidence, new.confidence),
        importance=max(old.importance, new.importance),
        provenance=old.provenance + new.provenance,
        **{name: _union(getattr(old, name), getattr(new, name)) for name in ("tags", "files", "anchors", "triggers")},
    )
    return Decision("merged", because, old.id, (change(old, merged),), tuple(i for i in related if i != old.id))


def _supersede(old: Sequence[Memory], new: Memory, because: str, related: tuple[str, ...]) -> Decision:
    new = msgspec.structs.replace(new, supersedes=tuple(each.id for each in old))
    return Decision(
        "superseded", because, new.id, (*(superseded(each, new.id, new.created) for each in old), change(None, new)),
        related or new.supersedes,
    )  # fmt: skip


def superseded(old: Memory, by: str, now: datetime) -> Change:
    return change(old, msgspec.structs.replace(old, active=False, superseded_by=by, valid_to=now))


def _contradict(old: Memory, new: Memory, related: tuple[str, ...]) -> Decision:
    why = f"{_short(old)} – {_short(new)}"
    found = Contradiction(id=new_id("c"), a=old.id, b=new.id, why=why, detected_at=new.created)
    because = f"may contradict {old.id}: {_short(old)}"
    changes = change(None, new), change(None, found)
    return Decision("contradicts", because, new.id, changes, tuple(dict.fromkeys((old.id, *related))))


def _same_value(old: Memory, new: Memory) -> bool:
    if new.value is None and old.value is None:
        return _plain(old.content) == _plain(new.content)
    return _plain(str(old.value)) == _plain(str(new.value))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!")


def _short(memory: Memory) -> str:
    text = str(memory.value) if memory.value is not None else memory.content
    return text if len(text) <= 60 else text[:59] + "…"


def _union(one: tuple[object, ...], other: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(dict.fromkeys(one + other))
