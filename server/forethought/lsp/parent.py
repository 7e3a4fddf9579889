"""Noticing that the editor is gone, however it went: a front end must never outlive it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

POLL_SECONDS = 2.0


def watch(pid: int | None, gone: Callable[[], None]) -> None:
    """Call `gone` when the process ends. One that cannot be seen (another container's) is not watched."""
    if pid is None or pid <= 0:
        return
    loop = asyncio.get_running_loop()
    if hasattr(os, "pidfd_open"):
        try:
            fd = os.pidfd_open(pid)
        except (OSError, OverflowError):
            return

        def ended() -> None:
            loop.remove_reader(fd)
            os.close(fd)
            gone()

        loop.add_reader(fd, ended)
    elif _alive(pid):

        def look() -> None:
            if _alive(pid):
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
