"""The link of a front end that runs the engine itself (`--standalone`)."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

from forethought import places
from forethought.daemon.engine import Engine, OpenEngine, open_engine
from forethought.daemon.lock import Lock, note_in
from forethought.errors import Unavailable
from forethought.events import Event
from forethought.link import Hello, Notice

_LOCK_SECONDS = 0.5  # another front end may just be closing


class Local:
    def __init__(self, hello: Hello, notice: Notice, *, open_engine: OpenEngine = open_engine) -> None:
        """Opens the engine in the background; needs a running loop and returns at once."""
        self._hello = hello
        self._notice = notice
        self._open_engine = open_engine
        self._engine: Engine | None = None
        self._early: list[Event] = []
        self._numbers = itertools.count(1)
        self._lock: Lock | None = None
        self._opening = asyncio.create_task(self._open())
        self._opening.add_done_callback(self._opened)

    def post(self, event: Event) -> None:
        if self._engine:
            self._engine.apply(self._hello.session, event, next(self._numbers))
        elif not self._opening.done():
            self._early.append(event)

    async def ask(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        await asyncio.shield(self._opening)
        if self._engine is None:
            raise Unavailable("this front end is closed")
        return await self._engine.answer(self._hello.session, command, params)

    def _opened(self, opening: asyncio.Task[None]) -> None:
        """Whoever asks is told what went wrong; tell the person too, as nobody may ever ask."""
        if not opening.cancelled() and (problem := opening.exception()):
            self._notice("message", {"level": "warning", "text": f"Forethought cannot record: {problem}"})

    async def close(self) -> None:
        await asyncio.wait([self._opening])
        engine, self._engine = self._engine, None
        if engine:
            engine.leave(self._hello.session)
            await engine.close()
        if self._lock:
            self._lock.release()
            self._lock = None

    async def _open(self) -> None:
        self._lock = await Lock.wait(places.lifetime_lock(), _LOCK_SECONDS)
        if self._lock is None:
            raise Unavailable(_in_use())
        self._lock.note("")  # we do not listen
        engine = await self._open_engine(places.home())
        engine.join(self._hello, self._notice)
        for event in self._early:
            engine.apply(self._hello.session, event, next(self._numbers))
        self._early.clear()
        self._engine = engine


def _in_use() -> str:
    if note_in(places.lifetime_lock()):
        return "the store is in use by a running daemon; stop it with `forethought daemon stop`"
    return "the store is in use by another front end with --standalone; close that one first"
