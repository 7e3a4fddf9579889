"""Starting the daemon's process, and how it says that it is ready: both ends of one pipe."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import BinaryIO

from forethought import places
from forethought.errors import Unavailable

READY_FD = "FORETHOUGHT_READY_FD"
READY = "ready"
_READY_SECONDS = 15.0
_LOG_BYTES = 1_000_000


def daemon_argv() -> list[str]:
    # Isolated: neither the working folder nor the user's environment decides what code runs.
    return [sys.executable, "-I", "-m", "forethought", "daemon", "run"]


async def spawn(argv: Sequence[str]) -> str:
    """Start a daemon that outlives us; what it says of itself: READY, a problem, or "" when it was killed."""
    readable, writable = os.pipe()
    with os.fdopen(readable, "rb") as pipe:
        try:
            with _open_log() as log:
                process = subprocess.Popen(  # noqa: ASYNC220 - a few ms; its start is awaited below
                    argv,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=log,
                    cwd=places.home(),
                    env=os.environ | {READY_FD: str(writable), "FORETHOUGHT_HOME": str(places.home())},
                    pass_fds=[writable],
                    start_new_session=True,
                )
        except OSError as problem:
            raise Unavailable(f"the daemon cannot be started: {problem}") from None
        finally:
            os.close(writable)
        # The daemon is our child: somebody has to wait for it, or it stays as a zombie.
        threading.Thread(target=process.wait, daemon=True).start()
        return await _read(pipe)


async def _read(pipe: BinaryIO) -> str:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    try:
        async with asyncio.timeout(_READY_SECONDS):
            return (await reader.read()).decode(errors="replace")
    except TimeoutError:
        return f"it is not ready after {_READY_SECONDS:.0f} s"
    finally:
        transport.close()


def announce(what: str = READY) -> None:
    """In the daemon: tell whoever started it that it serves, or why it does not."""
    fd = os.environ.pop(READY_FD, "")
    if not fd:
        return
    with contextlib.suppress(OSError):  # nobody waits any more
        os.write(int(fd), what.encode())
    os.close(int(fd))


def _open_log() -> BinaryIO:
    path = places.log()
    if path.exists() and path.stat().st_size > _LOG_BYTES:
        path.replace(path.with_suffix(".old.log"))
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600), "ab")
