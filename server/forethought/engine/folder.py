"""A checkout while someone works in it: its code, where its HEAD stands, what is ignored, which task is active."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from forethought.code.ignore import Ignore
from forethought.engine.code import Code
from forethought.engine.lessons import Lessons
from forethought.engine.past import Past
from forethought.engine.problems import Problems
from forethought.engine.session import Session
from forethought.episodes import branches, git
from forethought.episodes.records import Task

if TYPE_CHECKING:
    from forethought.engine import Engine
    from forethought.engine.project import Project


class Folder:
    def __init__(self, engine: Engine, project: Project, checkout: git.Checkout, ignore: Ignore) -> None:
        self._engine = engine
        self.project = project
        self.root = checkout.root
        self.ignore = ignore
        self.code = Code(self, engine.parsing, project.cache)
        self.sessions: set[str] = set()
        self.head = git.Head(None, None)
        self.checkout = checkout
        self.past = Past(self)
        self.lessons = Lessons(self)
        self.problems = Problems(self)
        self._stop = asyncio.Event()
        self._watch: asyncio.Task[None] | None = None

    @property
    def task(self) -> Task | None:
        return self.project.tasks.active(str(self.root))

    def enter(self, session: Session) -> None:
        self.sessions.add(session.id)
        self.project.announce(session)
        if self._watch is None:
            # Where nobody watches yet, look: a watch takes a moment to start, and one command needs none.
            self.stand(git.standing(self.checkout))
            if session.hello.client != "cli":
                watch = branches.watch(self.checkout, lambda seen: self._engine.apply(None, seen), self._stop)
                self._watch = asyncio.create_task(watch)
                self.code.start()
        if session.recorded and self.project.recording:
            self.past.follow()

    def leave(self, session: Session) -> None:
        self.sessions.discard(session.id)

    def told(self, head: git.Head) -> None:
        """An editor says where HEAD is. It may be behind our own watch, never ahead by much."""
        if self._watch is None:
            self.stand(head)

    def stand(self, head: git.Head) -> None:
        """HEAD stands here now. A new commit is no new branch."""
        if head == self.head and self.task is not None:
            return
        if self.head.commit and head.commit != self.head.commit and head.branch == self.head.branch:
            self.lessons.committed(self._engine.now())
        self.head = head
        self.project.tasks.arrive(str(self.root), head.branch)
        self.past.look()
        self.tell("branch", {"root": str(self.root), "branch": head.branch, "head": head.commit})

    def tell(self, notice: str, data: dict[str, Any]) -> None:
        self._engine.tell(self.sessions, notice, data)

    async def close(self) -> None:
        self._stop.set()
        await self.past.close()
        await self.code.stop()
