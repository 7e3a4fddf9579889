"""What happened can be taken elsewhere, and goes when it is old."""

from __future__ import annotations

import csv
from datetime import timedelta
from pathlib import Path

import duckdb
import pytest

from engine.desk import Clock, Desk
from forethought.engine import Engine
from forethought.engine.upkeep import forget_before
from forethought.errors import InvalidParams, NotFound, Refused

LOGIN = "shop/login.py"


async def worked(desk: Desk) -> None:
    await desk.ask(
        "tool.record", tool="edit", files=[{"path": LOGIN, "operation": "edit", "why": 'it\'s, "quoted"\nand long'}]
    )


async def test_episodes_go_to_a_csv_file(desk: Desk, tmp_path: Path) -> None:
    await worked(desk)
    answer = await desk.ask("history.export", path=str(tmp_path / "out.csv"), format="csv")
    rows = list(csv.DictReader((tmp_path / "out.csv").open(newline="")))
    assert answer["rows"] == len(rows) >= 2
    [row] = [row for row in rows if row["kind"] == "interaction"]
    assert (row["path"], row["operation"], row["why"]) == (LOGIN, "edit", 'it\'s, "quoted"\nand long')


async def test_episodes_go_to_a_parquet_file(desk: Desk, tmp_path: Path) -> None:
    await worked(desk)
    name = tmp_path / "it's.parquet"
    answer = await desk.ask("history.export", path=str(name))
    rows = duckdb.read_parquet(str(name)).fetchall()
    assert answer["rows"] == len(rows)
    assert name.stat().st_mode & 0o777 == 0o600


async def test_only_what_is_asked_for_is_exported(desk: Desk, clock: Clock, tmp_path: Path) -> None:
    await worked(desk)
    clock.pass_days(10)
    since = desk.engine.now() - timedelta(days=1)
    answer = await desk.ask("history.export", path=str(tmp_path / "new.csv"), format="csv", since=since.isoformat())
    assert "interaction" not in (tmp_path / "new.csv").read_text()
    assert answer["rows"] <= 1


async def test_an_export_overwrites_nothing(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("mine")
    with pytest.raises(Refused, match="exists"):
        await desk.ask("history.export", path=str(tmp_path / "mine.csv"), format="csv")
    with pytest.raises(NotFound, match="nowhere"):
        await desk.ask("history.export", path=str(tmp_path / "nowhere" / "a.csv"))
    with pytest.raises(InvalidParams, match="format"):
        await desk.ask("history.export", path=str(tmp_path / "a"), format="xlsx")


async def test_what_is_older_than_wanted_is_forgotten(desk: Desk, engine: Engine, clock: Clock) -> None:
    await worked(desk)
    await desk.ask("error.record", message="KeyError: 'old'")
    clock.pass_days(100)
    await desk.ask("tool.record", tool="edit", files=[{"path": "shop/cart.py", "operation": "edit"}])
    store = (await engine.projects.folder(engine.sessions[desk.session], None)).project.store
    await store.written()
    assert await forget_before(store, engine.now() - timedelta(days=30)) >= 3
    assert await desk.operations(LOGIN) == []
    assert await desk.operations("shop/cart.py") == ["edit"]
    assert (await desk.ask("history.search", text="quoted"))["interactions"] == []
    assert await store.rows("select 1 from errors") == []


@pytest.mark.parametrize(
    ("description", "files", "intent"),
    [
        ("basket", [("a.py", "read"), ("b.py", "read")], "code_reading"),
        ("basket", [("a.py", "read"), ("a.py", "edit")], "code_writing"),
        ("fix the basket", [("a.py", "read"), ("a.py", "edit")], "project_fixing"),
        ("basket", [("a.py", "search"), ("b.py", "analyze")], "project_exploration"),
        ("basket", [], None),
    ],
)
async def test_what_a_task_was_for_is_guessed_from_what_was_done(
    desk: Desk, description: str, files: list[tuple[str, str]], intent: str | None
) -> None:
    task = await desk.ask("task.start", description=description)
    touched = [{"path": path, "operation": operation} for path, operation in files]
    await desk.ask("tool.record", tool="x", files=touched)
    done = await desk.ask("task.complete", id=task["id"])
    assert done["intent"] == intent
    assert done["tools"]["x"] == 1
    [row] = await (await desk.engine.projects.folder(desk.engine.sessions[desk.session], None)).project.store.rows(
        "select intent, files from task_history where id = ?", [task["id"]]
    )
    assert row["intent"] == intent
    assert sorted(row["files"] or []) == sorted({path for path, _ in files})


async def test_a_given_intent_is_not_guessed_over(desk: Desk) -> None:
    await desk.ask("task.start", description="fix it", intent="code_reading")
    await desk.ask("tool.record", tool="x", files=[{"path": "a.py", "operation": "edit"}])
    assert (await desk.ask("task.complete"))["intent"] == "code_reading"
