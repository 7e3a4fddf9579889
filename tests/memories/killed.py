"""Remembers through a real process that is killed at random moments; every memory it acknowledged must be there, once.

PYTHONPATH=tests python tests/memories/killed.py 100
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine.desk import Desk
from forethought.engine import Engine
from forethought.engine.choices import Choices


async def remember_for_ever(folder: Path, run: str) -> None:
    """Says each id once it is acknowledged. Every so often something is corrected or forgotten."""
    engine = Engine(folder / "home")
    clients = [Desk(engine, folder / "project", f"{run}-{number}") for number in range(4)]

    async def work(client: Desk, number: int) -> None:
        for count in range(1_000_000):
            name = f"r{run}c{number}n{count}"
            answer = await client.ask("memory.remember", content=f"x{name} y{name}", key=f"k{run}c{number}", value=name)
            print(json.dumps({"id": answer["id"], "content": f"x{name} y{name}"}), flush=True)

    await asyncio.gather(*(work(client, number) for number, client in enumerate(clients)))


def rehearse(folder: Path, run: int, chance: random.Random) -> dict[str, str]:
    """One life: what it acknowledged before it was killed."""
    command = [sys.executable, __file__, "--work", str(folder), str(run)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    assert process.stdout is not None
    process.stdout.readline()  # it has begun
    time.sleep(chance.random() * 0.4)
    process.kill()
    said = process.stdout.read()
    process.wait()
    lines = [json.loads(line) for line in said.splitlines() if line.endswith(b"}")]
    return {line["id"]: line["content"] for line in lines}


async def everything(folder: Path) -> list[dict[str, str]]:
    engine = Engine(folder / "home")
    desk = Desk(engine, folder / "project")
    found = []
    for archived in (False, True):
        for start in range(16):  # ids are random hex: sixteen parts, each shorter than a list may be
            bounds = {"$gte": f"m{start:x}", "$lt": f"m{start + 1:x}" if start < 15 else "n"}
            answer = await desk.ask("memory.list", archived=archived, limit=1000, filters={"id": bounds})
            assert not answer["truncated"]
            found += answer["memories"]
    await engine.close()
    return found


def play(folder: Path, lives: int, seed: int = 1) -> int:
    """How many memories were acknowledged; raises when one is missing or there twice."""
    (folder / "project").mkdir()
    Choices(model="none").save(folder / "home")
    chance = random.Random(seed)
    expected: dict[str, str] = {}
    for run in range(lives):
        expected |= rehearse(folder, run, chance)
        if chance.random() < 0.2:
            for file in folder.rglob("memories.duckdb"):
                file.write_bytes(b"noise" * 3000)
    found = asyncio.run(everything(folder))
    known = {memory["id"]: memory["content"] for memory in found}
    assert len(known) == len(found), "a memory is there twice"
    missing = expected.keys() - known.keys()
    assert not missing, f"{len(missing)} acknowledged memories are missing"
    assert all(known[each] == content for each, content in expected.items())
    return len(expected)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        asyncio.run(remember_for_ever(Path(sys.argv[2]), sys.argv[3]))
    else:
        lives = int(sys.argv[1]) if len(sys.argv) > 1 else 100
        with tempfile.TemporaryDirectory() as folder:
            started = time.perf_counter()
            count = play(Path(folder), lives)
            took = time.perf_counter() - started
        print(f"{lives} kills in {took:.0f} s: all {count:,} acknowledged memories are there, once")
        os._exit(0)
