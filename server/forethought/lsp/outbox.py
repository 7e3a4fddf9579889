"""Events on their way to the engine: in order, edits gathered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from forethought.events import Change, Edited, Event
from forethought.link import Link

_GATHER = 0.02  # seconds in which edits of one document become one event
_MOST_CHANGES = 1000


class Outbox:
    def __init__(self, link: Link) -> None:
        self._link = link
        self._loop = asyncio.get_running_loop()
        self._path = ""
        self._changes: list[Change] = []
        self._timer: asyncio.TimerHandle | None = None

    def post(self, event: Event) -> None:
        self.flush()
        self._link.post(event)

    def edit(self, path: str, changes: Iterable[Change]) -> None:
        if path != self._path or len(self._changes) >= _MOST_CHANGES:
            self.flush()
            self._path = path
        self._changes += changes
        if self._timer is None:
            self._timer = self._loop.call_later(_GATHER, self.flush)

    def flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._changes:
            event = Edited(path=self._path, changes=tuple(self._changes))
            self._changes = []
            self._link.post(event)
