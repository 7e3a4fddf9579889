"""Following a checkout: which branch and commit it stands on, told once per change.

A rebase moves HEAD dozens of times within a second, so a change is looked at after a moment of quiet and
not in the middle of an operation. The git *directory* is watched: a watch on the file HEAD dies with the first
checkout, as git replaces the file.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import watchfiles

from forethought.episodes.git import Checkout, GitFailed, Head, head, standing
from forethought.events import BranchSeen

_QUIET_MS = 300
_STEP_MS = 100  # how often the watcher's thread wakes, and so how fast it stops
_LOOK_SECONDS = 5.0  # a look without notice: some file systems give none, plumbing may write the branch alone
_RETRY_SECONDS = 1.0
_LOCK_SECONDS = 10.0  # an index.lock older than this was left behind by a crash

_DETACHING = ("rebase-merge", "rebase-apply", "BISECT_LOG")  # under way, HEAD is on no branch
_JOINING = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD")  # under way, HEAD stays on its branch


async def watch(checkout: Checkout, tell: Callable[[BranchSeen], None], stop: asyncio.Event) -> None:
    """Tell what is checked out now, then every change once, until `stop`; `tell` runs on the caller's loop.

    A folder without a repository is told once, and there is nothing to follow.
    """
    loop = asyncio.get_running_loop()
    halt = threading.Event()

    def deliver(seen: BranchSeen) -> None:
        if not halt.is_set():
            tell(seen)

    # A thread of its own: it blocks for as long as the watch lasts, which would exhaust a shared pool.
    pool = ThreadPoolExecutor(1, thread_name_prefix="branches")
    following = loop.run_in_executor(
        pool, _Follower(checkout, lambda seen: loop.call_soon_threadsafe(deliver, seen), halt).run
    )
    stopping = asyncio.ensure_future(stop.wait())
    either: set[asyncio.Future[Any]] = {following, stopping}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        halt.set()
        pool.shutdown(wait=False)
    await following


class _Follower:
    """The watch of one checkout, in a thread."""

    def __init__(self, checkout: Checkout, tell: Callable[[BranchSeen], object], halt: threading.Event) -> None:
        self._checkout = checkout
        self._tell = tell
        self._halt = halt
        self._told = Head(None, None)
        self._locked_since: float | None = None

    def run(self) -> None:
        self._say(standing(self._checkout))
        git_dir = self._checkout.git_dir
        while git_dir and not self._halt.is_set():
            try:
                self._follow(git_dir)
            except (OSError, RuntimeError):  # the directory is gone, or the system has no watches left
                self._look(git_dir)
            self._halt.wait(_RETRY_SECONDS)

    def _follow(self, git_dir: Path) -> None:
        """Look after each burst of changes, until the directory is gone or replaced by another."""
        watched = _identity(git_dir)
        due = 0.0  # at once: something may have changed before the watch stood
        for changes in watchfiles.watch(
            git_dir,
            watch_filter=None,
            debounce=_STEP_MS,
            step=_STEP_MS,
            rust_timeout=_QUIET_MS,
            yield_on_timeout=True,  # an empty set is a moment of quiet
            stop_event=self._halt,
            raise_interrupt=False,
            recursive=False,
            debug=False,  # it would print to stdout
        ):
            if (watchfiles.Change.deleted, str(git_dir)) in changes or _identity(git_dir) != watched:
                return
            if changes:
                due = 0.0
            elif time.monotonic() >= due and self._look(git_dir):
                due = time.monotonic() + _LOOK_SECONDS

    def _look(self, git_dir: Path) -> bool:
        """Tell what changed. False: git is in the middle of something, look again soon."""
        if _identity(git_dir) is None:
            return False
        try:
            seen = head(self._checkout)
        except GitFailed:
            return False
        if seen != self._told:
            if self._busy(git_dir, seen):
                return False
            self._say(seen)
        return True

    def _busy(self, git_dir: Path, seen: Head) -> bool:
        """Whether git is still at it. Not if HEAD reached another branch: then the operation was left behind."""
        if seen.branch is None and _any_of(git_dir, _DETACHING + _JOINING):
            return True
        if seen.branch == self._told.branch and _any_of(git_dir, _JOINING):
            return True
        if not _any_of(git_dir, ("index.lock",)):
            self._locked_since = None
            return False
        now = time.monotonic()
        self._locked_since = self._locked_since or now
        return now - self._locked_since < _LOCK_SECONDS

    def _say(self, seen: Head) -> None:
        self._told = seen
        try:
            self._tell(BranchSeen(root=str(self._checkout.root), branch=seen.branch, head=seen.commit))
        except RuntimeError:  # the loop is closed: nobody listens any more
            self._halt.set()


def _any_of(git_dir: Path, names: tuple[str, ...]) -> bool:
    return any(os.path.lexists(git_dir / name) for name in names)


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
