"""The cache may lose anything at any time; it never gives wrong facts, and never grows without bound."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import pytest

from forethought.code import cache as module
from forethought.code.cache import Cache

DAY = 86_400.0


def key(number: int) -> bytes:
    return number.to_bytes(16, "big")


def filled(folder: Path, count: int = 3) -> None:
    made = Cache(folder)
    made.put({key(number): b"facts %d" % number for number in range(count)})
    made.close()


def test_what_was_put_is_there_after_a_restart(tmp_path: Path) -> None:
    filled(tmp_path)
    again = Cache(tmp_path)
    assert [again.get(key(number)) for number in range(4)] == [b"facts 0", b"facts 1", b"facts 2", None]


def test_a_record_cut_short_by_a_crash_is_dropped_and_the_file_goes_on(tmp_path: Path) -> None:
    filled(tmp_path)
    data = (tmp_path / "facts").read_bytes()
    for cut in range(1, 40):
        (tmp_path / "facts").write_bytes(data[:-cut])
        again = Cache(tmp_path)
        assert again.get(key(0)) == b"facts 0"
        assert key(2) not in again
        again.put({key(7): b"new"})
        again.close()
        once_more = Cache(tmp_path)
        assert once_more.get(key(7)) == b"new"
        once_more.close()


def test_no_damaged_byte_yields_wrong_facts(tmp_path: Path) -> None:
    filled(tmp_path)
    data = (tmp_path / "facts").read_bytes()
    for at in range(len(data)):
        (tmp_path / "facts").write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        again = Cache(tmp_path)
        for number in range(3):
            assert again.get(key(number)) in (b"facts %d" % number, None)
        again.close()


def test_facts_of_other_rules_are_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path)
    monkeypatch.setattr(module, "readers", lambda: b"another version.")
    assert Cache(tmp_path).get(key(0)) is None


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    filled(tmp_path / "data")
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "data/facts").stat().st_mode) == 0o600


def test_what_was_not_used_for_long_goes_first_when_it_grows_too_large(tmp_path: Path) -> None:
    now = 20_000 * DAY
    made = Cache(tmp_path, lambda: now, largest=40_000)
    made.put({key(number): bytes(1000) for number in range(30)})
    now += 10 * DAY
    assert made.get(key(5))
    made.put({key(100 + number): bytes(1000) for number in range(10)})
    assert made.get(key(5))
    assert key(109) in made
    assert key(0) not in made
    assert (tmp_path / "facts").stat().st_size <= 21_000
    made.close()
    again = Cache(tmp_path, lambda: now, largest=40_000)
    assert again.get(key(5)) == bytes(1000)


def test_a_use_is_remembered_over_a_restart(tmp_path: Path) -> None:
    filled(tmp_path)
    for day in (30_000, 30_001):
        later = Cache(tmp_path, lambda day=day: day * DAY)
        assert later.get(key(1))
        later.close()
    last = Cache(tmp_path, lambda: 30_001 * DAY, largest=90)
    assert last.get(key(1))
    assert last.get(key(2)) is None


def test_a_disk_that_refuses_costs_nothing_but_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Cache(tmp_path)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, "pwrite", full)
    made.put({key(1): b"facts"})
    assert made.get(key(1)) == b"facts"
    monkeypatch.undo()
    made.close()
    assert Cache(tmp_path).get(key(1)) is None


def test_a_folder_in_the_way_is_survived(tmp_path: Path) -> None:
    (tmp_path / "facts").mkdir()
    made = Cache(tmp_path)
    made.put({key(1): b"facts"})
    assert made.get(key(1)) == b"facts"


def test_two_checkouts_may_use_it_at_once(tmp_path: Path) -> None:
    made = Cache(tmp_path)

    def use(start: int) -> None:
        for number in range(start, start + 200):
            made.put({key(number): b"%d" % number})
            assert made.get(key(number)) == b"%d" % number

    threads = [threading.Thread(target=use, args=(start,)) for start in (0, 100, 200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(made.get(key(number)) == b"%d" % number for number in range(400))
