"""Which task is being worked on where.

A checkout has one active task, which every session in it shares: they work on the same files. A branch is
a task by default; a named one takes its place until it is paused or finished. Leaving a branch pauses what
was active there; coming back resumes it.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

import msgspec

from forethought.episodes.records import Task
from forethought.errors import NotFound
from forethought.memory.words import stem

UNFINISHED = ("active", "paused")
# Texts with less in common mean something else.
NEAR = 0.35


class Tasks:
    def __init__(self, known: Iterable[Task], save: Callable[[Task], None], now: Callable[[], datetime]) -> None:
        self._tasks = {task.id: task for task in known}
        self._active: dict[str, str] = {}  # checkout root → task id
        self._save = save
        self._now = now

    def active(self, root: str) -> Task | None:
        task_id = self._active.get(root)
        return self._tasks[task_id] if task_id else None

    def all(self, status: str | None = None) -> list[Task]:
        """Newest work first."""
        chosen = [task for task in self._tasks.values() if status in (None, task.status)]
        return sorted(chosen, key=lambda task: (task.updated, task.id), reverse=True)

    def arrive(self, root: str, branch: str | None) -> None:
        """The checkout stands on this branch now."""
        if (current := self.active(root)) and current.branch == branch:
            return
        self._leave(root)
        if branch is None:
            return  # a detached HEAD is nobody's task
        unfinished = [task for task in self.all() if task.branch == branch and task.status in UNFINISHED]
        # Of two left at the same moment the branch itself was the active one.
        last = max(unfinished, key=lambda task: (task.updated, not task.named), default=None)
        self._activate(root, last or self._of_branch(branch))

    def start(self, root: str, branch: str | None, session: str, description: str, intent: str | None) -> Task:
        self._leave(root)
        now = self._now()
        task = Task(
            id=uuid.uuid4().hex[:12],
            session=session,
            branch=branch,
            description=description,
            intent=intent,
            status="active",
            started=now,
            updated=now,
        )
        return self._activate(root, task)

    def resume(self, root: str, task: Task) -> Task:
        if self._active.get(root) != task.id:
            self._leave(root)
        return self._activate(root, task)

    def stop(self, root: str, branch: str | None, task: Task, status: str, outcome: str | None) -> Task:
        """Pause or finish a task. A named one gives the checkout back to its branch."""
        ended = None if status == "paused" else self._now()
        stopped = self._put(task, status=status, outcome=outcome or task.outcome, ended=ended)
        if self._active.get(root) == task.id:
            del self._active[root]
            if task.named and branch is not None:
                self._activate(root, self._of_branch(branch))
        return stopped

    def get(self, task_id: str) -> Task:
        if (task := self._tasks.get(task_id)) is None:
            raise NotFound(f"id: there is no task {task_id!r}")
        return task

    def _of_branch(self, branch: str) -> Task:
        if known := self._tasks.get(f"branch/{branch}"):
            return known
        now = self._now()
        return Task(
            id=f"branch/{branch}",
            session=None,
            branch=branch,
            description=branch,
            status="active",
            started=now,
            updated=now,
            named=False,
        )

    def _activate(self, root: str, task: Task) -> Task:
        self._active[root] = task.id
        return self._put(task, status="active", ended=None)

    def _leave(self, root: str) -> None:
        task_id = self._active.pop(root, None)
        # The same task may be active in another worktree.
        if task_id and task_id not in self._active.values():
            self._put(self._tasks[task_id], status="paused")

    def _put(self, task: Task, **changes: object) -> Task:
        task = msgspec.structs.replace(task, updated=self._now(), **changes)
        self._tasks[task.id] = task
        self._save(task)
        return task


def words_of(task: Task) -> str:
    return f"{task.description} {task.outcome or ''}".strip()


def alike(
    description: str, tasks: list[Task], limit: int, meaning: Mapping[str, float] | None = None
) -> list[tuple[float, Task]]:
    """Tasks that share words with a description or mean the like, most alike first. `meaning` is from 0 to 1."""
    wanted = _words(description)
    scored = []
    for task in tasks:
        words = _words(words_of(task))
        shared = len(wanted & words) / len(wanted | words) if wanted | words else 0.0
        meant = max(0.0, (meaning or {}).get(task.id, 0.0))
        if shared or meant >= NEAR:
            scored.append((1 - (1 - shared) * (1 - meant), task))
    scored.sort(key=lambda pair: (-pair[0], pair[1].id))
    return scored[:limit]


def _words(text: str) -> set[str]:
    """Words by their stems: `fixing tokens` is `fix token`."""
    spaced = "".join(char if char.isalnum() else " " for char in text.lower())
    return {stem(word) for word in spaced.split() if len(word) > 1}
