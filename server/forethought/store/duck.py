"""One project's DuckDB file: one writer thread, readers with cursors of their own.

Writes are functions. The writer takes all that wait, runs them in one transaction (a commit costs the
same for one row as for a hundred) and answers each by its future once that is on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import re
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import duckdb

from forethought.errors import Unavailable
from forethought.store.migrations import TooNew, migrate

log = logging.getLogger(__name__)
T = TypeVar("T")
Connection = duckdb.DuckDBPyConnection
Job = Callable[[Connection], T]
Row = dict[str, Any]

_BATCH = 256
_LATER_SECONDS = 1.0
# The machine's trouble, not the file's.
_NOT_DAMAGE = re.compile(r"lock|permission|no space|read-only|too many open", re.IGNORECASE)
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    # Each attempt to fetch an extension costs seconds; and nothing here may reach the network.
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "memory_limit": "256MB",
    # The log counts as much as the file on a user's disk; folded in this often it costs milliseconds.
    "checkpoint_threshold": "4MB",
    "threads": "1",
}


class Store:
    """`finish` runs at the end of every transaction and says whether it wants another one."""

    def __init__(self, path: Path, notices: list[str], connection: Connection, finish: Job[bool] | None = None) -> None:
        self.path = path
        self.notices = notices
        self._connection = connection
        self._finish = finish
        self._jobs: queue.SimpleQueue[tuple[Job[Any], Future[Any]] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="store-read")
        self._cursors = threading.local()
        self._later: deque[Job[None]] = deque()
        self._last: Future[Any] | None = None
        self._closed = False
        self._writer = threading.Thread(target=self._write_all, name="store-write", daemon=True)
        self._writer.start()
        if finish:
            self._jobs.put((_nothing, Future()))

    @classmethod
    def open(cls, path: Path, finish: Job[bool] | None = None, steps: list[str] | None = None) -> Store:
        """Open or create; a damaged file is set aside under a name that says so, and a new one begun."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            return cls(path, [], _connect(path, steps), finish)
        except TooNew as problem:
            raise Unavailable(f"{path}: {problem}") from None
        except (duckdb.ProgrammingError, duckdb.TransactionException):
            raise  # a mistake of ours must never cost a user the file
        except duckdb.Error as problem:
            if isinstance(problem, duckdb.IOException) and _NOT_DAMAGE.search(str(problem)):
                raise Unavailable(f"{path} cannot be opened: {problem}") from None
            return cls(path, [_set_aside(path)], _connect(path, steps), finish)

    def write(self, job: Job[T], background: bool = False) -> Future[T]:
        """Queue a job for the writer. It may run twice (once more alone when a neighbour in its batch
        fails), always against a state without its first run. Questions do not wait for one in the background."""
        future: Future[T] = Future()
        if self._closed:
            future.set_exception(Unavailable("the store is closed"))
            return future
        self._jobs.put((job, future))
        if not background:
            self._last = future
        return future

    def write_later(self, job: Job[None]) -> None:
        """The same for what nobody waits for: it goes with the next batch, or within a second."""
        if not self._closed:
            self._later.append(job)

    async def all_written(self) -> None:
        """Wait until everything is on disk, also what nobody waits for."""
        await asyncio.wrap_future(self.write(lambda connection: None))

    async def written(self) -> None:
        """Wait until everything that somebody waits for is on disk."""
        if (last := self._last) is not None and not last.done():
            with contextlib.suppress(Exception):
                await asyncio.wrap_future(last)

    async def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self.read, sql, parameters)

    def size(self) -> int:
        log_file = self.path.with_name(self.path.name + ".wal")
        return sum(file.stat().st_size for file in (self.path, log_file) if file.exists())

    def compact(self) -> None:
        """Fold the log into the file and give freed blocks back to it; not while something is being written."""
        with contextlib.suppress(duckdb.TransactionException):
            self._connection.cursor().execute("checkpoint")

    def close(self) -> None:
        """Finish what was queued, then let go of the file."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown(wait=True)
        self._connection.close()

    def read(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """The same on the caller's own thread."""
        cursor = getattr(self._cursors, "cursor", None)
        if cursor is None:
            cursor = self._cursors.cursor = self._connection.cursor()
        try:
            cursor.execute(sql, list(parameters))
        except duckdb.FatalException as problem:
            raise Unavailable("the store cannot be read; restart with `forethought daemon stop`") from problem
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def _write_all(self) -> None:
        cursor = self._connection.cursor()
        ending = False
        while not ending:
            batch: list[tuple[Job[Any], Future[Any]]] = []
            with contextlib.suppress(queue.Empty):
                entry = self._jobs.get(timeout=_LATER_SECONDS)
                while entry is not None:
                    batch.append(entry)
                    if len(batch) == _BATCH:
                        break
                    entry = self._jobs.get_nowait()
                ending = entry is None
            batch += [(self._later.popleft(), Future()) for _ in range(len(self._later))]
            if batch:
                self._commit(cursor, batch)

    def _commit(self, cursor: Connection, batch: list[tuple[Job[Any], Future[Any]]]) -> None:
        try:
            results = self._transaction(cursor, [job for job, _ in batch])
        except _Unfinished:
            self._commit(cursor, batch)
            return
        except Exception as problem:
            if len(batch) == 1:
                log.warning("a write failed: %s", type(problem).__name__)
                with contextlib.suppress(InvalidStateError):
                    batch[0][1].set_exception(problem)
                return
            for entry in batch:
                self._commit(cursor, [entry])
            return
        for (_, future), result in zip(batch, results, strict=True):
            with contextlib.suppress(InvalidStateError):  # whoever waited was cancelled; it is written all the same
                future.set_result(result)

    def _transaction(self, cursor: Connection, jobs: list[Job[Any]]) -> list[Any]:
        cursor.execute("begin")
        try:
            results = [job(cursor) for job in jobs]
            unfinished = self._finished(cursor)
            cursor.execute("commit")
        except BaseException:
            with contextlib.suppress(duckdb.Error):
                cursor.execute("rollback")
            raise
        if unfinished:
            self._jobs.put((_nothing, Future()))
        return results

    def _finished(self, cursor: Connection) -> bool:
        if self._finish is None:
            return False
        try:
            return self._finish(cursor)
        except Exception as problem:
            # A mistake in what is derived must not cost the records: the batch is written again without it.
            log.exception("what was written could not be counted; the next start tries again")
            self._finish = None
            raise _Unfinished from problem


class _Unfinished(Exception):
    """The jobs are fine, what is derived from them failed."""


def _nothing(_: Connection) -> None:
    """A job that only wants the end of a transaction."""


def _connect(path: Path, steps: list[str] | None) -> Connection:
    connection = duckdb.connect(str(path), config=_CONFIG)
    try:
        path.chmod(0o600)
        migrate(connection, steps)
        connection.execute("set enable_external_access = false")
        connection.execute("set lock_configuration = true")
    except BaseException:
        connection.close()
        raise
    return connection


def _set_aside(path: Path) -> str:
    """Move a file that DuckDB cannot read out of the way; nothing of it is deleted."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    path.rename(aside)
    log_file = path.with_name(path.name + ".wal")
    if log_file.exists():
        log_file.rename(aside.with_name(aside.name + ".wal"))
    log.warning("a damaged store was set aside as %s", aside.name)
    return f"The record of past work could not be read. It was kept as {aside} and a new one begun."
