"""One front end, as the daemon sees it: its session, its commands in flight, its limits.

Whatever a front end does wrong costs that front end its connection and nobody anything else.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from functools import partial
from typing import TYPE_CHECKING, Any

import forethought
from forethought.daemon import rpc
from forethought.errors import ForethoughtError
from forethought.link import Hello

if TYPE_CHECKING:
    from forethought.daemon.server import Server

MAX_IN_FLIGHT = 256
SLICE = 0.005  # how long one front end's events may hold the loop
_CANCEL_SECONDS = 0.2

log = logging.getLogger(__name__)


class Guest:
    def __init__(self, server: Server, wire: rpc.Wire) -> None:
        self.wire = wire
        self.session = ""
        self.running: dict[int, asyncio.Task[dict[str, Any]]] = {}
        self._server = server
        self._engine = server.engine

    async def attend(self) -> None:
        """Serve until the front end leaves, breaks the protocol or is sent away."""
        try:
            async for message in self.wire:
                await self._take(message)
                await self.wire.drain()  # whoever does not read its answers is not read either
        except rpc.Malformed as problem:
            log.warning("session %r: %s", self.session, problem)
            self.wire.send(rpc.Error(None, "invalid_params", str(problem)))
        finally:
            for task in self.running.values():
                task.cancel()
            if self.running:
                await asyncio.wait(list(self.running.values()), timeout=_CANCEL_SECONDS)

    async def _take(self, message: rpc.Message) -> None:
        match message:
            case rpc.Retire():
                self._server.retire()
            case rpc.Hello(who) if who.session and not self.session:
                self._join(who)
            case rpc.Events() if self.session:
                await self._apply(message)
            case rpc.Command() if self.session and message.id not in self.running:
                self._begin(message)
            case rpc.Cancel(id) if self.session:
                if task := self.running.get(id):
                    task.cancel()
            case _:
                raise rpc.Malformed(f"{type(message).__name__.lower()} is out of place here")

    def _join(self, who: Hello) -> None:
        if who.version != forethought.__version__:
            raise rpc.Malformed(f"version {who.version} cannot join a daemon of {forethought.__version__}")
        self.session = who.session
        self._server.joined(self, who)

    async def _apply(self, told: rpc.Events) -> None:
        loop = asyncio.get_running_loop()
        pause = loop.time() + SLICE
        for place, event in enumerate(told.events):
            try:
                self._engine.apply(self.session, event, told.first and told.first + place)
            except Exception as problem:
                log_failure(f"session {self.session!r}: {type(event).__name__}", problem)
            if loop.time() > pause:
                await asyncio.sleep(0)
                pause = loop.time() + SLICE

    def _begin(self, command: rpc.Command) -> None:
        if self._server.leaving:
            self.wire.send(rpc.Error(command.id, "unavailable", "the daemon is leaving", begun=False))
            return
        if len(self.running) >= MAX_IN_FLIGHT:
            text = f"{command.name} refused: this front end has {MAX_IN_FLIGHT} commands in flight already"
            self.wire.send(rpc.Error(command.id, "unavailable", text))
            return
        task = asyncio.ensure_future(self._engine.answer(self.session, command.name, command.params))
        self.running[command.id] = task
        # A callback, not a wrapping coroutine: a task cancelled before its first step is answered too.
        task.add_done_callback(partial(self._finish, command))

    def _finish(self, command: rpc.Command, task: asyncio.Task[dict[str, Any]]) -> None:
        del self.running[command.id]
        try:
            self.wire.send(_reply(command, task))
        except (rpc.TooLarge, TypeError, ValueError) as problem:
            text = f"the answer of {command.name} cannot be sent: {problem}"
            self.wire.send(rpc.Error(command.id, ForethoughtError.kind, text))


def _reply(command: rpc.Command, task: asyncio.Task[dict[str, Any]]) -> rpc.Answer | rpc.Error:
    if task.cancelled():
        return rpc.Error(command.id, "unavailable", f"{command.name} was cancelled")
    problem = task.exception()
    if problem is None:
        return rpc.Answer(command.id, task.result())
    if isinstance(problem, ForethoughtError):
        return rpc.Error(command.id, problem.kind, str(problem))
    log_failure(command.name, problem)
    text = f"{command.name} failed ({type(problem).__name__}); the daemon's log says where"
    return rpc.Error(command.id, ForethoughtError.kind, text)


def log_failure(what: str, problem: BaseException) -> None:
    """Where it failed, not the message: that may quote what the user wrote."""
    where = "".join(traceback.format_tb(problem.__traceback__))
    log.error("%s failed with %s\n%s", what, type(problem).__name__, where)
