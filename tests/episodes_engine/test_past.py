"""Day one: the repository's own history has something to say before anything was recorded."""

from __future__ import annotations

import os
from pathlib import Path

from engine.desk import Desk
from forethought.engine import Engine
from forethought.episodes import log
from forethought.episodes.git import find_checkout
from repo import git


def commit(root: Path, number: int, **files: str) -> None:
    for name, text in files.items():
        (root / f"{name}.py").write_text(text)
    git(root, "add", "-A")
    date = f"2026-0{1 + number % 8}-01T00:00:0{number % 10}Z"
    git(root, "commit", "-q", "--allow-empty", "-m", f"Change {number}", "--date", date)


async def read(desk: Desk) -> None:
    folder = await desk.engine.projects.folder(desk.engine.sessions[desk.session], None)
    head = git(folder.root, "rev-parse", "HEAD")
    await desk.until(lambda: folder.head.commit == head)
    await folder.past.known()


async def partners(desk: Desk, file: str) -> dict[str, tuple[int, str]]:
    await read(desk)
    pairs = (await desk.ask("history.coedits", file=file))["pairs"]
    return {pair["files"][1]: (pair["count"], pair["source"]) for pair in pairs}


async def test_files_that_were_committed_together_are_partners(engine: Engine, repository: Path) -> None:
    for number in range(4):
        commit(repository, number, basket=f"{number}\n", checkout=f"{number}\n")
        commit(repository, number + 10, alone=f"{number}\n")
    desk = Desk(engine, repository)
    assert await partners(desk, "basket.py") == {"checkout.py": (4, "git")}
    assert await partners(desk, "alone.py") == {}
    summary = (await desk.ask("history.file", file="basket.py"))["summary"]
    assert [(author["name"], author["commits"]) for author in summary["authors"]] == [("Ada", 4)]


async def test_new_commits_are_read_when_head_moves_and_counted_once(engine: Engine, repository: Path) -> None:
    for number in range(3):
        commit(repository, number, basket=f"{number}\n", checkout=f"{number}\n")
    desk = Desk(engine, repository)
    assert await partners(desk, "basket.py") == {"checkout.py": (3, "git")}
    commit(repository, 5, basket="5\n", checkout="5\n")
    assert await partners(desk, "basket.py") == {"checkout.py": (4, "git")}
    git(repository, "commit", "-q", "--amend", "--no-edit", "--reset-author", "--date", "2026-06-01T00:00:05Z")
    assert await partners(desk, "basket.py") == {"checkout.py": (4, "git")}


async def test_a_renamed_file_keeps_its_past_also_when_renamed_later(engine: Engine, repository: Path) -> None:
    text = "".join(f"line {n}\n" for n in range(30))
    for number in range(3):
        commit(repository, number, old=f"{text}{number}\n", checkout=f"{number}\n")
    git(repository, "mv", "old.py", "newer.py")
    commit(repository, 4)
    desk = Desk(engine, repository)
    assert await partners(desk, "newer.py") == {"checkout.py": (3, "git")}
    git(repository, "mv", "newer.py", "newest.py")
    commit(repository, 5)
    assert await partners(desk, "newest.py") == {"checkout.py": (3, "git")}
    assert await partners(desk, "newer.py") == {}


async def test_mass_changes_merges_and_secret_files_teach_nothing(engine: Engine, repository: Path) -> None:
    for number in range(3):
        many = {f"m{n}": f"{number}\n" for n in range(31)}
        commit(repository, number, **many)
        (repository / ".env").write_text(f"TOKEN={number}\n")
        git(repository, "add", "-f", ".env")
        commit(repository, number + 4, seen=f"{number}\n")
    desk = Desk(engine, repository)
    assert await partners(desk, "m0.py") == {}
    assert await partners(desk, "seen.py") == {}


async def test_recorded_edits_take_over_from_the_history(engine: Engine, repository: Path) -> None:
    for number in range(4):
        commit(repository, number, basket=f"{number}\n", checkout=f"{number}\n")
    desk = Desk(engine, repository)
    await read(desk)
    [before] = (await desk.ask("history.coedits", file="basket.py"))["pairs"]
    await desk.ask("tool.record", tool="x", files=[{"path": "basket.py", "operation": "edit"}] * 10)
    [faded] = (await desk.ask("history.coedits", file="basket.py"))["pairs"]
    assert faded["confidence"] == round(before["confidence"] / 2, 3)
    await desk.ask("tool.record", tool="x", files=[{"path": "checkout.py", "operation": "edit"}])
    [own] = (await desk.ask("history.coedits", file="basket.py"))["pairs"]
    assert (own["source"], own["count"], own["confidence"]) == ("recorded", 10, 1.0)


async def test_hover_has_partners_before_anything_was_recorded(engine: Engine, repository: Path) -> None:
    for number in range(4):
        commit(repository, number, basket=f"{number}\n", checkout=f"{number}\n")
    desk = Desk(engine, repository)
    desk.open("basket.py")
    await read(desk)
    hover = await desk.ask("hints.hover", file=desk.path("basket.py"), line=0)
    assert (hover["edits"], hover["partners"], hover["author"]) == (0, ["checkout.py"], "Ada")
    desk.type("basket.py", 0, "x")
    desk.save("basket.py")
    lenses = (await desk.ask("hints.lenses", file=desk.path("basket.py")))["lenses"]
    assert lenses[0]["partners"] == ["checkout.py"]


async def test_an_untrusted_workspace_has_its_history_left_unread(engine: Engine, repository: Path) -> None:
    desk = Desk(engine, repository, trusted=False)
    await desk.ask("status")
    folder = await engine.projects.folder(engine.sessions[desk.session], None)
    assert await folder.project.store.rows("select 1 from commits") == []


def test_strange_names_are_read_as_they_are(repository: Path) -> None:
    name = "a b\t\"c'\né.py"
    (repository / name).write_text("x\n")
    commit(repository, 1)
    [commit_] = [entry for entry in log.read(find_checkout(repository)) if entry.subject == "Change 1"]
    assert [touch.path for touch in commit_.files] == [name]
    assert os.path.exists(repository / name)
