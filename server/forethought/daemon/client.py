"""The link of a front end to the daemon: it starts the daemon, and comes back when that was killed.

No event is delivered twice, and the engine's documents are always those of the editor. The rule: a
front end changes its documents and posts the event in one step of the loop. On every (re)connect, also
in one step, we say hello, send the documents as `resend` tells them and are connected from there on.
So what was posted before is in those documents: its Opened, Edited and Closed events are dropped. The
other events (Saved, Focused, …) are not in them: those posted while there was no connection are kept
and follow. What was already handed to a connection that died is never sent again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from forethought.commands import REGISTRY
from forethought.daemon import rpc, start
from forethought.daemon.connection import Connection, Lost
from forethought.errors import ForethoughtError, Unavailable
from forethought.events import Closed, Edited, Event, Opened
from forethought.link import Hello, Notice

BATCH_SECONDS = 0.005  # events wait this long for company: a flood of edits is few messages
CLOSE_SECONDS = 1.0
_PAUSE, _LONGEST_PAUSE = 0.02, 1.0
_STABLE_SECONDS = 0.2  # a connection that lived this long was a good one
_KEPT_EVENTS = 1000

log = logging.getLogger(__name__)


class Client:
    def __init__(
        self,
        hello: Hello,
        notice: Notice,
        resend: Callable[[], list[Event]] = list,
        *,
        connect: Callable[[str], Awaitable[rpc.Wire]] = start.connect,
        patience: float = 5.0,
    ) -> None:
        """`patience`: how long a command waits for a connection. Needs a running loop; returns at once."""
        self._hello = hello
        self._notice = notice
        self._resend = resend
        self._connect = connect
        self._patience = patience
        self._problem: Exception = Unavailable("it is still starting")
        self._connection: Connection | None = None
        self._connected = asyncio.Event()
        self._batch: list[Event] = []
        self._kept: deque[Event] = deque(maxlen=_KEPT_EVENTS)
        self._closing = False
        self._life = asyncio.create_task(self._live())

    def post(self, event: Event) -> None:
        if self._connection is None:
            self._keep(event)
            return
        if not self._batch:
            asyncio.get_running_loop().call_later(BATCH_SECONDS, self._flush)
        self._batch.append(event)

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
                if self._kept and not self._closing:
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
        pause = _PAUSE
        while not self._closing:
            try:
                if await self._use_a_connection() > _STABLE_SECONDS:
                    pause = _PAUSE
            except Exception as problem:
                self._problem = problem
                if not isinstance(problem, ForethoughtError):
                    log.exception("the connection to the daemon failed")
            if not self._closing:
                await asyncio.sleep(pause)
                pause = min(pause * 2, _LONGEST_PAUSE)

    async def _use_a_connection(self) -> float:
        """Connect and stay to the end; how long that was."""
        connection = Connection(await self._connect(self._hello.version), self._notice)
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
        for event in self._resend():
            connection.post([event])
        connection.post(self._kept)
        self._kept.clear()
        self._connection = connection
        self._connected.set()

    def _leave(self) -> None:
        self._connection = None
        self._connected.clear()
        for event in self._batch:
            self._keep(event)
        self._batch.clear()

    def _keep(self, event: Event) -> None:
        if not isinstance(event, Opened | Edited | Closed):
            self._kept.append(event)

    def _flush(self) -> None:
        if self._connection:
            self._connection.post(self._batch)
            self._batch.clear()
