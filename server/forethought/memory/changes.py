"""How memory changes: one entry for each thing done, with what was before, so that it can be undone.

    {"n": 7, "at": "2026-11-18T12:00:00Z", "why": "superseded", "changes": [
      {"what": "memory", "id": "m1", "before": {}, "after": {"valid_to": "…", "superseded_by": "m2"}},
      {"what": "memory", "id": "m2", "after": {"content": "…", …}}]}

No `before` at all: it was not there. No `after`: it is gone. A field that stands in only one of them was, or is,
at its default.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from forethought.memory.records import KINDS, NAMES, Record, plain

Fields = dict[str, Any]
USE = "used"  # counts and times of use: written now and then, and nothing a person would undo


class Change(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    what: str
    id: str
    before: Fields | None = None
    after: Fields | None = None


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    n: int
    at: datetime
    why: str
    by: str | None = None  # the session
    changes: tuple[Change, ...]
    undoes: tuple[int, ...] = ()


decode = msgspec.json.Decoder(Entry).decode


def encode(entry: Entry) -> bytes:
    return msgspec.json.encode(entry) + b"\n"


def change(before: Record | None, after: Record | None) -> Change:
    """From one state of a record to the next."""
    record = after or before
    if record is None:
        raise ValueError("a change needs a record")
    old = plain(before) if before else None
    new = plain(after) if after else None
    if old is not None and new is not None:
        old, new = (
            {name: value for name, value in old.items() if name not in new or new[name] != value},
            {name: value for name, value in new.items() if name not in old or old[name] != value},
        )
    return Change(what=NAMES[type(record)], id=record.id, before=old, after=new)


def changed(record: Record | None, step: Change) -> Record | None:
    """The record after a change."""
    if step.after is None:
        return None
    kept = {} if record is None or step.before is None else plain(record)
    fields = {name: value for name, value in kept.items() if name not in (step.before or ())} | step.after
    return msgspec.convert(fields, KINDS[step.what])


def undone(step: Change) -> Change:
    return Change(what=step.what, id=step.id, before=step.after, after=step.before)


def to_undo(entries: Iterable[Entry], *, memory: str | None = None, since: datetime | None = None) -> list[Entry]:
    """What to take back, newest first: the last thing done to a memory, or all that was done since a time."""
    done = [entry for entry in entries if entry.why != USE]
    if since is not None:
        return [entry for entry in reversed(done) if entry.at >= since]
    taken_back = {n for entry in done for n in entry.undoes}
    for entry in reversed(done):
        if entry.undoes or entry.n in taken_back:
            continue
        if any(step.id == memory for step in entry.changes):
            return [entry]
    return []
