"""Who can see what: a question reaches its own task, its own project and the user's, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.desk import Desk
from forethought.engine import Engine
from forethought.errors import InvalidParams, NotFound, Refused
from repo import git


@pytest.fixture
async def other(engine: Engine, tmp_path: Path) -> Desk:
    """Another project."""
    (tmp_path / "garden").mkdir()
    return Desk(engine, tmp_path / "garden", "garden")


async def say(desk: Desk, content: str, **fields: Any) -> str:
    return str((await desk.ask("memory.remember", content=content, **fields))["id"])


async def seen(desk: Desk) -> set[str]:
    """Everything a session can see by any way of asking."""
    lists = [
        await desk.ask("memory.list", limit=1000),
        await desk.ask("memory.list", limit=1000, archived=True),
        await desk.ask("memory.search", query="the fence token", limit=100),
        await desk.ask("memory.recall", context="the fence token", limit=100),
    ]
    found = {row["id"] for answer in lists for row in answer["memories"]}
    return found | {node["id"] for node in (await desk.ask("memory.graph"))["nodes"] if node["type"] == "memory"}


async def test_two_projects_never_see_each_other(desk: Desk, other: Desk) -> None:
    mine, theirs = await say(desk, "the fence token"), await say(other, "the fence token")
    assert await seen(desk) == {mine}
    assert await seen(other) == {theirs}
    for command, more in [("get", {}), ("forget", {}), ("update", {"content": "x"}), ("similar", {}), ("undo", {})]:
        with pytest.raises(NotFound, match=theirs):
            await desk.ask(f"memory.{command}", id=theirs, **more)
    with pytest.raises(NotFound, match=theirs):
        await desk.ask("memory.link", **{"from": mine, "to": theirs, "relation": "relates_to"})
    with pytest.raises(NotFound, match=theirs):
        await desk.ask("memory.graph", id=theirs)


async def test_worktrees_share_their_projects_memories(desk: Desk, engine: Engine, tmp_path: Path) -> None:
    git(Path(desk.path(".")), "worktree", "add", "-q", "-b", "feature", str(tmp_path / "tree"))
    tree = Desk(engine, tmp_path / "tree", "tree")
    mine = await say(desk, "the fence token")
    own = await say(tree, "the token of a task", scope="task")
    assert await seen(tree) == {mine, own}
    assert await seen(desk) == {mine}


async def test_a_memory_for_all_projects_needs_a_yes(desk: Desk, other: Desk) -> None:
    with pytest.raises(Refused, match="confirm"):
        await say(desk, "I prefer tabs", scope="global", kind="preference")
    mine = await say(desk, "I prefer tabs over the fence", scope="global", kind="preference", confirm=True)
    assert await seen(other) == await seen(desk) == {mine}
    assert (await other.ask("memory.get", id=mine))["project"] is None


async def test_a_tasks_memory_ends_with_it(desk: Desk) -> None:
    await desk.ask("task.start", description="paint")
    mine = await say(desk, "the fence is half done", scope="task", kind="reasoning", stage="plan")
    await say(desk, "brush output", scope="task", kind="tool_output", stage="act")
    assert [row["id"] for row in (await desk.ask("memory.list", stage="plan"))["memories"]] == [mine]
    await desk.ask("task.start", description="something else")
    assert await seen(desk) == set()
    await desk.ask("task.resume")
    assert mine in await seen(desk)
    await desk.ask("task.complete")
    await desk.ask("task.start", description="paint")
    assert await seen(desk) == set()
    with pytest.raises(NotFound, match=mine):
        await desk.ask("memory.get", id=mine)


async def test_what_was_promoted_stays(desk: Desk, other: Desk) -> None:
    await desk.ask("task.start", description="paint")
    mine = await say(desk, "the fence token is blue", scope="task", kind="reasoning", tags=["colour"])
    new = await desk.ask("memory.promote", id=mine, to="project")
    assert (new["scope"], new["kind"], new["content"]) == ("project", "reasoning", "the fence token is blue")
    assert new["provenance"][-1]["reason"] == "promoted"
    await desk.ask("task.complete")
    assert await seen(desk) == {new["id"]}
    with pytest.raises(Refused, match="confirm"):
        await desk.ask("memory.promote", id=new["id"], to="global")
    assert await seen(other) == set()
    wide = await desk.ask("memory.promote", id=new["id"], to="global", confirm=True)
    assert await seen(other) == {wide["id"]}
    with pytest.raises(InvalidParams, match="to"):
        await desk.ask("memory.promote", id=wide["id"], to="project")


async def test_where_no_task_is_active_a_task_is_the_session(engine: Engine, other: Desk, tmp_path: Path) -> None:
    mine = await say(other, "the fence token", scope="task")
    second = Desk(engine, tmp_path / "garden", "second")
    assert (await seen(other), await seen(second)) == ({mine}, set())


async def test_a_task_leaves_nothing_on_disk(desk: Desk) -> None:
    await say(desk, "thoughts of an aardvark", scope="task", kind="reasoning")
    await desk.ask("memory.search", query="thoughts of an aardvark")
    await desk.engine.close()
    stored = b"".join(file.read_bytes() for file in desk.engine.home.rglob("*") if file.is_file())
    assert b"aardvark" not in stored


async def test_a_purge_takes_one_scope_and_proves_it(desk: Desk, other: Desk) -> None:
    await say(desk, "the fence token")
    theirs = await say(other, "the fence token")
    wide = await say(desk, "the global token", scope="global", confirm=True)
    with pytest.raises(Refused, match="confirm"):
        await desk.ask("memory.purge", scope="project")
    answer = await desk.ask("memory.purge", scope="project", confirm=True)
    assert (answer["removed"]["memories"], answer["left"]) == (1, 0)
    assert await seen(desk) == {wide}
    assert await seen(other) == {theirs, wide}
    assert (await desk.ask("memory.purge", scope="all", confirm=True))["removed"]["memories"] == 2
    assert await seen(other) == set()
