"""Kill a writing process again and again, and look at what it left."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

from episodes.test_coedits import FOLLOWED, PAIRS, counted
from forethought.store.duck import Store
from forethought.store.episodes import count_new

WRITER = Path(__file__).with_name("kill_writer.py")


async def kill_and_check(folder: Path, kills: int, seed: int) -> int:
    """How many records were acknowledged. After every kill each is there once, and the counts equal the rows."""
    rng = random.Random(seed)
    path = folder / "episodes.duckdb"
    acknowledged: set[int] = set()
    for _ in range(kills):
        acknowledged |= _write_until_killed(path, max(acknowledged, default=0) + 10, rng.uniform(0.05, 0.6))
        store = Store.open(path, count_new)
        assert store.notices == []
        store.write(lambda connection: None).result(30)
        events = [row["event"] for row in await store.rows("select event from file_interactions")]
        assert acknowledged <= set(events), "an acknowledged record was lost"
        assert len(events) == len(set(events)), "a record is there twice"
        assert await counted(store, "pairs") == {tuple(row.values()) for row in await store.rows(PAIRS)}
        assert await counted(store, "followed") == {tuple(row.values()) for row in await store.rows(FOLLOWED)}
        [work] = await store.rows("select sum(interactions) as n from worked_on where symbol = ''")
        assert work["n"] == len(events)
        store.close()
    return len(acknowledged)


def _write_until_killed(path: Path, first: int, seconds: float) -> set[int]:
    """Let it write for so long after its first acknowledgement, then end it in the middle of things."""
    writer = subprocess.Popen([sys.executable, str(WRITER), str(path), str(first)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    seen = [int(writer.stdout.readline())]
    timer = threading.Timer(seconds, writer.send_signal, [signal.SIGKILL])
    timer.start()
    seen += [int(line) for line in writer.stdout if line.endswith("\n")]
    assert writer.wait(30) == -signal.SIGKILL
    timer.cancel()
    return set(seen)
