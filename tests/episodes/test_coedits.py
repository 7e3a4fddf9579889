"""What is edited together, counted as it comes, equals what a plain look at all rows finds."""

from __future__ import annotations

import random
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from forethought.episodes.coedits import Edit, met, weight
from forethought.episodes.records import Interaction
from forethought.store.duck import Store
from forethought.store.episodes import count_new
from forethought.store.tables import insert

NOON = datetime(2026, 11, 18, 12)
MINUTES = timedelta(minutes=5)

PAIRS = """
    select a.path as a, b.path as b, count(*) as n from file_interactions a join file_interactions b
    on a.task = b.task and a.path <> b.path and abs(epoch(a.time - b.time)) <= 300
    where a.operation = 'edit' and b.operation = 'edit' group by all"""
FOLLOWED = """
    select a.path as a, b.path as b, count(distinct a.id) as n from file_interactions a join file_interactions b
    on a.task = b.task and a.path <> b.path and epoch(b.time - a.time) between 0 and 300
    where a.operation = 'edit' and b.operation = 'edit' group by all"""


def interaction(rng: random.Random, seconds: int) -> Interaction:
    return Interaction(
        time=NOON + timedelta(seconds=seconds),
        session=rng.choice("st"),
        task=rng.choice(["main", "feature", None]),
        branch="main",
        path=f"{rng.choice('abcde')}.py",
        operation=rng.choice(["edit", "edit", "edit", "write", "view"]),
        symbols=rng.sample(["f", "g", "h"], 2) if rng.random() < 0.5 else None,
        summary=rng.choice([None, "changed `f`"]),
    )


async def counted(store: Store, columns: str) -> set[tuple[str, str, int]]:
    rows = await store.rows(f"select a, b, {columns} as n from coedits where {columns} > 0")
    return {(row["a"], row["b"], row["n"]) for row in rows}


@pytest.mark.parametrize("seed", range(4))
async def test_counts_equal_those_of_a_plain_join_to_the_row(tmp_path: Path, seed: int) -> None:
    """Rows come in batches of any size, some of them later than rows that happened after them."""
    rng = random.Random(seed)
    store = Store.open(tmp_path / "episodes.duckdb", count_new)
    at = 0
    for _ in range(120):
        batch = []
        for _ in range(rng.randrange(1, 6)):
            at += rng.randrange(0, 120)
            batch.append(interaction(rng, at - rng.choice([0, 0, 0, 0, 200, 700])))
        store.write(lambda connection, batch=batch: insert(connection, "file_interactions", batch)).result(10)
    plain = {tuple(row.values()) for row in await store.rows(PAIRS)}
    assert await counted(store, "pairs") == plain
    assert await counted(store, "followed") == {tuple(row.values()) for row in await store.rows(FOLLOWED)}
    edits = await store.rows("select path, count(*) as n from file_interactions where operation = 'edit' group by path")
    known = await store.rows("select path, edits as n from worked_on where symbol = '' and edits > 0")
    assert sorted(map(str, edits)) == sorted(map(str, known))
    store.close()


async def test_rows_that_nobody_counted_are_caught_up(tmp_path: Path) -> None:
    rng = random.Random(7)
    uncounted = Store.open(tmp_path / "episodes.duckdb")
    rows = [interaction(rng, 30 * n) for n in range(5000)]
    uncounted.write(lambda connection: insert(connection, "file_interactions", rows)).result(60)
    uncounted.close()
    store = Store.open(tmp_path / "episodes.duckdb", count_new)
    for _ in range(20):  # each write counts on
        store.write(lambda connection: None).result(60)
    assert await counted(store, "pairs") == {tuple(row.values()) for row in await store.rows(PAIRS)}
    store.close()


def test_typing_on_in_a_file_counts_once_for_each_burst() -> None:
    """One burst in `a`, one in `b`: one pair, whichever came first."""
    edits = [Edit(NOON, 1, "t", "a"), Edit(NOON + MINUTES, 2, "t", "b"), Edit(NOON + 2 * MINUTES, 3, "t", "c")]
    found = {(both.a, both.b): (both.pairs, both.followed) for both in met(edits, edits)}
    assert found == {("a", "b"): (1, 1), ("b", "a"): (1, 0), ("b", "c"): (1, 1), ("c", "b"): (1, 0)}


def test_a_second_edit_of_the_follower_does_not_follow_twice() -> None:
    edits = [Edit(NOON + timedelta(seconds=n), n, "t", path) for n, path in enumerate("abb")]
    found = {(both.a, both.b): (both.pairs, both.followed) for both in met(edits, edits)}
    assert found[("a", "b")] == (2, 1)


def test_edits_of_different_tasks_are_no_pair() -> None:
    edits = [Edit(NOON, 1, "one", "a"), Edit(NOON, 2, "other", "b")]
    assert met(edits, edits) == []


def test_an_edit_counts_twice_one_that_is_thirty_days_older() -> None:
    assert weight(NOON) == pytest.approx(2 * weight(NOON - timedelta(days=30)))


async def test_what_is_worked_on_is_counted_for_files_and_symbols(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "episodes.duckdb", count_new)
    rng = random.Random(3)
    rows = [interaction(rng, 60 * n) for n in range(300)]
    for row in rows:
        store.write(lambda connection, row=row: insert(connection, "file_interactions", [row]))
    await store.written()
    expected: Counter[tuple[str, str]] = Counter()
    for row in rows:
        expected.update((row.path, symbol) for symbol in ("", *(row.symbols or ())))
    known = await store.rows("select * from worked_on")
    assert {(row["path"], row["symbol"]): row["interactions"] for row in known} == expected
    for row in known:
        assert row["newest"] == sorted(row["newest"], reverse=True)
        assert len(row["sessions"]) == 2
    store.close()
