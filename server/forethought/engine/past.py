"""Day one: the repository's history is read in the background, so that there is something to say before anything
was recorded. Afterwards only the new commits are read, whenever HEAD moves."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from forethought.episodes import log as git_log
from forethought.episodes.log import Commit, History
from forethought.errors import ForethoughtError
from forethought.secrets import redact
from forethought.store.duck import Connection
from forethought.store.tables import append, put_setting

if TYPE_CHECKING:
    from forethought.engine.folder import Folder

log = logging.getLogger(__name__)

# Commits in one transaction: a hint never waits for more than that.
CHUNK = 200
_TITLE = "Reading the repository's history"


class Past:
    """The history of one checkout's branch, kept with the project."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._read: str | None = None  # the commit up to which everything is known
        self._reading: asyncio.Task[None] | None = None
        self._wanted = False

    def follow(self) -> None:
        """From now on the history is read whenever HEAD moves."""
        self._wanted = True
        self.look()

    def look(self) -> None:
        """Read what is new, unless that is under way already."""
        if self._wanted and self._reading is None and self._folder.head.commit not in (None, self._read):
            self._reading = asyncio.create_task(self._catch_up())
            self._reading.add_done_callback(self._done)

    async def known(self) -> None:
        """Wait until everything up to HEAD is read."""
        while self._reading is not None:
            await asyncio.wait([self._reading])

    async def close(self) -> None:
        self._wanted = False
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])

    def _done(self, reading: asyncio.Task[None]) -> None:
        self._reading = None
        if not reading.cancelled() and (problem := reading.exception()) is not None:
            self._read = self._folder.head.commit  # not again and again
            level = logging.DEBUG if isinstance(problem, ForethoughtError) else logging.ERROR
            log.log(level, "the history could not be read: %s", type(problem).__name__)

    async def _catch_up(self) -> None:
        while (head := self._folder.head.commit) != self._read:
            async with self._folder.project.reading:  # worktrees share what is known
                await self._read_to(head)
            self._read = head

    async def _read_to(self, head: str | None) -> None:
        store = self._folder.project.store
        last = await store.rows("select value from settings where name = 'history_read'")
        known = last[0]["value"] if last else None
        if head is None or head == known:
            return
        commits = await asyncio.to_thread(git_log.read, self._folder.checkout, known)
        if commits:
            ids = {row["id"] for row in await store.rows("select id from commits")}
            files = {row["path"]: row["file"] for row in await store.rows("select * from commit_paths")}
            history = await asyncio.to_thread(self._recordable, commits, ids)
            await self._write(history, files)
        await asyncio.wrap_future(store.write(partial(put_setting, name="history_read", value=head), background=True))

    def _recordable(self, commits: list[Commit], known: set[int]) -> History:
        history = git_log.taught(commits)
        named = {path for _, files in history.commits for path in files}
        kept = {path for path in git_log.politely(named) if self._folder.ignore.recordable(path)}
        authors = {commit.author: redact(commit.author).text for commit, _ in history.commits}
        new = {}
        for commit, files in git_log.politely(history.commits):
            told = [path for path in files if path in kept]
            if told and commit.id not in known:
                new[commit.id] = (commit._replace(author=authors[commit.author]), told)
        return history._replace(commits=list(new.values()))

    async def _write(self, history: History, files: dict[str, int]) -> None:
        project, total = self._folder.project, len(history.commits)
        await asyncio.wrap_future(project.store.write(partial(_rename, history=history, files=files), background=True))
        numbers = count(max(files.values(), default=0) + 1)
        for done in range(0, total, CHUNK):
            self._tell(done, total)
            chunk = history.commits[done : done + CHUNK]
            new = {path: next(numbers) for _, named in chunk for path in dict.fromkeys(named) if path not in files}
            files.update(new)
            await asyncio.wrap_future(
                project.store.write(partial(_append, chunk=chunk, new=new, files=files), background=True)
            )
        self._tell(total, total)

    def _tell(self, done: int, total: int) -> None:
        if total > CHUNK:  # a few new commits are nothing to watch
            progress = {"token": f"history/{self._folder.root}", "title": _TITLE, "done": done, "total": total}
            self._folder.tell("progress", progress)


def _rename(connection: Connection, history: History, files: dict[str, int]) -> None:
    """What is known of files under earlier names is theirs today; what was deleted is forgotten."""
    for old, today in history.renamed.items():
        number = files.pop(old, None)
        if number is None or old == today:
            continue
        if today in files:
            connection.execute("update commit_files set file = ? where file = ?", [files[today], number])
            connection.execute("delete from commit_paths where file = ?", [number])
        else:
            connection.execute("update commit_paths set path = ? where file = ?", [today, number])
            files[today] = number
    gone = [files.pop(path) for path in history.deleted if path in files]
    for table in ("commit_files", "commit_paths") if gone else ():
        connection.execute(f"delete from {table} where file in (select unnest($1::integer[]))", [gone])


def _append(
    connection: Connection, chunk: list[tuple[Commit, list[str]]], new: dict[str, int], files: dict[str, int]
) -> None:
    append(connection, "commit_paths", [{"file": number, "path": path} for path, number in new.items()])
    commits = [{"id": commit.id, "time": commit.time, "author": commit.author} for commit, _ in chunk]
    append(connection, "commits", commits)
    touched = [{"commit": commit.id, "file": files[path]} for commit, named in chunk for path in dict.fromkeys(named)]
    append(connection, "commit_files", touched)
