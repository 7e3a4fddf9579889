"""What `forethought daemon run|start|stop|status` do."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Sequence
from functools import partial
from typing import Any

import forethought
from forethought import places
from forethought.daemon import start as starting
from forethought.daemon.engine import OpenEngine, open_engine
from forethought.daemon.lock import Lock, note_in
from forethought.daemon.server import Server
from forethought.daemon.spawn import announce
from forethought.errors import ForethoughtError, Unavailable

IDLE_SECONDS = 300.0
_TAKEOVER_SECONDS = 10.0  # the daemon before this one may still be closing its stores
_SIGNAL_SECONDS = 0.5

log = logging.getLogger(__name__)


def run(open_engine: OpenEngine = open_engine) -> int:
    """Be the daemon, in the foreground, until retired; the exit code."""
    os.umask(0o077)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s: %(message)s")
    try:
        asyncio.run(_run(open_engine))
    except ForethoughtError as problem:
        log.error("%s", problem)
        announce(str(problem))
        return 1
    except Exception as problem:
        announce(f"it failed with {type(problem).__name__}")
        raise
    return 0


def start(argv: Sequence[str] | None = None) -> dict[str, Any]:
    """See that a daemon runs; its status."""
    asyncio.run(_start(argv))
    return status()


def stop() -> dict[str, Any]:
    """Retire the daemon. Front ends that are connected will start another when they need it."""
    return asyncio.run(_stop())


def status() -> dict[str, Any]:
    return asyncio.run(_status())


async def _run(open_engine: OpenEngine) -> None:
    lock = await _own_the_stores()
    if lock is None:
        log.info("another daemon serves already")
        announce()
        return
    with lock:
        idle_seconds = float(os.environ.get("FORETHOUGHT_IDLE_SECONDS") or IDLE_SECONDS)
        server = Server(await open_engine(places.home()), idle_seconds)
        for sign in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(sign, partial(server.retire, _SIGNAL_SECONDS))
        await server.open(lock)
        announce()
        await server.run()


async def _own_the_stores() -> Lock | None:
    """The lifetime lock, as soon as a daemon that leaves has released it; None when one stays."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + _TAKEOVER_SECONDS
    while loop.time() < deadline:
        if lock := await Lock.wait(places.lifetime_lock(), 0.1):
            return lock
        if reached := await starting.reach():
            await reached.wire.close()
            return None
    raise Unavailable("the store is in use by another process (a front end with --standalone?)")


async def _start(argv: Sequence[str] | None) -> None:
    wire = await starting.connect(forethought.__version__, argv)
    await wire.close()


async def _stop() -> dict[str, Any]:
    # With the start lock, so that no front end starts the next daemon while this one leaves.
    lock = await Lock.wait(places.start_lock(), _TAKEOVER_SECONDS)
    with lock or contextlib.nullcontext():
        reached = await starting.reach()
        if reached is None:
            return {"stopped": False, "clients": 0}
        if not await starting.retire(reached.wire):
            raise Unavailable(f"the daemon (process {reached.welcome.pid}) does not leave; end it by hand")
        return {"stopped": True, "clients": reached.welcome.clients}


async def _status() -> dict[str, Any]:
    reached = await starting.reach()
    found: dict[str, Any] = {"running": reached is not None}
    if reached:
        await reached.wire.close()
        welcome = reached.welcome
        found |= {"pid": welcome.pid, "version": welcome.version, "clients": welcome.clients}
        found["uptime_s"] = round(welcome.uptime, 1)
    socket = note_in(places.lifetime_lock()) or str(places.socket_path())
    return found | {"socket": socket, "home": str(places.home()), "log": str(places.log())}
