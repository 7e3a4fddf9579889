"""Workers cost nothing but the file they die over, and are gone when their work is done."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from forethought.code import workers as module
from forethought.code.cache import Cache
from forethought.code.facts import unpack
from forethought.code.languages import LANGUAGES
from forethought.code.scan import Source
from forethought.code.worker import facts_of
from forethought.code.workers import Workers
from index.followed import Followed, from_scratch, functions

Follow = Callable[[], Followed]
FAULTY = (sys.executable, str(Path(__file__).parent / "faulty_worker.py"))


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COMMAND", FAULTY)


def children() -> list[psutil.Process]:
    return [each for each in psutil.Process().children() if "worker" in " ".join(each.cmdline())]


def source(text: str) -> Source:
    return Source(LANGUAGES["python"], text.encode())


def write_many(root: Path, count: int, slow: int = 0) -> None:
    for number in range(count):
        (root / f"m{number}.py").write_text(("# SLOW\n" if number < slow else "") + functions(f"f{number}"))


async def test_facts_come_back_in_order() -> None:
    texts = [functions(f"f{number}") for number in range(20)]
    async with Workers(2) as workers:
        packed = await workers.parse([source(text) for text in texts])
    # Not the bytes: they depend on which equal strings are one object.
    assert [unpack(each) for each in packed if each] == [facts_of(text.encode(), LANGUAGES["python"]) for text in texts]
    assert not children()


@pytest.mark.parametrize("word", ["CRASH", "HANG"])
async def test_a_file_that_ends_its_worker_costs_that_file_only(
    root: Path, follow: Follow, faulty: None, word: str
) -> None:
    write_many(root, 30)
    (root / "bad.py").write_text(f"# {word}\n" + functions("never"))
    async with follow() as followed:
        await followed.complete()
        expected = from_scratch(root)
        assert followed.heard.pop("bad.py").problems == ("not parsed: the parser ended over it",)
        assert followed.index.facts("bad.py").problems
        del expected["bad.py"]
        assert followed.heard == expected
        assert not children()


async def test_what_no_parser_survived_is_tried_again_at_the_next_start(
    root: Path, follow: Follow, monkeypatch: pytest.MonkeyPatch, cache: Cache
) -> None:
    write_many(root, 10)
    (root / "bad.py").write_text("# CRASH\n" + functions("later"))
    with monkeypatch.context() as patched:
        patched.setattr(module, "COMMAND", FAULTY)
        async with follow() as followed:
            await followed.complete()
    again = Cache(cache.folder)
    async with Followed(root, again) as followed:
        await followed.exact()
        assert followed.names("bad.py") == ["later"]


async def test_workers_killed_in_the_middle_lose_no_file(root: Path, follow: Follow, faulty: None) -> None:
    write_many(root, 200, slow=10)
    async with follow() as followed:
        await followed.until(lambda: bool(children()))
        for child in children():
            child.send_signal(signal.SIGKILL)
        await followed.exact()


async def test_no_process_to_be_had_is_told_for_each_file(
    root: Path, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COMMAND", ("/does/not/exist",))
    write_many(root, 10)
    async with follow() as followed:
        await followed.complete()
        assert len(followed.heard) == 10
        assert all(facts.problems for facts in followed.heard.values())


async def test_the_first_scan_can_be_cancelled_and_taken_up_again(root: Path, follow: Follow, faulty: None) -> None:
    write_many(root, 300, slow=200)
    async with follow() as followed:
        await followed.until(lambda: bool(children()))
        followed.index.cancel()
        await followed.until(lambda: not children())
        assert not followed.index.complete
        assert len(followed.heard) < 300
        followed.index.rescan()
        for path in root.glob("*.py"):
            path.write_text(path.read_text().replace("# SLOW\n", ""))
        await followed.exact()


async def test_stopping_in_the_middle_leaves_no_process(root: Path, follow: Follow, faulty: None) -> None:
    write_many(root, 300, slow=300)
    async with follow() as followed:
        await followed.until(lambda: bool(children()))
    assert not children()


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    program = """
import asyncio, sys
from forethought.code.workers import Workers
from forethought.code.scan import Source
from forethought.code.languages import LANGUAGES

async def main():
    async with Workers(2) as workers:
        await asyncio.gather(*(workers.parse([Source(LANGUAGES["python"], b"a = 1")]) for _ in range(2)))
        print(*(process.pid for process in workers._running), flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    workers = [psutil.Process(int(pid)) for pid in parent.stdout.readline().split()]
    assert len(workers) == 2
    parent.kill()
    parent.wait()
    assert not psutil.wait_procs(workers, timeout=10)[1]


async def test_progress_ends_with_everything(root: Path, follow: Follow) -> None:
    write_many(root, 150)
    async with follow() as followed:
        await followed.complete()
    assert followed.progress == sorted(followed.progress)
    assert followed.progress[-1] == (150, 150)


async def test_workers_stand_back_behind_what_the_person_does() -> None:
    async with Workers(1) as workers:
        await workers.parse([source("a = 1")])
        assert [child.nice() for child in children()] == [min(19, os.nice(0) + 5)]


async def test_the_loop_stays_free_while_files_are_read(root: Path, follow: Follow) -> None:
    body = functions(*(f"f{number}" for number in range(200)))
    for number in range(300):
        (root / f"m{number}.py").write_text(f"# {number}\n{body}")
    late = []

    async def tick() -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + 0.005
            await asyncio.sleep(0.005)
            late.append(loop.time() - due)

    async with follow() as followed:
        ticking = asyncio.create_task(tick())
        await followed.complete()
        ticking.cancel()
    late.sort()
    assert len(late) > 50
    assert late[int(len(late) * 0.95)] < 0.05
