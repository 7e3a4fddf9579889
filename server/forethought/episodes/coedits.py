"""What is edited together, counted as the edits come.

Two edits of different files make a pair when they belong to one task and lie at most five minutes apart; an edit
is a burst of keys, so a pair is counted once however long one types. An edit of `a` is followed by `b` when an
edit of `b` comes within five minutes after it: the share of `a`'s edits that are is the confidence.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

NEAR = timedelta(minutes=5)
HALF_LIFE = timedelta(days=30)
_START = datetime(2025, 1, 1)


class Edit(NamedTuple):
    time: datetime
    id: int
    task: str
    path: str


class Together:
    """How often `a` and `b` were edited together; `weight` is `followed` with newer edits counting more. The
    fields are columns of coedits."""

    def __init__(self, a: str, b: str) -> None:
        self.a, self.b = a, b
        self.pairs = self.followed = 0
        self.weight = 0.0
        self.last_seen = datetime.min

    def pair(self, time: datetime) -> None:
        self.pairs += 1
        self.last_seen = max(self.last_seen, time)

    def follow(self, time: datetime) -> None:
        self.followed += 1
        self.weight += weight(time)
        self.last_seen = max(self.last_seen, time)


def weight(time: datetime) -> float:
    """What an edit of that time counts. It doubles every 30 days: the older ones fade against the newer ones
    without ever being touched again."""
    return float(2.0 ** ((time - _START) / HALF_LIFE))


class _Found(dict[tuple[str, str], Together]):
    def __missing__(self, pair: tuple[str, str]) -> Together:
        self[pair] = Together(*pair)
        return self[pair]


def met(fresh: Iterable[Edit], near: Iterable[Edit]) -> list[Together]:
    """What new edits add to the counts. `near` are the edits around them, themselves included.

    Each new edit meets those with a smaller id, so that every pair is met once, when its second edit is
    written, whatever their times.
    """
    by_task: dict[str, list[Edit]] = defaultdict(list)
    for edit in sorted(near):
        by_task[edit.task].append(edit)
    found = _Found()
    for edit in fresh:
        task = by_task[edit.task]
        low = bisect_left(task, edit.time - NEAR, key=_time)
        high = bisect_right(task, edit.time + NEAR, key=_time)
        _meet(edit, [other for other in task[low:high] if other.id < edit.id], found)
    return list(found.values())


def _meet(edit: Edit, earlier: list[Edit], found: _Found) -> None:
    others = [other for other in earlier if other.path != edit.path]
    own_times = [other.time for other in earlier if other.path == edit.path]
    for other in others:
        time = max(edit.time, other.time)
        found[edit.path, other.path].pair(time)
        found[other.path, edit.path].pair(time)
        known = any(other.time <= own <= other.time + NEAR for own in own_times)
        if other.time <= edit.time and not known:
            found[other.path, edit.path].follow(other.time)
    for path in {other.path for other in others if other.time >= edit.time}:
        found[edit.path, path].follow(edit.time)


def _time(edit: Edit) -> datetime:
    return edit.time
