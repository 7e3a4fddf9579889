"""A project's DuckDB file: what was acknowledged is there, and a damaged file never stops anyone."""

from __future__ import annotations

import random
import stat
from datetime import datetime
from pathlib import Path

import duckdb
import pytest

from forethought.episodes.records import Interaction
from forethought.errors import Unavailable
from forethought.store import migrations
from forethought.store.duck import Store
from forethought.store.tables import insert

NOON = datetime(2026, 11, 18, 12)


def interaction(path: str = "src/login.py") -> Interaction:
    return Interaction(time=NOON, session="s", task=None, branch="main", path=path, operation="edit")


def save(store: Store, *paths: str) -> list[int]:
    rows = [interaction(path) for path in paths]
    return store.write(lambda connection: insert(connection, "file_interactions", rows)).result(10)


async def count(store: Store) -> int:
    [row] = await store.rows("select count(*) as n from file_interactions")
    return int(row["n"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store" / "episodes.duckdb"


async def test_what_was_written_is_there_after_reopening(path: Path) -> None:
    store = Store.open(path)
    assert len(save(store, "a.py", "b.py")) == 2
    store.close()
    again = Store.open(path)
    assert await count(again) == 2
    again.close()


async def test_closing_finishes_what_was_queued(path: Path) -> None:
    store = Store.open(path)
    for number in range(500):
        store.write(lambda c, n=number: insert(c, "file_interactions", [interaction(f"{n}.py")]))
    store.close()
    again = Store.open(path)
    assert await count(again) == 500
    again.close()


async def test_a_failing_write_costs_its_neighbours_nothing(path: Path) -> None:
    store = Store.open(path)

    def fail(connection: duckdb.DuckDBPyConnection) -> None:
        insert(connection, "file_interactions", [interaction("half.py")])
        raise RuntimeError("on purpose")

    good = [store.write(lambda c: insert(c, "file_interactions", [interaction()])) for _ in range(20)]
    bad = store.write(fail)
    good += [store.write(lambda c: insert(c, "file_interactions", [interaction()])) for _ in range(20)]
    assert isinstance(bad.exception(10), RuntimeError)
    assert all(future.result(10) for future in good)
    assert await count(store) == 40
    store.close()


async def test_a_reader_sees_a_write_once_it_waited_for_it(path: Path) -> None:
    store = Store.open(path)
    for number in range(1, 30):
        store.write(lambda c: insert(c, "file_interactions", [interaction()]))
        await store.written()
        assert await count(store) == number
    store.close()


def test_a_closed_store_says_so(path: Path) -> None:
    store = Store.open(path)
    store.close()
    with pytest.raises(Unavailable):
        save(store, "a.py")


def test_only_the_owner_can_read_the_store(path: Path) -> None:
    store = Store.open(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    store.close()


@pytest.mark.parametrize("noise", [b"", b"x" * 10_000, b"\0" * 50_000])
async def test_a_file_of_noise_is_set_aside_and_a_new_one_begun(path: Path, noise: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(noise)
    store = Store.open(path)
    [notice] = store.notices
    assert "damaged-1" in notice
    assert (path.parent / "episodes.duckdb.damaged-1").read_bytes() == noise
    assert save(store, "a.py")
    store.close()
    again = Store.open(path)
    assert again.notices == []
    again.close()


@pytest.mark.parametrize("seed", range(8))
async def test_a_file_with_broken_blocks_never_stops_the_start(path: Path, seed: int) -> None:
    """Wherever the damage lies, the store opens twice: repaired by a fresh start, or untouched by it."""
    store = Store.open(path)
    save(store, *(f"src/file_{number}.py" for number in range(200)))
    store.close()
    content = bytearray(path.read_bytes())
    chance = random.Random(seed)
    for _ in range(20):
        at = chance.randrange(len(content))
        content[at : at + 64] = chance.randbytes(64)
    path.write_bytes(content)
    for _ in range(2):
        store = Store.open(path)
        save(store, "after.py")
        store.close()


def test_a_store_of_a_later_version_is_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store.open(path).close()
    monkeypatch.setattr(migrations, "STEPS", [])
    with pytest.raises(Unavailable, match="update Forethought"):
        Store.open(path)
    assert not list(path.parent.glob("*damaged*"))


async def test_a_new_step_is_applied_to_an_old_file_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.open(path)
    save(store, "kept.py")
    store.close()
    monkeypatch.setattr(migrations, "STEPS", [*migrations.STEPS, "create table later (n integer)"])
    for _ in range(2):
        store = Store.open(path)
        assert await store.rows("select count(*) as n from later") == [{"n": 0}]
        assert await count(store) == 1
        store.close()


def test_a_second_process_is_told_who_has_the_file(path: Path) -> None:
    import subprocess
    import sys

    store = Store.open(path)
    code = (
        "import sys; from pathlib import Path; from forethought.store.duck import Store\n"
        "from forethought.errors import Unavailable\n"
        "try: Store.open(Path(sys.argv[1]))\n"
        "except Unavailable: sys.exit(7)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], timeout=60).returncode == 7
    store.close()
