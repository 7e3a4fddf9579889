"""The daemon: one engine, many front ends."""

from __future__ import annotations

import asyncio
import logging
import os
import time

import forethought
from forethought.daemon import rpc, transport
from forethought.daemon.engine import Engine
from forethought.daemon.guest import Guest, log_failure
from forethought.daemon.lock import Lock
from forethought.link import Hello

# How long commands in flight may take to finish when the daemon is asked to leave.
RETIRE_SECONDS = 5.0
_HELLO_SECONDS = 10.0

log = logging.getLogger(__name__)


class Server:
    def __init__(self, engine: Engine, idle_seconds: float) -> None:
        self.engine = engine
        self.leaving = False
        self._guests: dict[str, Guest] = {}
        self._attending: dict[Guest, asyncio.Task[None]] = {}
        self._idle_seconds = idle_seconds
        self._idle: asyncio.TimerHandle | None = None
        self._began = time.monotonic()
        self._deadline = float("inf")
        self._retired = asyncio.Event()

    async def open(self, lock: Lock) -> None:
        self._listener = await transport.listen(lock, self._welcome)
        self._watch_idleness()
        log.info("version %s serves as process %s", forethought.__version__, os.getpid())

    async def run(self) -> None:
        """Serve until retired; then finish what runs, and close the engine."""
        await self._retired.wait()
        self.leaving = True
        transport.stop_listening(self._listener)
        for guest in self._guests.values():
            guest.wire.send(rpc.Retire())
        while (running := self._running()) and time.monotonic() < self._deadline:
            await asyncio.wait(running, timeout=0.05)
        attending = list(self._attending.values())
        for task in attending:
            task.cancel()
        if attending:
            await asyncio.wait(attending, timeout=1)
        await self.engine.close()
        log.info("process %s leaves", os.getpid())

    def retire(self, seconds: float = RETIRE_SECONDS) -> None:
        """Leave, giving commands in flight that long. Asked again, the shorter time counts."""
        self._deadline = min(self._deadline, time.monotonic() + seconds)
        self._retired.set()

    def joined(self, guest: Guest, who: Hello) -> None:
        """A session begins, or goes on over a new connection before the old one was seen to end."""
        if before := self._guests.get(who.session):
            self._attending[before].cancel()
        self.engine.join(who, lambda name, data: guest.wire.send(rpc.Notice(name, data)))
        self._guests[who.session] = guest
        self._watch_idleness()
        log.info("session %r of %s (process %s) joins", who.session, who.client, who.pid)

    async def _welcome(self, wire: rpc.Wire) -> None:
        guest = Guest(self, wire)
        self._attending[guest] = asyncio.ensure_future(self._attend(guest))
        await asyncio.wait([self._attending[guest]])

    async def _attend(self, guest: Guest) -> None:
        uptime = time.monotonic() - self._began
        guest.wire.send(rpc.Welcome(forethought.__version__, os.getpid(), len(self._guests), uptime))
        asyncio.get_running_loop().call_later(_HELLO_SECONDS, self._require_hello, guest)
        try:
            await guest.attend()
        except Exception as problem:
            log_failure(f"session {guest.session!r}", problem)
        finally:
            self._gone(guest)
            await guest.wire.close()
            del self._attending[guest]

    def _gone(self, guest: Guest) -> None:
        if self._guests.get(guest.session) is not guest:
            return  # it never joined, or another connection carries its session on
        del self._guests[guest.session]
        self._watch_idleness()
        self.engine.leave(guest.session)
        log.info("session %r leaves", guest.session)

    def _require_hello(self, guest: Guest) -> None:
        if not guest.session and guest in self._attending:
            self._attending[guest].cancel()

    def _watch_idleness(self) -> None:
        if self._idle:
            self._idle.cancel()
            self._idle = None
        if not self._guests and not self.leaving:
            self._idle = asyncio.get_running_loop().call_later(self._idle_seconds, self.retire)

    def _running(self) -> list[asyncio.Task[dict[str, object]]]:
        return [task for guest in self._guests.values() for task in guest.running.values()]
