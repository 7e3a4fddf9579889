"""The one mutable owner: sessions, projects and their stores.

Every change enters by `apply`, every question by `answer`; a session's are taken in the order in which it
sent them. The engine does not know whether it runs in the daemon or inside a front end.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from forethought import commands
from forethought.engine.answers import HANDLERS
from forethought.engine.call import Call
from forethought.engine.follow import close_all, follow
from forethought.engine.memories import Memories
from forethought.engine.projects import Projects
from forethought.engine.session import Numbered, Quiet, Session
from forethought.engine.watching import Watching
from forethought.errors import ForethoughtError, Unavailable
from forethought.events import BranchSeen, Event
from forethought.jobs import Debounce
from forethought.link import Hello, Notice

log = logging.getLogger(__name__)


class Engine:
    def __init__(self, home: Path, clock: Callable[[], float] = time.time, quiet: float = 2.0) -> None:
        self.home = home
        self.sessions: dict[str, Session] = {}
        self.projects = Projects(self)
        self.memories = Memories(self)
        self.watching = Watching(self)
        # Parsing holds the GIL: one thread, so that the loop is never more than one parse behind.
        self.parsing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="parse")
        self.bursts: Debounce[tuple[str, str]] = Debounce(quiet, 30.0, self._fell_quiet)
        self._clock = clock
        self._serving: set[asyncio.Task[None]] = set()  # also of sessions that have left and still record

    @classmethod
    async def open(cls, home: Path) -> Engine:
        # Threads that compute hold the interpreter for this long; the loop, which answers hovers, waits for it.
        sys.setswitchinterval(0.001)
        return cls(home)

    def now(self) -> datetime:
        """The time as the store keeps it: UTC, without a zone."""
        return datetime.fromtimestamp(self._clock(), UTC).replace(tzinfo=None)

    def join(self, hello: Hello, notice: Notice) -> None:
        """A front end is there; one that comes back under its old id takes its own place again."""
        former = self.sessions.get(hello.session)
        self.leave(hello.session)
        session = self.sessions[hello.session] = Session(hello, notice)
        session.serving = asyncio.create_task(self._serve(session, former.serving if former else None))
        self._serving.add(session.serving)
        session.serving.add_done_callback(self._serving.discard)

    def leave(self, session_id: str) -> None:
        if session := self.sessions.pop(session_id, None):
            session.inbox.put_nowait(None)

    def apply(self, session_id: str | None, event: Event, number: int = 0) -> None:
        """The one door for changes. A session numbers its events from 1; those of our own watch have no session."""
        if session_id is None:
            if isinstance(event, BranchSeen):
                self.projects.branch_seen(event)
        elif session := self.sessions.get(session_id):
            session.inbox.put_nowait(Numbered(number, event))

    async def answer(self, session_id: str, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        session = self.sessions.get(session_id)
        if session is None:
            raise Unavailable("this session has ended")
        call = Call(self, session, commands.parse(name, arguments))
        await session.caught_up()
        with call.recorded(commands.REGISTRY[name], arguments):
            return await HANDLERS[name](call)

    def tell(self, sessions: set[str], notice: str, data: dict[str, Any]) -> None:
        for session_id in sessions:
            if session := self.sessions.get(session_id):
                session.notice(notice, data)

    async def close(self) -> None:
        """End every session, write what is pending, close every store."""
        for session_id in list(self.sessions):
            self.leave(session_id)
        await asyncio.gather(*self._serving)
        await self.memories.close()
        await self.projects.close()
        self.parsing.shutdown(wait=True)

    async def _settle(self, session: Session) -> None:
        """Tell the session what it need not tell again, once it is on disk and there is time to."""
        if session.inbox.empty() and (settled := session.settled()) > session.told_settled:
            await self.projects.written(session)
            session.told_settled = settled
            session.notice("settled", {"event": settled})

    async def _next(self, session: Session) -> Numbered | Quiet | asyncio.Future[None] | None:
        session.idle = True
        item = await session.inbox.get()
        session.idle = False
        return item

    def _fell_quiet(self, key: tuple[str, str]) -> None:
        session_id, path = key
        if session := self.sessions.get(session_id):
            session.inbox.put_nowait(Quiet(path))

    async def _serve(self, session: Session, former: asyncio.Task[None] | None) -> None:
        """Take in what a session sends, one thing after the other, until it leaves."""
        if former:
            await former  # it still records what it was told, and this one must know of that
        for root in session.hello.roots:
            with contextlib.suppress(ForethoughtError):
                await self.projects.enter(session, root)
        while (item := await self._next(session)) is not None:
            if isinstance(item, asyncio.Future):
                session.reached(item)
                continue
            try:
                await follow(self, session, item)
                if isinstance(item, Numbered):
                    self.watching.followed(session, item.event)
                await self._settle(session)
            except ForethoughtError as problem:
                log.debug("an event was not followed: %s", problem.kind)
            except Exception:
                log.exception("an event failed")
        await close_all(self, session)
        session.drain()
        self.projects.left(session)
        self.watching.left(session)
        self.memories.left(session)
