"""Questions answered from what is counted equal those answered from the rows."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from forethought.episodes import history
from forethought.episodes.records import Interaction
from forethought.store.duck import Store
from forethought.store.episodes import count_new
from forethought.store.tables import insert

NOON = datetime(2026, 11, 18, 12)
PATHS = ["src/login.py", "src/cart.py", "tests/test_login.py", "docs/Login.md"]
SYMBOLS = ["Login.sign_in", "Login.who", "Cart.add", "guest"]


def made(rng: random.Random, number: int) -> Interaction:
    path = rng.choice(PATHS[: 1 + number % 4])
    edit = rng.random() < 0.4
    symbols = rng.sample(SYMBOLS, rng.choice((1, 2))) if edit else None
    return Interaction(
        time=NOON + timedelta(seconds=number),
        session=f"session {number // 100}",
        task="t",
        branch=rng.choice(["main", "feature"]),
        path=path,
        operation="edit" if edit else rng.choice(["open", "view", "write"]),
        symbols=symbols,
        why="does 100% of it work?" if rng.random() < 0.03 else None,
        summary=f"changed `{symbols[0]}`" if symbols else None,
    )


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    rng = random.Random(5)
    store = Store.open(tmp_path / "episodes.duckdb", count_new)
    for start in range(0, 1200, 60):
        rows = [made(rng, number) for number in range(start, start + 60)]
        store.write(lambda connection, rows=rows: insert(connection, "file_interactions", rows)).result(30)
    yield store
    store.close()


async def plainly(store: Store, text: str, operation: str | None, since: datetime | None, limit: int) -> list[int]:
    rows = await store.rows("select * from file_interactions order by id desc")
    found = [
        row["id"]
        for row in rows
        if operation in (None, row["operation"])
        and (since is None or row["time"] >= since)
        and any(text.lower() in said.lower() for said in _said(row))
    ]
    return found[:limit]


def _said(row: dict[str, Any]) -> list[str]:
    return [row["path"], *(row["symbols"] or ()), row["why"] or "", row["summary"] or ""]


@pytest.mark.parametrize("limit", [1, 10, 40, 500])
@pytest.mark.parametrize("operation", [None, "edit", "view"])
@pytest.mark.parametrize("text", ["login", "LOGIN.who", "cart.py", "100%", "changed", "nowhere", "e"])
async def test_a_search_finds_what_a_plain_look_finds(
    store: Store, text: str, operation: str | None, limit: int
) -> None:
    for since in (None, NOON + timedelta(seconds=700)):
        answer = await history.search(store.rows, text, operation, since, limit)
        expected = await plainly(store, text, operation, since, limit + 1)
        assert [row["id"] for row in answer["interactions"]] == expected[:limit]
        assert answer["truncated"] == (len(expected) > limit)


@pytest.mark.parametrize("limit", [5, 31, 32, 1000])
async def test_the_history_of_a_file_is_its_newest_rows(store: Store, limit: int) -> None:
    for path in PATHS:
        answer = await history.of_file(store.rows, path, None, limit)
        rows = await store.rows("select * from file_interactions where path = ? order by id desc", [path])
        assert [row["id"] for row in answer["interactions"]] == [row["id"] for row in rows[:limit]]
        summary = answer["summary"]
        assert summary["edits"] == sum(row["operation"] == "edit" for row in rows)
        assert summary["sessions"] == len({row["session"] for row in rows})
        assert summary["first"] == history.iso(rows[-1]["time"])
        assert summary["last"] == history.iso(rows[0]["time"])


@pytest.mark.parametrize(
    ("name", "meant"), [("sign_in", "Login.sign_in"), ("Login.who", "Login.who"), ("guest", "guest")]
)
async def test_the_history_of_a_symbol_is_the_rows_that_touched_it(store: Store, name: str, meant: str) -> None:
    answer = await history.of_file(store.rows, PATHS[0], name, 1000)
    rows = await store.rows("select * from file_interactions where path = ? order by id desc", [PATHS[0]])
    touched = [row["id"] for row in rows if meant in (row["symbols"] or ())]
    assert [row["id"] for row in answer["interactions"]] == touched
    assert answer["summary"]["edits"] == len(touched)


async def test_a_file_never_seen_has_no_history(store: Store) -> None:
    answer = await history.of_file(store.rows, "never.py", None, 5)
    assert answer["interactions"] == []
    assert answer["summary"]["edits"] == 0
    assert answer["summary"]["first"] is None
