"""A checkout of another branch is a branch event and a switch of task."""

from __future__ import annotations

from pathlib import Path

from engine.desk import Desk
from forethought.events import BranchSeen
from repo import git

LOGIN = "shop/login.py"


def branches(desk: Desk) -> list[str | None]:
    return [data["branch"] for name, data in desk.notices if name == "branch"]


async def test_a_checkout_switches_the_branch_and_the_task(desk: Desk, repository: Path) -> None:
    desk.open(LOGIN)
    await desk.operations(LOGIN)
    git(repository, "switch", "-q", "-c", "feature/x")
    await desk.until(lambda: "feature/x" in branches(desk))
    desk.save(LOGIN)
    answer = await desk.ask("history.file", file=LOGIN)
    assert [(row["branch"], row["task"]) for row in answer["interactions"]] == [
        ("feature/x", "branch/feature/x"),
        ("main", "branch/main"),
    ]
    statuses = {task["id"]: task["status"] for task in (await desk.ask("task.list"))["tasks"]}
    assert statuses == {"branch/main": "paused", "branch/feature/x": "active"}


async def test_an_editor_that_tells_it_too_changes_nothing(desk: Desk, repository: Path) -> None:
    """Our own watch sees every switch; the editor's word may come earlier, later or about a branch left already."""
    await desk.ask("status")
    git(repository, "switch", "-q", "-c", "feature/x")
    head = git(repository, "rev-parse", "HEAD")
    desk.tell(BranchSeen(str(repository), "feature/x", head, cause="editor"))
    git(repository, "switch", "-q", "main")
    desk.tell(BranchSeen(str(repository), "feature/x", head, cause="editor"))
    git(repository, "switch", "-q", "-c", "feature/y")
    await desk.until(lambda: "feature/y" in branches(desk))
    assert branches(desk) == ["main", "feature/y"]


async def test_a_command_from_the_shell_sees_the_branch_of_this_moment(desk: Desk, repository: Path) -> None:
    shell = Desk(desk.engine, repository, "shell", client="cli")
    desk.leave()
    git(repository, "switch", "-q", "-c", "feature/y")
    await desk.until(lambda: "window" not in desk.engine.sessions)
    assert (await shell.ask("status"))["project"]["branch"] == "feature/y"
