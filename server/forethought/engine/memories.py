"""The memories of all scopes, and the two threads that serve them: one owns every shelf, one embeds.

Whoever asks gets a `Reach`: the shelves of their own task, their own project and the user, and no others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from forethought import settings
from forethought.engine.choices import Choices
from forethought.engine.folder import Folder
from forethought.engine.meaning import IDLE, Meaning
from forethought.engine.session import Session
from forethought.engine.shelf import Shelf
from forethought.errors import NotFound
from forethought.jobs import Debounce, SingleFlight
from forethought.memory.anchors import Lookup
from forethought.memory.records import Memory, Scope
from forethought.memory.topic import Topic

if TYPE_CHECKING:
    from forethought.engine import Engine

T = TypeVar("T")


class Reach(NamedTuple):
    """All that one question can ever see (M14), the nearest first."""

    task: Shelf
    project: Shelf
    shared: Shelf

    def shelves(self, scope: str | None = None) -> list[Shelf]:
        return [shelf for shelf in self if scope in (None, shelf.scope)]

    def shelf(self, scope: str) -> Shelf:
        return self.shelves(scope)[0]

    def find(self, memory_id: str, field: str = "id") -> tuple[Shelf, Memory]:
        for shelf in self:
            if memory := shelf.view.memories.get(memory_id):
                return shelf, memory
        raise NotFound(f"{field}: there is no memory {memory_id!r}")


class Memories:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="memory")
        self.grouping = ThreadPoolExecutor(1, thread_name_prefix="cluster")
        self.choices = Choices.load(engine.home)
        self.meaning = Meaning(self, engine.home, self.choices)
        self.lookup: Lookup | None = None  # the code graph's, when there is one
        self.topics: dict[str, Topic] = {}
        self._shelves: dict[str, Shelf] = {}  # by folder
        self._tasks: dict[tuple[str, str], Shelf] = {}
        self._opening: SingleFlight[str, Shelf] = SingleFlight()
        self._background: set[asyncio.Task[Any]] = set()
        self.use: Debounce[str] = Debounce(5.0, 60.0, self._write_use)

    def now(self) -> datetime:
        return self._engine.now().replace(tzinfo=UTC)

    async def reach(self, folder: Folder, session: Session) -> Reach:
        project = folder.project.id
        key = project, task_key(folder, session)
        if key not in self._tasks:
            self._tasks[key] = Shelf("task", self.now)
        own = await self.of_project(project)
        folder.project.notices += own.notices()
        return Reach(self._tasks[key], own, await self.shared())

    async def of_project(self, project: str) -> Shelf:
        return await self._shelf(self._engine.home / "projects" / project)

    async def shared(self) -> Shelf:
        return await self._shelf(self._engine.home / "global")

    def on(self, project: str, session: Session) -> bool:
        """Whether anything is remembered there, and shown unasked."""
        wanted = settings.parse(session.hello.settings)[0]
        return self.choices.memory and wanted.memory and project not in self.choices.forgetful

    def any(self, project: str) -> bool:
        """Whether there may be memories within reach; tells without opening anything."""
        folders = (self._engine.home / "projects" / project, self._engine.home / "global")
        return any((folder / "memories.jsonl").exists() for folder in folders)

    def switch(self, on: bool, project: str | None) -> None:
        """For one project, or for all."""
        if project is None:
            self.choices.memory = on
        else:
            self.choices.forgetful = [each for each in self.choices.forgetful if each != project]
            self.choices.forgetful += [] if on else [project]
        self.choices.save(self._engine.home)

    async def status(self, folder: Folder, session: Session) -> dict[str, Any]:
        project = folder.project.id
        found: dict[str, Any] = {"on": self.on(project, session)}
        if self.any(project) or (project, task_key(folder, session)) in self._tasks:
            reach = await self.reach(folder, session)
            return found | await self.run(_counted, reach, self.meaning.embedder.model)
        return found | {"active": {"task": 0, "project": 0, "global": 0}}

    def task_ended(self, project: str, task: str) -> None:
        self._tasks.pop((project, task), None)

    def left(self, session: Session) -> None:
        self.topics.pop(session.id, None)
        for key in [key for key in self._tasks if key[1] == _of_session(session)]:
            del self._tasks[key]

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do something with shelves, on the thread that owns them."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    async def acknowledged(self, work: Callable[..., tuple[T, Future[None]]], *arguments: Any) -> T:
        """The same, answered when what was changed is on disk."""
        answer, done = await self.run(work, *arguments)
        await asyncio.wrap_future(done)
        return answer

    def in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def shelves(self) -> list[Shelf]:
        """Those that are open."""
        return list(self._shelves.values())

    async def every(self) -> list[Shelf]:
        """The shelves of all projects and of the user, also of those that nobody has open."""
        folders = sorted(self._engine.home.glob("projects/*/memories.jsonl"))
        return [*[await self._shelf(file.parent) for file in folders], await self.shared()]

    def forget_tasks(self, project: str | None) -> None:
        """Of one project, or of all."""
        for key in [key for key in self._tasks if project in (None, key[0])]:
            del self._tasks[key]

    async def close_project(self, project: str) -> None:
        self.forget_tasks(project)
        if shelf := self._shelves.pop(str(self._engine.home / "projects" / project), None):
            await self.run(shelf.close)

    async def close(self) -> None:
        for task in list(self._background):
            task.cancel()
        if self._background:
            await asyncio.wait(self._background)
        for shelf in self._shelves.values():
            await self.run(shelf.close)
        self._shelves.clear()
        self._thread.shutdown()
        self.grouping.shutdown(cancel_futures=True)
        self.meaning.embedder.close()

    async def _shelf(self, folder: Path) -> Shelf:
        key = str(folder)
        return self._shelves.get(key) or await self._opening.get(key, lambda: self._open(folder))

    async def _open(self, folder: Path) -> Shelf:
        scope: Scope = "global" if folder.name == "global" and folder.parent == self._engine.home else "project"
        shelf = await self.run(Shelf.open, folder, scope, self.now)
        self._shelves[str(folder)] = shelf
        await self.run(shelf.expire, self.now())
        self.meaning.fill(shelf, IDLE)
        return shelf

    def _write_use(self, key: str) -> None:
        if shelf := self._shelves.get(key):
            self.in_background(self.run(shelf.flush_use))

    def touched(self, shelf: Shelf) -> None:
        """A shelf's memories were used: write that when it is quiet."""
        for key, each in self._shelves.items():
            if each is shelf:
                self.use.touch(key)


def _counted(reach: Reach, model: str) -> dict[str, Any]:
    views = {shelf.scope: shelf.view for shelf in reach}
    every = [memory for view in views.values() for memory in view.memories.values()]
    return {
        "active": {scope: view.active_count for scope, view in views.items()},
        "archived": sum(memory.archived is not None for memory in every),
        "embedded": sum(made == model for view in views.values() for made in view.embedded.values()),
        "contradictions": sum(len(view.opposed()) for view in views.values()),
        "gaps": sum(len(view.gaps) for view in views.values()),
    }


def task_key(folder: Folder, session: Session) -> str:
    """Whose task memory it is; where no task is active, the session's own."""
    return folder.task.id if folder.task else _of_session(session)


def _of_session(session: Session) -> str:
    return f"session/{session.id}"
