"""One connection to the daemon, from the front end's side: events out, questions and their answers."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Sequence
from typing import Any

from forethought.daemon import rpc
from forethought.errors import InvalidParams, from_kind
from forethought.events import Closed, Edited, Event, Opened
from forethought.link import Hello, Notice

log = logging.getLogger(__name__)


class Lost(Exception):
    """The connection ended before the answer; `begun` unless the daemon said that it did nothing."""

    def __init__(self, begun: bool) -> None:
        self.begun = begun


class Connection:
    def __init__(self, wire: rpc.Wire, notice: Notice) -> None:
        self.wire = wire
        self._notice = notice
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._ids = itertools.count(1)

    def hello(self, who: Hello) -> None:
        self.wire.send(rpc.Hello(who))

    def post(self, first: int, events: Sequence[Event]) -> None:
        try:
            if events:
                self.wire.send(rpc.Events(first, tuple(events)))
        except rpc.TooLarge:
            if len(events) > 1:
                for number, event in enumerate(events, start=first):
                    self.post(number, [event])
            elif isinstance(events[0], Opened | Edited):
                # Too large to follow: for the engine it is closed, rather than open with a wrong text.
                self.post(first, [Closed(events[0].path)])

    async def ask(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        id = next(self._ids)
        try:
            self.wire.send(rpc.Command(id, command, params))
        except rpc.TooLarge as problem:
            raise InvalidParams(f"{command}: {problem}") from None
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[id] = answer
        try:
            return await answer
        except asyncio.CancelledError:
            self.wire.send(rpc.Cancel(id))
            raise
        finally:
            self._waiting.pop(id, None)

    async def listen(self, daemon_leaves: Callable[[], None]) -> None:
        """Take in what the daemon says until the connection ends or the daemon has said all."""
        leaving = False
        try:
            async for message in self.wire:
                if isinstance(message, rpc.Retire):
                    leaving = True
                    daemon_leaves()
                else:
                    self._take(message)
                if leaving and not self._waiting:
                    break
        finally:
            for answer in self._waiting.values():
                _settle(answer, Lost(begun=True))

    def _take(self, message: rpc.Message) -> None:
        match message:
            case rpc.Answer(id, result):
                if answer := self._waiting.pop(id, None):
                    _settle(answer, result)
            case rpc.Error(None, kind, text):
                raise from_kind(kind, text)
            case rpc.Error(int(id), kind, text, begun):
                if answer := self._waiting.pop(id, None):
                    _settle(answer, from_kind(kind, text) if begun else Lost(begun=False))
            case rpc.Notice(name, data):
                try:
                    self._notice(name, data)
                except Exception:
                    log.exception("a notice of %s failed", name)
            case _:
                raise rpc.Malformed(f"a daemon does not say {type(message).__name__.lower()}")


def _settle(answer: asyncio.Future[dict[str, Any]], outcome: dict[str, Any] | Exception) -> None:
    if answer.done():  # cancelled in this very step
        return
    if isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)
