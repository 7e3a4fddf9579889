"""Reaching a daemon of our own version, and starting one when there is none.

Connect; else take the start lock, connect again, else spawn and wait on a readiness pipe. Whoever does
not get the lock goes on trying to connect, so any number of front ends started at once start one daemon.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from typing import NamedTuple

from forethought import places
from forethought.daemon import rpc, transport
from forethought.daemon.lock import Lock, note_in
from forethought.daemon.spawn import READY, daemon_argv, spawn
from forethought.errors import Unavailable

_WELCOME_SECONDS = 3.0
_RETIRE_SECONDS = 10.0
_RETRY_SECONDS = 1.0  # a daemon that could not start is not tried again sooner, by anyone
_STARTS = 3  # in a row, by one front end, before it says that something is wrong


class Outdated(Unavailable):
    """The daemon is newer than this front end: only a restart of the front end helps."""


class Reached(NamedTuple):
    wire: rpc.Wire
    welcome: rpc.Welcome


async def reach() -> Reached | None:
    """The daemon that runs, of whatever version; None when there is none."""
    wire = await transport.connect()
    if wire is None:
        return None
    try:
        async with asyncio.timeout(_WELCOME_SECONDS):
            welcome = await wire.receive()
    except (TimeoutError, rpc.Malformed):
        wire.abort()
        raise Unavailable("a daemon is there but does not answer; try again, or end its process") from None
    if isinstance(welcome, rpc.Welcome):
        return Reached(wire, welcome)
    wire.abort()  # it was about to leave
    return None


async def connect(version: str, argv: Sequence[str] | None = None) -> rpc.Wire:
    """A connection to a daemon of this version, started if need be."""
    started = 0
    while started < _STARTS:
        reached = await reach()
        if reached and reached.welcome.version == version:
            return reached.wire
        if reached:
            await reached.wire.close()
            _require_older(reached.welcome.version, version)
        if lock := Lock.take(places.start_lock()):
            with lock:
                await _provide(lock, version, argv or daemon_argv())
            started += 1
        else:
            await asyncio.sleep(0.02)
    raise Unavailable(f"the daemon ends as soon as it has started (see {places.log()})")


async def retire(wire: rpc.Wire) -> bool:
    """Ask a daemon to finish and leave; whether it has. Hold the start lock, or another is started."""
    wire.send(rpc.Retire())
    lock = await Lock.wait(places.lifetime_lock(), _RETIRE_SECONDS)
    await wire.close()
    if lock:
        lock.release()
    return lock is not None


async def _provide(lock: Lock, version: str, argv: Sequence[str]) -> None:
    """With the start lock: see that a daemon runs that is not older than we are."""
    reached = await reach()
    if reached and _order(reached.welcome.version) >= _order(version):
        await reached.wire.close()
        return
    if reached and not await retire(reached.wire):
        raise Unavailable(f"the daemon of version {reached.welcome.version} does not leave; end its process")
    said = _failed_just_now()
    if not said:
        said = await spawn(argv)
        lock.note("" if said == READY else said)  # killed, it says nothing, and may be tried again at once
    if said != READY:
        raise Unavailable(f"the daemon did not start: {said or 'it was ended'} (see {places.log()})")


def _require_older(daemon: str, front_end: str) -> None:
    if _order(daemon) > _order(front_end):
        raise Outdated(f"the daemon runs version {daemon}, this is {front_end}: restart the editor")


def _failed_just_now() -> str:
    """Thirty front ends that cannot start a daemon must not try thirty times a second."""
    age = time.time() - places.start_lock().stat().st_mtime
    return note_in(places.start_lock()) if age < _RETRY_SECONDS else ""


def _order(version: str) -> tuple[list[int], str]:
    return [int(part) for part in re.findall(r"\d+", version)], version
