"""A project while it is open: its store, its tasks, and whether it is recorded."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import TYPE_CHECKING

import msgspec

from forethought.code.cache import Cache
from forethought.engine.memories import Memories
from forethought.engine.session import Session
from forethought.engine.upkeep import keep_house
from forethought.episodes.records import Interaction, Task, ToolRun
from forethought.episodes.tasks import Tasks
from forethought.store.duck import Connection, Store
from forethought.store.episodes import count_new, save_task
from forethought.store.tables import insert, put_setting

if TYPE_CHECKING:
    from forethought.engine import Engine


class Project:
    def __init__(self, project_id: str, store: Store, cache: Cache, recording: bool) -> None:
        self.id = project_id
        self.store = store
        self.notices = list(store.notices)
        self.cache = cache
        self.recording = recording
        self._counted: tuple[float, dict[str, int]] = (float("-inf"), {})
        self.tasks: Tasks
        self.memories: Memories
        self.upkeep: asyncio.Task[None]
        self.partners: dict[str, tuple[float, list[str]]] = {}  # of files that hints were shown for; until when
        self.reading = asyncio.Lock()  # of the repository's history

    @classmethod
    async def open(cls, engine: Engine, project_id: str) -> Project:
        path = engine.home / "projects" / project_id / "episodes.duckdb"
        store = await asyncio.to_thread(Store.open, path, count_new)
        paused = await store.rows("select 1 from settings where name = 'recording' and value = 'paused'")
        cache = await asyncio.to_thread(Cache, path.parent / "code")
        project = cls(project_id, store, cache, recording=not paused)
        known = await store.rows("select * exclude (files, tools) from task_history")
        project.tasks = Tasks([msgspec.convert(row, Task) for row in known], project._save, engine.now)
        project.memories = engine.memories
        project.upkeep = asyncio.create_task(keep_house(engine, store))
        return project

    async def close(self) -> None:
        self.upkeep.cancel()
        await asyncio.wait([self.upkeep])
        await self.memories.close_project(self.id)
        await asyncio.to_thread(self.store.close)
        await asyncio.to_thread(self.cache.close)

    def announce(self, session: Session) -> None:
        """Tell the first one who comes what went wrong when the project was opened."""
        while self.notices:
            session.notice("message", {"level": "warning", "text": self.notices.pop()})

    async def counts(self) -> dict[str, int]:
        """Rows of the larger tables; editors ask often, so counted at most once a second."""
        now = asyncio.get_running_loop().time()
        if now > self._counted[0] + 1.0:
            [counts] = await self.store.rows(
                """select (select count(*) from file_interactions) as interactions,
                          (select count(*) from tool_executions) as tool_runs,
                          (select count(*) from task_history) as tasks"""
            )
            self._counted = now, counts
        return self._counted[1]

    def record(self, *interactions: Interaction) -> Future[list[int]]:
        return self.store.write(lambda connection: insert(connection, "file_interactions", interactions))

    async def recorded_events(self, session: str) -> dict[str, int]:
        """The last event of a session that is in a record of each path."""
        await self.store.written()
        rows = await self.store.rows(
            """select path, max(event) as event from file_interactions
               where session = ? and event is not null group by path""",
            [session],
        )
        return {row["path"]: row["event"] for row in rows}

    def record_run(self, run: ToolRun, *interactions: Interaction) -> Future[int]:
        """A tool's run and the files it touched: all of it or nothing."""

        def write(connection: Connection) -> int:
            insert(connection, "file_interactions", interactions)
            return insert(connection, "tool_executions", [run])[0]

        return self.store.write(write)

    def record_own_run(self, run: ToolRun) -> None:
        """A command of ours ran. Nobody waits for that: the next command must not wait for a disk either."""

        def write(connection: Connection) -> None:
            insert(connection, "tool_executions", [run])

        self.store.write_later(write)

    def record_nothing(self, paused: bool) -> Future[None]:
        """Pause or resume recording; it survives a restart."""
        self.recording = not paused
        return self.store.write(lambda connection: put_setting(connection, "recording", "paused" if paused else "on"))

    def _save(self, task: Task) -> None:
        self.store.write(lambda connection: save_task(connection, task))
        if task.ended:
            self.memories.task_ended(self.id, task.id)
