"""Noticing that the editor is gone, however it went: a front end must never outlive it."""

from __future__ import annotations

import os
from collections.abc import Callable

POLL_SECONDS = 2.0


class Parent:
    """The editor's process, held on to from the first moment we know of it: it may die while we still start.

    One that cannot be seen (another container's) is not watched.
    """

    def __init__(self, pid: int | None) -> None:
        self._pid = pid or 0
        self._fd: int | None = None
        self._seen = False
        if self._pid <= 0:
            return
        if hasattr(os, "pidfd_open"):
            try:
                self._fd = os.pidfd_open(self._pid)
            except (OSError, OverflowError):
                return
        self._seen = _alive(self._pid)

    def watch(self, gone: Callable[[], None]) -> None:
        """Call `gone` on the running loop when the process has ended."""
        import asyncio  # not before the editor was greeted

        loop = asyncio.get_running_loop()
        if (fd := self._fd) is not None:

            def ended() -> None:
                loop.remove_reader(fd)
                os.close(fd)
                gone()

            loop.add_reader(fd, ended)
        elif self._seen:

            def look() -> None:
                if _alive(self._pid):
                    loop.call_later(POLL_SECONDS, look)
                else:
                    gone()

            look()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
