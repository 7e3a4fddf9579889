"""Watching a checkout: which paths may have changed, told in batches once things fall quiet."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from typing import Protocol

import watchfiles

from forethought.code.inotify import Inotify, Lost

_QUIET = 0.1  # seconds; git and formatters write without such pauses
_LONGEST = 1.0  # something that never falls quiet is told at least this often
_HOLD = 5.0  # how long an operation said to be under way is waited for


class Notices(Protocol):
    def add(self, folder: str) -> None: ...
    def drop(self, folder: str) -> None: ...
    def read(self, seconds: float | None) -> set[str] | None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class Everything:
    """Notices of all that lies below a folder, where the system gives them for whole trees (macOS)."""

    def __init__(self, root: str) -> None:
        self._halt = threading.Event()
        self._changes = watchfiles.watch(
            root,
            watch_filter=None,
            debounce=int(_QUIET * 500),
            step=int(_QUIET * 500),
            rust_timeout=int(_QUIET * 1000),
            yield_on_timeout=True,
            stop_event=self._halt,
            raise_interrupt=False,
            debug=False,  # it would print to stdout
            ignore_permission_denied=True,
        )
        next(self._changes)  # from here on it watches

    def add(self, folder: str) -> None: ...

    def drop(self, folder: str) -> None: ...

    def read(self, seconds: float | None) -> set[str] | None:
        for changes in self._changes:
            if changes or seconds is not None:
                return {path for _, path in changes}
        return None

    def stop(self) -> None:
        self._halt.set()

    def close(self) -> None: ...


class Watch:
    """Tells paths below the root on the loop; None: something happened, nobody knows what.

    `hold` says that an operation is under way (git's index.lock), so that a branch switch is one batch.
    """

    def __init__(self, root: str, tell: Callable[[set[str] | None], object], hold: Callable[[], bool]) -> None:
        self.problem = ""  # why the watch cannot be relied on
        self._root = root
        self._tell = tell
        self._hold = hold
        self._loop = asyncio.get_running_loop()
        self._notices: Notices | None = None
        self._thread = threading.Thread(target=self._follow, name="watch", daemon=True)

    def start(self) -> None:
        """Blocks for a moment; afterwards nothing below an added folder goes unseen."""
        try:
            self._notices = Inotify() if sys.platform == "linux" else Everything(self._root)
        except (OSError, RuntimeError) as problem:
            self._fail(problem)
        else:
            self._thread.start()

    def renew(self) -> None:
        """All folders are about to be added again: perhaps there is room for them now."""
        if self._thread.is_alive():
            self.problem = ""

    def add(self, folder: str) -> None:
        """Watch the entries of a folder, given by its path below the root with a slash; not what lies deeper."""
        if self._notices and not self.problem:
            try:
                self._notices.add(self._root + folder)
            except OSError as problem:
                self._fail(problem)

    def drop(self, folder: str) -> None:
        if self._notices:
            self._notices.drop(self._root + folder)

    async def stop(self) -> None:
        if self._notices:
            self._notices.stop()
            await asyncio.to_thread(self._thread.join)

    def _fail(self, problem: Exception) -> None:
        self.problem = f"not every change is noticed at once: {problem}"

    def _follow(self) -> None:
        assert self._notices
        try:
            while (paths := self._gather(self._notices)) is not None:
                below = {path[len(self._root) :] for path in paths if path.startswith(self._root)}
                self._loop.call_soon_threadsafe(self._tell, None if "" in below else below)
        except (OSError, RuntimeError) as problem:  # also when the loop is closed: nobody listens any more
            self._fail(problem)
        self._notices.close()

    def _gather(self, notices: Notices) -> set[str] | None:
        """Everything up to a moment of quiet."""
        paths: set[str] = set()
        first = 0.0
        while True:
            try:
                more = notices.read(_QUIET if paths else None)
            except Lost:
                more = {self._root}
            if more is None:
                return None
            first = first if paths else time.monotonic()
            paths |= more
            waited = time.monotonic() - first
            if paths and (not more or waited > _LONGEST) and not (waited < _HOLD and self._hold()):
                return paths
