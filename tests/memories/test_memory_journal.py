"""The journal is the truth: what was acknowledged is in it, and the rows can always be made from it again."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from forethought.engine.shelf import Shelf
from forethought.errors import Unavailable
from forethought.memory.records import Memory
from forethought.memory.upkeep import archived, used
from memories.made import NOON, memory

Open = Callable[[], Shelf]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "projects" / "shop"


@pytest.fixture
def open_shelf(folder: Path) -> Open:
    return lambda: Shelf.open(folder, "project", lambda: NOON)


def keep(shelf: Shelf, *memories: Memory) -> None:
    for each in memories:
        shelf.change("remember", [(None, each)]).result(10)


def known(shelf: Shelf) -> dict[str, Memory]:
    return dict(shelf.view.memories)


def rows(shelf: Shelf) -> dict[str, Memory]:
    shelf.settle()
    return {each.id: each for each in shelf.backend.query()}


FIRST, SECOND = memory("first", id="m1", tags=("a",)), memory("second – ünïcode", id="m2")


def test_what_was_acknowledged_is_there_after_reopening(open_shelf: Open, folder: Path) -> None:
    shelf = open_shelf()
    keep(shelf, FIRST, SECOND)
    shelf.close()
    again = open_shelf()
    assert known(again) == rows(again) == {"m1": FIRST, "m2": SECOND}
    again.close()
    assert stat.S_IMODE((folder / "memories.jsonl").stat().st_mode) == 0o600


def test_a_person_can_read_the_journal(open_shelf: Open, folder: Path) -> None:
    shelf = open_shelf()
    keep(shelf, SECOND)
    shelf.change("forgotten", [(SECOND, archived(SECOND, NOON, "wrong", purged=True))], by="window").result(10)
    shelf.close()
    first, second = [json.loads(line) for line in (folder / "memories.jsonl").read_text().splitlines()]
    assert first["changes"][0]["after"]["content"] == "second – ünïcode"
    assert (second["n"], second["why"], second["by"]) == (2, "forgotten", "window")
    assert second["changes"][0]["before"] == {}
    assert second["changes"][0]["after"]["archived_why"] == "wrong"


@pytest.mark.parametrize("noise", [None, b"", b"noise" * 5000, b"\0" * 40_000])
def test_a_lost_or_damaged_store_is_made_again(open_shelf: Open, folder: Path, noise: bytes | None) -> None:
    shelf = open_shelf()
    keep(shelf, FIRST, SECOND)
    before = rows(shelf)
    shelf.close()
    file = folder / "memories.duckdb"
    file.unlink() if noise is None else file.write_bytes(noise)
    again = open_shelf()
    assert known(again) == rows(again) == before
    keep(again, memory("third", id="m3"))
    again.close()
    reopened = open_shelf()
    assert set(known(reopened)) == {"m1", "m2", "m3"}
    reopened.close()


def test_rows_that_are_behind_catch_up(open_shelf: Open, folder: Path) -> None:
    shelf = open_shelf()
    keep(shelf, FIRST)
    shelf.close()
    old = (folder / "memories.duckdb").read_bytes()
    shelf = open_shelf()
    keep(shelf, SECOND)
    shelf.close()
    (folder / "memories.duckdb").write_bytes(old)
    again = open_shelf()
    assert set(rows(again)) == {"m1", "m2"}
    assert len((folder / "memories.jsonl").read_text().splitlines()) == 2
    again.close()


@pytest.mark.parametrize("cut", [1, 20, 150])
def test_a_torn_last_line_is_dropped_with_a_message(open_shelf: Open, folder: Path, cut: int) -> None:
    shelf = open_shelf()
    keep(shelf, FIRST, SECOND)
    shelf.close()
    journal = folder / "memories.jsonl"
    journal.write_bytes(journal.read_bytes()[:-cut])
    again = open_shelf()
    assert set(known(again)) == {"m1"}
    assert "incomplete" in " ".join(again.notices())
    keep(again, SECOND)
    again.close()
    last = open_shelf()
    assert set(known(last)) == {"m1", "m2"}
    assert last.notices() == []
    last.close()


def test_a_journal_changed_by_hand_counts(open_shelf: Open, folder: Path) -> None:
    shelf = open_shelf()
    keep(shelf, FIRST, SECOND)
    shelf.close()
    journal = folder / "memories.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b"second", b"zweite"))
    again = open_shelf()
    assert known(again)["m2"].content == "zweite – ünïcode"
    assert rows(again)["m2"].content == "zweite – ünïcode"
    again.close()


def test_a_line_of_noise_costs_that_line(open_shelf: Open, folder: Path) -> None:
    shelf = open_shelf()
    keep(shelf, FIRST, SECOND)
    shelf.close()
    journal = folder / "memories.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(lines[0] + b"\xff\xfe noise\n" + lines[1])
    (folder / "memories.duckdb").unlink()
    again = open_shelf()
    assert set(known(again)) == {"m1", "m2"}
    assert "could not be read" in " ".join(again.notices())
    again.close()


def test_a_lost_journal_begins_anew_with_what_the_rows_hold(open_shelf: Open, folder: Path) -> None:
    shelf = open_shelf()
    keep(shelf, FIRST, SECOND)
    shelf.close()
    (folder / "memories.jsonl").unlink()
    again = open_shelf()
    assert set(known(again)) == set(rows(again)) == {"m1", "m2"}
    again.close()
    (folder / "memories.duckdb").unlink()
    last = open_shelf()
    assert set(known(last)) == {"m1", "m2"}
    last.close()


def test_what_cannot_be_written_is_refused_and_not_seen(open_shelf: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = open_shelf()
    keep(shelf, FIRST)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(Unavailable, match="No space"):
            shelf.change("remember", [(None, SECOND)]).result(10)
    assert set(known(shelf)) == {"m1"}
    keep(shelf, SECOND)
    assert set(rows(shelf)) == {"m1", "m2"}
    shelf.close()


def test_use_is_seen_at_once_and_written_in_one_line(open_shelf: Open, folder: Path) -> None:
    shelf = open_shelf()
    keep(shelf, FIRST)
    for _ in range(50):
        shelf.use(used(shelf.view.memories["m1"], NOON, relevant=False))
    assert shelf.view.memories["m1"].accesses == 50
    shelf.close()
    assert len((folder / "memories.jsonl").read_text().splitlines()) == 2
    again = open_shelf()
    assert known(again)["m1"].accesses == rows(again)["m1"].accesses == 50
    again.close()


def test_changes_are_undone_by_memory_step_by_step(open_shelf: Open) -> None:
    shelf = open_shelf()
    keep(shelf, FIRST)
    second = memory("changed", id="m1", tags=("a",))
    shelf.change("updated", [(FIRST, second)]).result(10)
    third = memory("changed again", id="m1", tags=("a",))
    shelf.change("updated", [(second, third)]).result(10)
    for expected in (second, FIRST, None):
        count, done = shelf.undo("m1", None, None)
        done.result(10)
        assert (count, shelf.view.memories.get("m1")) == (1, expected)
    assert shelf.undo("m1", None, None)[0] == 0
    shelf.close()


def test_changes_are_undone_by_time(folder: Path) -> None:
    now = [NOON]
    shelf = Shelf.open(folder, "project", lambda: now[0])
    keep(shelf, FIRST)
    now[0] += timedelta(hours=1)
    keep(shelf, SECOND)
    shelf.change("forgotten", [(FIRST, None)]).result(10)
    count, done = shelf.undo(None, NOON + timedelta(minutes=1), None)
    done.result(10)
    assert (count, known(shelf)) == (2, {"m1": FIRST})
    shelf.close()
    again = Shelf.open(folder, "project", lambda: now[0])
    assert known(again) == rows(again) == {"m1": FIRST}
    again.close()


def test_after_thirty_days_no_trace_is_left_on_disk(open_shelf: Open, folder: Path) -> None:
    shelf = open_shelf()
    secret = memory("the plan of the rabbit", id="m9")
    keep(shelf, FIRST, secret)
    shelf.change("forgotten", [(secret, archived(secret, NOON, None, purged=True))]).result(10)
    assert shelf.expire(NOON + timedelta(days=29)) == 0
    assert shelf.expire(NOON + timedelta(days=31)) == 1
    keep(shelf, SECOND)
    shelf.close()
    assert b"rabbit" not in (folder / "memories.jsonl").read_bytes()
    again = open_shelf()
    assert set(known(again)) == set(rows(again)) == {"m1", "m2"}
    again.close()


def test_a_purge_leaves_nothing_and_says_what_there_was(open_shelf: Open, folder: Path) -> None:
    shelf = open_shelf()
    keep(shelf, FIRST, SECOND)
    assert shelf.purge()["memories"] == 2
    assert known(shelf) == rows(shelf) == {}
    keep(shelf, SECOND)
    shelf.close()
    left = b"".join(file.read_bytes() for file in folder.iterdir())
    assert b"first" not in left
    again = open_shelf()
    assert set(known(again)) == {"m2"}
    again.close()
