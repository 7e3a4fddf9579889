"""A stretch of made-up work, played through the engine."""

from __future__ import annotations

from pathlib import Path

import month
from engine.desk import Clock, Desk
from episodes.test_coedits import FOLLOWED, PAIRS, counted
from forethought.engine import Engine
from player import Player

SECRET = "gh" + "p_" + "Z9y8X7w6V5" * 4
CONTENT = "planted words that only the file has"


async def test_after_days_of_work_the_counts_equal_the_rows(engine: Engine, clock: Clock, tmp_path: Path) -> None:
    player = Player(engine, clock, tmp_path, projects=2)
    await player.play(month.month(days=3, events=1500, projects=2, branch_count=4), look_every=25)
    for desk in player.desks:
        folder = await engine.projects.folder(engine.sessions[desk.session], None)
        store = folder.project.store
        await store.written()
        plain = {tuple(row.values()) for row in await store.rows(PAIRS)}
        assert len(plain) > 4
        assert await counted(store, "pairs") == plain
        assert await counted(store, "followed") == {tuple(row.values()) for row in await store.rows(FOLLOWED)}
        told = (await desk.ask("history.coedits", min_count=1, limit=1000))["pairs"]
        assert {tuple(sorted(pair["files"])) for pair in told} >= {tuple(sorted(row[:2])) for row in plain}
    assert sum(path.stat().st_size for path in engine.home.rglob("episodes.duckdb*")) < 15e6


async def test_nothing_that_must_stay_out_is_anywhere_in_the_store(
    desk: Desk, repository: Path, engine: Engine, clock: Clock
) -> None:
    """Secrets in every text a command takes, ignored files, and the contents of files."""
    (repository / ".gitignore").write_text("private/\n")
    login = "shop/login.py"
    desk.open(login, text=f"'''Signing in with {SECRET}.'''\nx = '{CONTENT}'\n")
    desk.type(login, 1, f"y = '{CONTENT}'\n")
    desk.save(login)
    desk.open("private/notes.py", text=CONTENT)
    desk.type("private/notes.py", 0, CONTENT)
    desk.save("private/notes.py")
    traceback = f'Traceback (most recent call last):\n  File "a.py", line 1\n    {CONTENT}\nKeyError: {SECRET}'
    await desk.ask("error.record", message=traceback, file=login)
    await desk.ask("error.record", message=f"token {SECRET} is wrong", file="private/notes.py")
    await desk.ask("tool.record", tool="x", success=False, error=f"KeyError: {SECRET}", result=SECRET)
    task = await desk.ask("task.start", description=f"use {SECRET}")
    await desk.ask("task.complete", id=task["id"], outcome=f"used {SECRET}")
    await desk.ask("history.search", text=SECRET)
    store = (await engine.projects.folder(engine.sessions[desk.session], None)).project.store
    tables = await store.rows("select table_name as name from duckdb_tables()")
    kept = "".join([str(await store.rows(f"select * from {table['name']}")) for table in tables])
    assert "KeyError" in kept
    assert not any(planted in kept for planted in (SECRET, CONTENT, "private/notes.py"))
    await engine.close()
    stored = b"".join(file.read_bytes() for file in engine.home.rglob("*") if file.is_file())
    assert SECRET.encode() not in stored
    assert CONTENT.encode() not in stored
    assert b"private/notes.py" not in stored
