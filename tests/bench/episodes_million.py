"""A store with a million interactions: how long each question takes, and how long it took to count them.

python tests/bench/episodes_million.py [rows]
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent.parent.parent / "server")]

import month  # noqa: E402 - found by the path above
from engine.desk import Clock, Desk  # noqa: E402
from forethought.engine import Engine  # noqa: E402
from forethought.store.duck import Store  # noqa: E402
from forethought.store.tables import append  # noqa: E402

ASKED = 60
LIMIT_MS = 10.0


def fill(store: Store, number: int) -> None:
    source = month.rows(number)
    while chunk := list(islice(source, 2000)):
        store.write(lambda connection, chunk=chunk: append(connection, "file_interactions", chunk)).result(60)


async def main(number: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        clock = Clock()
        clock.time = month.START.timestamp()
        engine = Engine(Path(name) / "home", clock=clock)
        desk = Desk(engine, month.repository(Path(name) / "project", 0))
        await desk.ask("status")
        project = (await engine.projects.folder(engine.sessions["window"], None)).project
        started = time.perf_counter()
        await asyncio.to_thread(fill, project.store, number)
        while (await project.store.rows("select upto < (select max(id) from file_interactions) as more from counted"))[
            0
        ]["more"]:
            await asyncio.sleep(0.1)
        print(f"{number:,} interactions written and counted in {time.perf_counter() - started:.0f} s")
        print(f"store: {project.store.size() / 1e6:.0f} MB")
        worst = await ask_all(desk, number)
        await engine.close()
    return int(worst > LIMIT_MS)


async def ask_all(desk: Desk, number: int) -> float:
    rng = random.Random(2)
    some = list(islice(month.rows(20_000), 0, 20_000, 37))
    edits = [row for row in some if row["symbols"]]

    def file() -> dict[str, object]:
        return {"file": rng.choice(some)["path"]}

    def symbol() -> dict[str, object]:
        row = rng.choice(edits)
        return {"file": row["path"], "symbol": row["symbols"][0]}

    questions = {
        "history.file": file,
        "history.file of a symbol": symbol,
        "history.coedits": file,
        "history.search of a name": lambda: {"text": Path(str(file()["file"])).stem},
        "history.search of a word": lambda: {"text": rng.choice(month.WORDS)},
        "history.search of a symbol": lambda: {"text": rng.choice(edits)["symbols"][0]},
        "history.search of an operation": lambda: {"text": rng.choice(month.WORDS), "operation": "edit"},
        "history.search for nothing": lambda: {"text": f"nowhere{rng.random()}"},
        "history.tools": dict,
        "task.list of the paused": lambda: {"status": "paused"},
        "task.list of the active": lambda: {"status": "active"},
        "task.similar": lambda: {"description": f"{rng.choice(month.WORDS)} is broken"},
        "hints.hover": lambda: {"file": desk.path("src/token_0.py"), "line": 5},
        "status": dict,
    }
    worst = 0.0
    for question, params in questions.items():
        times, used = [], time.process_time()
        await desk.ask(question.partition(" ")[0], **params())
        for _ in range(ASKED):
            given = params()
            started = time.perf_counter()
            await desk.ask(question.partition(" ")[0], **given)
            times.append((time.perf_counter() - started) * 1000)
        times.sort()
        p95 = times[int(ASKED * 0.95)]
        worst = max(worst, p95)
        used = (time.process_time() - used) * 1000 / ASKED
        print(f"{question:32} median {times[ASKED // 2]:6.2f} ms   p95 {p95:6.2f} ms   CPU {used:6.2f} ms", flush=True)
    return worst


if __name__ == "__main__":
    sys.exit(asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)))
