"""A lock that dies with its process.

The kernel releases an flock when its holder ends, however it ends: no pid file can lie about it.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import time
from pathlib import Path
from types import TracebackType

from forethought.errors import Unavailable


class Lock:
    """A lock held by this process; its file carries a short text for those who find it taken."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    @classmethod
    def take(cls, path: Path) -> Lock | None:
        """The lock, or None when another process holds it."""
        try:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError as problem:
            raise Unavailable(f"the lock {path} cannot be opened: {problem.strerror}") from None
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return None
        return cls(fd)

    @classmethod
    async def wait(cls, path: Path, seconds: float) -> Lock | None:
        """The lock as soon as it is free, or None after that time."""
        deadline = time.monotonic() + seconds
        # Polled: a thread blocked in flock could not be called back.
        while (lock := cls.take(path)) is None and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        return lock

    def note(self, text: str) -> None:
        os.ftruncate(self._fd, 0)
        os.pwrite(self._fd, os.fsencode(text), 0)

    def release(self) -> None:
        os.close(self._fd)

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: object, trace: TracebackType | None) -> None:
        self.release()


def note_in(path: Path) -> str:
    """What the holder, or the last one, noted."""
    try:
        return os.fsdecode(path.read_bytes())
    except FileNotFoundError:
        return ""
