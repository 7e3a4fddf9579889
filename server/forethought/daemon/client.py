"""The link of a front end to the daemon: it starts the daemon, and comes back when that was killed.

On every (re)connect, in one step of the loop, we say hello, tell the journal (the documents, then every event
that is not settled) and are connected from there on. Events have numbers, so that the engine records each
once, however often it is told.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from forethought.commands import REGISTRY
from forethought.daemon import rpc, start
from forethought.daemon.connection import Connection, Lost
from forethought.daemon.journal import Journal
from forethought.errors import ForethoughtError, Unavailable
from forethought.events import Event
from forethought.link import Hello, Notice

BATCH_SECONDS = 0.005  # events wait this long for company: a flood of edits is few messages
CLOSE_SECONDS = 1.0
_PAUSE, _LONGEST_PAUSE = 0.02, 1.0
_STABLE_SECONDS = 0.2  # a connection that lived this long was a good one

log = logging.getLogger(__name__)


class Client:
    def __init__(
        self,
        hello: Hello,
        notice: Notice,
        *,
        connect: Callable[[str], Awaitable[rpc.Wire]] = start.connect,
        patience: float = 5.0,
    ) -> None:
        """`patience`: how long a command waits for a connection. Needs a running loop; returns at once."""
        self._hello = hello
        self._notice = notice
        self._connect = connect
        self._patience = patience
        self._problem: Exception = Unavailable("it is still starting")
        self._connection: Connection | None = None
        self._connected = asyncio.Event()
        self._journal = Journal()
        self._sent = 0  # the last event that this connection was told
        self._flushing: asyncio.TimerHandle | None = None
        self._closing = False
        self._life = asyncio.create_task(self._live())

    def post(self, event: Event) -> None:
        self._journal.add(event)
        if self._connection and self._flushing is None:
            self._flushing = asyncio.get_running_loop().call_later(BATCH_SECONDS, self._flush)

    async def ask(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        """A command cut off by a lost connection is sent again only when that cannot do it twice."""
        repeatable = command in REGISTRY and REGISTRY[command].read_only
        for _ in range(2):
            connection = await self._reached()
            self._flush()  # a command sees the events posted before it
            try:
                return await connection.ask(command, params)
            except Lost as lost:
                if lost.begun and not repeatable:
                    raise Unavailable(
                        f"{command} may or may not have been recorded; the connection to the daemon was lost"
                    ) from None
        raise Unavailable(f"{command} was cut off twice; try again, or see `forethought daemon status`")

    async def close(self) -> None:
        """Deliver what was posted, for a bounded time: the daemon hangs up when it has read everything."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                if self._sent < self._journal.last and not self._closing:
                    await self._connected.wait()
                self._closing = True
                if self._connection:
                    self._flush()
                    self._connection.wire.finish()
                    await asyncio.wait([self._life])
        self._closing = True
        self._connected.set()  # whoever waits for a connection waits in vain
        self._life.cancel()
        await asyncio.wait([self._life])

    async def _reached(self) -> Connection:
        if self._connection:
            return self._connection
        if not isinstance(self._problem, start.Outdated):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._patience):
                    while not self._connection and not self._closing:
                        await self._connected.wait()
        if self._connection:
            return self._connection
        why = "this front end is closing" if self._closing else self._problem
        raise Unavailable(f"the daemon cannot be reached: {why}. Try again, or see `forethought daemon status`")

    async def _live(self) -> None:
        """Be connected until closed: back at once after a good connection, ever slower after bad ones."""
        pause, told = _PAUSE, False
        while not self._closing:
            try:
                if await self._use_a_connection() > _STABLE_SECONDS:
                    pause = _PAUSE
            except Exception as problem:
                self._problem = problem
                if pause == _LONGEST_PAUSE and not told:
                    told = True
                    self._notice("message", {"level": "warning", "text": f"Forethought cannot record: {problem}"})
                if not isinstance(problem, ForethoughtError):
                    log.exception("the connection to the daemon failed")
            if not self._closing:
                await asyncio.sleep(pause)
                pause = min(pause * 2, _LONGEST_PAUSE)

    async def _use_a_connection(self) -> float:
        """Connect and stay to the end; how long that was."""
        connection = Connection(await self._connect(self._hello.version), self._hear)
        self._problem = Unavailable("the connection was lost")
        began = time.monotonic()
        try:
            self._begin(connection)
            await connection.listen(self._leave)
        finally:
            self._leave()
            connection.wire.abort()
        return time.monotonic() - began

    def _begin(self, connection: Connection) -> None:
        connection.hello(self._hello)
        self._hello = msgspec.structs.replace(self._hello, again=True)
        for document in self._journal.documents():
            connection.post(0, [document])
        self._connection, self._sent = connection, 0
        self._flush()
        self._connected.set()

    def _leave(self) -> None:
        self._connection = None
        self._connected.clear()

    def _flush(self) -> None:
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None
        if self._connection and self._sent < self._journal.last:
            first, events = self._journal.after(self._sent)
            self._connection.post(first, events)
            self._sent = self._journal.last

    def _hear(self, name: str, data: dict[str, Any]) -> None:
        if name == "settled":
            self._journal.settle(data["event"])
        else:
            self._notice(name, data)
