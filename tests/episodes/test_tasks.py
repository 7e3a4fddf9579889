"""A checkout has one active task: its branch, or the one somebody named."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from forethought.episodes.records import Task
from forethought.episodes.tasks import Tasks, alike
from forethought.errors import NotFound

ROOT, TWIN = "/repo", "/repo-worktree"


class Board:
    """Tasks with a clock that moves at every look, and everything that was saved."""

    def __init__(self) -> None:
        self.saved: dict[str, Task] = {}
        self._time = datetime(2026, 11, 18)
        self.tasks = self.restarted()

    def restarted(self) -> Tasks:
        self.tasks = Tasks(self.saved.values(), self._save, self._now)
        return self.tasks

    def active(self, root: str = ROOT) -> str | None:
        task = self.tasks.active(root)
        return task.description if task else None

    def start(self, description: str, branch: str = "main") -> Task:
        return self.tasks.start(ROOT, branch, "s", description, None)

    def _save(self, task: Task) -> None:
        self.saved[task.id] = task

    def _now(self) -> datetime:
        self._time += timedelta(seconds=1)
        return self._time


@pytest.fixture
def board() -> Board:
    return Board()


def test_a_branch_is_a_task_by_default(board: Board) -> None:
    board.tasks.arrive(ROOT, "feature/x")
    assert board.active() == "feature/x"
    assert [task.status for task in board.saved.values()] == ["active"]


def test_switching_the_branch_pauses_one_and_resumes_the_other(board: Board) -> None:
    for branch in ("main", "feature", "main"):
        board.tasks.arrive(ROOT, branch)
    assert board.active() == "main"
    assert {task.description: task.status for task in board.tasks.all()} == {"main": "active", "feature": "paused"}


def test_a_named_task_comes_back_with_its_branch(board: Board) -> None:
    board.tasks.arrive(ROOT, "main")
    board.start("fix token expiry")
    board.tasks.arrive(ROOT, "feature")
    assert board.active() == "feature"
    board.tasks.arrive(ROOT, "main")
    assert board.active() == "fix token expiry"


def test_a_named_task_that_ends_gives_the_checkout_back_to_its_branch(board: Board) -> None:
    board.tasks.arrive(ROOT, "main")
    task = board.start("fix token expiry")
    done = board.tasks.stop(ROOT, "main", task, "completed", "tokens live an hour")
    assert (done.status, done.outcome) == ("completed", "tokens live an hour")
    assert done.ended is not None
    assert board.active() == "main"


def test_a_paused_task_stays_paused_when_its_branch_comes_back(board: Board) -> None:
    board.tasks.arrive(ROOT, "main")
    board.tasks.stop(ROOT, "main", board.start("fix token expiry"), "paused", None)
    board.tasks.arrive(ROOT, "feature")
    board.tasks.arrive(ROOT, "main")
    assert board.active() == "main"


def test_what_was_active_is_active_after_a_restart(board: Board) -> None:
    board.tasks.arrive(ROOT, "main")
    board.start("fix token expiry")
    board.restarted().arrive(ROOT, "main")
    assert board.active() == "fix token expiry"


def test_two_worktrees_have_their_own_active_task(board: Board) -> None:
    board.tasks.arrive(ROOT, "main")
    board.tasks.arrive(TWIN, "feature")
    assert (board.active(), board.active(TWIN)) == ("main", "feature")
    board.tasks.arrive(TWIN, None)
    assert (board.active(), board.active(TWIN)) == ("main", None)


def test_a_detached_head_is_nobodys_task(board: Board) -> None:
    board.tasks.arrive(ROOT, "main")
    board.tasks.arrive(ROOT, None)
    assert board.active() is None
    assert board.saved["branch/main"].status == "paused"


def test_an_unknown_id_is_named(board: Board) -> None:
    with pytest.raises(NotFound, match="no-such-task"):
        board.tasks.get("no-such-task")


def test_tasks_alike_share_words_whatever_their_case(board: Board) -> None:
    board.start("Fix token expiry in login")
    board.start("Paint the fence")
    [(score, task)] = alike("login: TOKEN expiry", board.tasks.all(), 3)
    assert task.description == "Fix token expiry in login"
    assert 0 < score <= 1
