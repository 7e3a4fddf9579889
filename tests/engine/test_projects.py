"""What belongs to which project, and that nothing is seen across."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.desk import Desk
from forethought.engine import Engine
from forethought.errors import InvalidParams, NotFound
from repo import git, shop

LOGIN = "shop/login.py"


async def test_two_projects_never_see_each_other(engine: Engine, tmp_path: Path) -> None:
    one, two = (Desk(engine, shop(tmp_path / name), name) for name in ("one", "two"))
    (Path(one.path("mark.txt"))).write_text("one")
    git(Path(one.path(".")), "commit", "-q", "--amend", "-m", "Another root commit", "--date=2020-01-01T00:00:00")
    one.open(LOGIN)
    one.save(LOGIN)
    await one.ask("tool.record", tool="grep", files=[{"path": LOGIN, "operation": "search"}])
    assert await one.operations(LOGIN) == ["open", "write", "search"]
    assert await two.operations(LOGIN) == []
    assert (await two.ask("history.search", text="login"))["interactions"] == []
    assert "grep" not in str(await two.ask("history.tools"))


async def test_worktrees_of_one_repository_are_one_project(desk: Desk, engine: Engine, tmp_path: Path) -> None:
    git(Path(desk.path(".")), "worktree", "add", "-q", "-b", "feature", str(tmp_path / "tree"))
    other = Desk(engine, tmp_path / "tree", "other")
    desk.open(LOGIN)
    await desk.operations(LOGIN)
    other.open(LOGIN)
    answer = await other.ask("history.file", file=LOGIN)
    assert [row["branch"] for row in answer["interactions"]] == ["feature", "main"]


async def test_a_folder_without_git_is_a_project_too(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    desk = Desk(engine, tmp_path / "plain")
    desk.open("notes.py", text="x = 1\n")
    desk.save("notes.py")
    answer = await desk.ask("history.file", file="notes.py")
    assert [(row["operation"], row["branch"], row["task"]) for row in answer["interactions"]] == [
        ("write", None, None),
        ("open", None, None),
    ]


@pytest.mark.parametrize("form", ["shop/login.py", "{root}/shop/login.py", "file://{root}/shop/login.py"])
async def test_a_file_is_found_by_any_of_its_names(desk: Desk, form: str) -> None:
    desk.open(LOGIN)
    assert await desk.operations(form.format(root=desk.root)) == ["open"]


async def test_a_repository_reached_through_a_symlink_is_the_same(desk: Desk, engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(desk.path("."))
    through = Desk(engine, tmp_path / "link", "through")
    through.open(LOGIN)
    await through.operations(LOGIN)
    assert await desk.operations(LOGIN) == ["open"]


async def test_a_file_that_is_gone_keeps_its_history(desk: Desk) -> None:
    desk.open(LOGIN)
    await desk.operations(LOGIN)
    Path(desk.path(LOGIN)).unlink()
    assert await desk.operations(LOGIN) == ["open"]


async def test_a_file_outside_the_workspace_is_named(desk: Desk) -> None:
    with pytest.raises(InvalidParams, match="outside"):
        await desk.ask("history.file", file="../elsewhere.py")


async def test_a_session_without_a_folder_must_name_one(engine: Engine, repository: Path) -> None:
    desk = Desk(engine, None)
    with pytest.raises(InvalidParams, match="workspace"):
        await desk.ask("status")
    assert (await desk.ask("status", workspace=str(repository)))["project"]["root"] == str(repository)
    with pytest.raises(NotFound, match="no-such-folder"):
        await desk.ask("status", workspace="/no-such-folder")


async def test_a_damaged_store_is_set_aside_and_the_person_told(repository: Path, tmp_path: Path) -> None:
    engine = Engine(tmp_path / "home")
    path = Path((await Desk(engine, repository).ask("status"))["store"]["path"])
    await engine.close()
    path.write_bytes(b"noise" * 5000)
    engine = Engine(tmp_path / "home")
    desk = Desk(engine, repository)
    assert (await desk.ask("status"))["episodes"]["interactions"] == 0
    [data] = [data for name, data in desk.notices if name == "message"]
    assert "damaged-1" in data["text"]
    await engine.close()


async def test_a_folder_without_git_begins_where_the_editor_opened_it(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "plain" / "deep").mkdir(parents=True)
    desk = Desk(engine, tmp_path / "plain")
    desk.open("deep/notes.py", text="x = 1\n")
    assert await desk.operations("deep/notes.py") == ["open"]
    assert (await desk.ask("history.search", text="deep/notes"))["interactions"]
