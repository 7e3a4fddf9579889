"""The journal of one scope's memories: an append-only file of JSON Lines, the truth that all else is made from.

A thread of its own writes: it takes all that waits, writes it with one fsync, and then says so to each. Lines
that were said to be written are there after a crash; the last one, if torn, was never said to be.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from pathlib import Path

import msgspec

from forethought.errors import Unavailable
from forethought.memory.changes import Entry, decode

log = logging.getLogger(__name__)
Written = Callable[[int], None]
_BATCH = 256
_LONGEST = 1 << 24  # bytes of a line


class Journal:
    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = path
        self.notices: list[str] = []
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        os.fchmod(self._file, 0o600)
        self._size = self._whole_lines()
        self._jobs: queue.SimpleQueue[tuple[bytes, Written, Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="journal", daemon=True)
        self._thread.start()

    @property
    def size(self) -> int:
        return self._size

    def entries(self, start: int = 0) -> Iterator[Entry]:
        """What was done, in order; a line that cannot be read is left out and named once."""
        unread = []
        with self.path.open("rb") as file:
            file.seek(start)
            for number, line in enumerate(file, 1):
                try:
                    yield decode(line)
                except (msgspec.DecodeError, UnicodeDecodeError):
                    unread.append(number)
        if unread:
            self.notices.append(f"{len(unread)} lines of {self.path} could not be read, first line {unread[0]}")

    def digest(self, end: int) -> str:
        """Of the line that ends there: whoever read up to it knows its journal again."""
        if not 0 < end <= self._size:
            return ""
        with self.path.open("rb") as file:
            file.seek(max(end - _LONGEST, 0))
            content = file.read(end - max(end - _LONGEST, 0))
        return digest(content[content.rfind(b"\n", 0, -1) + 1 :])

    def flush(self) -> None:
        """Wait until what was queued is on disk."""
        self.append(b"").result()

    def append(self, line: bytes, written: Written = lambda _: None) -> Future[None]:
        """Queue a line. `written` is called, in order, with the file's size once the line is on disk."""
        future: Future[None] = Future()
        self._jobs.put((line, written, future))
        return future

    def rewrite(self, lines: Iterable[bytes]) -> None:
        """Put these in place of all lines, in one step; nothing may be queued."""
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.unlink(missing_ok=True)
        file = os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        for line in lines:
            _write(file, line)
        os.fsync(file)
        fresh.rename(self.path)
        self._sync_folder()
        os.close(self._file)
        self._file, self._size = file, os.fstat(file).st_size

    def close(self) -> None:
        """Finish what was queued."""
        self._jobs.put(None)
        self._thread.join()
        os.close(self._file)

    def _whole_lines(self) -> int:
        """Cut off what a crash left of a last line."""
        size = os.fstat(self._file).st_size
        if size == 0:
            self._sync_folder()
            return 0
        content = self.path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < size:
            os.ftruncate(self._file, whole)
            os.fsync(self._file)
            self.notices.append(f"The last line of {self.path} was incomplete, never acknowledged, and is dropped.")
            log.warning("a torn line of %s bytes was dropped", size - whole)
        return whole

    def _sync_folder(self) -> None:
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _write_all(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch, ending = [first], False
            while len(batch) < _BATCH and not self._jobs.empty():
                entry = self._jobs.get()
                if entry is None:
                    ending = True
                    break
                batch.append(entry)
            self._commit(batch)
            if ending:
                return

    def _commit(self, batch: list[tuple[bytes, Written, Future[None]]]) -> None:
        try:
            _write(self._file, b"".join(line for line, _, _ in batch))
            os.fsync(self._file)
        except OSError as problem:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size)
            log.warning("the journal cannot be written: %s", problem.strerror)
            for _, _, future in batch:
                future.set_exception(Unavailable(f"{self.path} cannot be written: {problem.strerror}"))
            return
        for line, written, future in batch:
            self._size += len(line)
            written(self._size)
            future.set_result(None)


def digest(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()[:16]


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]
