"""A symbol gets another name, and its users are edited: what the next such rename will have to touch.

Editors send the edits of one rename in any order, and a name is typed in several bursts. So recent changes
are kept for a while, and every rename looks at those before it as well as at those after it.
"""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from forethought.episodes.changes import Change

WHILE = timedelta(minutes=30)


class Seen(NamedTuple):
    time: datetime
    task: str | None
    path: str
    change: Change


class Refactor:
    """`old` and `new` are qualified names in the file at `path`; `users` are the other files that followed."""

    def __init__(self, seen: Seen, old: str, new: str) -> None:
        self.time, self.task, self.path = seen.time, seen.task, seen.path
        self.old, self.new = old, new
        self.users: list[str] = []
        self.row: int | None = None  # of learned_patterns

    def data(self) -> dict[str, Any]:
        update = f": update {', '.join(self.users)}" if self.users else ""
        return {
            "kind": "rename",
            "old": self.old,
            "new": self.new,
            "path": self.path,
            "users": self.users,
            "summary": f"rename {self.old} → {self.new}{update}",
        }

    def followed_by(self, seen: Seen) -> bool:
        """Whether a change elsewhere did what this rename asks for."""
        elsewhere = seen.path != self.path and seen.task == self.task and abs(seen.time - self.time) <= WHILE
        return elsewhere and seen.change.renames(_last(self.old), _last(self.new))


class Refactors:
    def __init__(self) -> None:
        self._recent: deque[Seen] = deque(maxlen=200)
        self._open: list[Refactor] = []

    def names(self) -> list[tuple[str, str]]:
        """Renames under way, by their last names."""
        return [(_last(refactor.old), _last(refactor.new)) for refactor in self._open]

    def edited(self, seen: Seen) -> list[Refactor]:
        """The renames that this change began, went on with or follows."""
        self._recent.append(seen)
        self._open = [refactor for refactor in self._open if seen.time - refactor.time <= WHILE]
        touched = [self._renamed(seen, old, new) for old, new in seen.change.renamed]
        for refactor in self._open:
            users = {other.path for other in self._recent if refactor.followed_by(other)}
            if users != set(refactor.users):
                refactor.users = sorted(users)
                touched.append(refactor)
        return list(dict.fromkeys(touched))

    def _renamed(self, seen: Seen, old: str, new: str) -> Refactor:
        for refactor in self._open:
            if (refactor.path, refactor.new) == (seen.path, old):
                refactor.new = new  # typed in more than one go
                return refactor
        refactor = Refactor(seen, old, new)
        self._open.append(refactor)
        return refactor


def _last(qualified: str) -> str:
    return qualified.rpartition(".")[2]
