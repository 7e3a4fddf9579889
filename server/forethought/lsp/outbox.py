"""Events on their way to the engine: in order, edits gathered, kept until there is a link."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from forethought.events import Change, Edited, Event
from forethought.link import Link

_GATHER = 0.02  # seconds in which edits of one document become one event
_MOST_CHANGES = 1000
_MOST_WAITING = 1000


class Outbox:
    def __init__(self, open_documents: Callable[[], list[Event]]) -> None:
        self._open_documents = open_documents
        self._loop = asyncio.get_running_loop()
        self._link: Link | None = None
        self._waiting: list[Event] | None = []  # None: there were too many, the open documents stand for them
        self._path = ""
        self._changes: list[Change] = []
        self._timer: asyncio.TimerHandle | None = None

    def post(self, event: Event) -> None:
        self.flush()
        self._send(event)

    def edit(self, path: str, changes: Iterable[Change]) -> None:
        if path != self._path or len(self._changes) >= _MOST_CHANGES:
            self.flush()
            self._path = path
        self._changes += changes
        if self._timer is None:
            self._timer = self._loop.call_later(_GATHER, self.flush)

    def flush(self) -> None:
        if self._changes:
            event = Edited(path=self._path, changes=tuple(self._changes))
            self.forget_edits()
            self._send(event)

    def forget_edits(self) -> None:
        """Drop what is gathered, when the documents are sent whole: their text holds it already."""
        self._changes = []
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def connect(self, link: Link) -> None:
        waiting = self._open_documents() if self._waiting is None else self._waiting
        self._link, self._waiting = link, []
        for event in waiting:
            link.post(event)

    def _send(self, event: Event) -> None:
        if self._link is not None:
            self._link.post(event)
        elif self._waiting is not None:
            self._waiting.append(event)
            if len(self._waiting) > _MOST_WAITING:
                self._waiting = None
