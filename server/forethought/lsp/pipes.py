"""The protocol's two descriptors on the event loop: no threads, nothing blocks."""

from __future__ import annotations

import asyncio
import os
import select
import time
from collections.abc import Callable

_CHUNK = 65536  # what a pipe holds; it also bounds how long other tasks wait behind one read
_UNREAD_LIMIT = 64 * 1024 * 1024


class Inlet:
    """Hands over what arrives, and an empty chunk at the end."""

    def __init__(self, fd: int, take: Callable[[bytes], None]) -> None:
        self._fd, self._take = fd, take
        self._loop = asyncio.get_running_loop()
        try:
            self._loop.add_reader(fd, self._read)
        except PermissionError:  # a plain file or /dev/null cannot be watched, and need not be
            self._loop.call_soon(self._drain)

    def _read(self) -> bool:
        try:
            data = os.read(self._fd, _CHUNK)
        except BlockingIOError:  # an editor may use one socket for both directions
            return True
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._fd)
        self._take(data)
        return bool(data)

    def _drain(self) -> None:
        if self._read():
            self._loop.call_soon(self._drain)


class Outlet:
    """Sends whole messages in order. For an editor that does not read, they wait; the loop does not."""

    def __init__(self, fd: int, broken: Callable[[], None]) -> None:
        self._fd, self._broken = fd, broken
        self._loop = asyncio.get_running_loop()
        self._pending = bytearray()
        os.set_blocking(fd, False)

    def send(self, data: bytes) -> None:
        waiting = bool(self._pending)
        self._pending += data
        if not waiting:
            self._write()
            if self._pending:
                self._loop.add_writer(self._fd, self._write)
        elif len(self._pending) > _UNREAD_LIMIT:
            self._give_up()

    def close(self, within: float) -> None:
        """Send what is left, for so long at most, and leave the descriptor as it was found."""
        ends = time.monotonic() + within
        while self._pending and select.select([], [self._fd], [], max(0.0, ends - time.monotonic()))[1]:
            self._write()
        self._loop.remove_writer(self._fd)
        os.set_blocking(self._fd, True)

    def _write(self) -> None:
        try:
            del self._pending[: os.write(self._fd, self._pending)]
        except BlockingIOError:
            return
        except OSError:
            self._give_up()
        if not self._pending:
            self._loop.remove_writer(self._fd)

    def _give_up(self) -> None:
        self._pending.clear()
        self._loop.remove_writer(self._fd)
        self._broken()
