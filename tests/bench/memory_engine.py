"""What memory commands cost through the engine: search at 10,000 and 100,000 memories, remember, edits under watch.

PYTHONPATH=tests python tests/bench/memory_engine.py [10000 100000]
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from engine.desk import Desk
from forethought.engine import Engine
from forethought.memory.embed import SHIPPED, Embedding
from forethought.memory.records import Memory, Provenance
from forethought.memory.triggers import Triggers

LIMITS = {"search, words": 5, "search, with embedding": 15, "remember": 30, "edit under 500 negatives": 10}
NOW = datetime.now(UTC)
WORDS = 20_000
ROOT = Path(__file__).parents[2]


class Text:
    """Words as they are used: few often, most seldom. The frequent ones are real, those of our own documents."""

    def __init__(self) -> None:
        letters = random.Random(1)
        ours = " ".join((ROOT / name).read_text() for name in ("README.md", "ARCHITECTURE.md"))
        real = sorted(set(re.findall(r"[a-z]{3,}", ours.lower())))
        letters.shuffle(real)
        rare = ["".join(letters.choices("abcdefghijklmnoprstuvwz", k=7)) for _ in range(WORDS)]
        self.words = [*real, *rare][:WORDS]
        self.often = np.cumsum(1 / np.arange(1, WORDS + 1) ** 0.9)
        self.chance = np.random.default_rng(1)

    def of(self, length: int) -> str:
        places = self.chance.random(length) * self.often[-1]
        return " ".join(self.words[place] for place in np.searchsorted(self.often, places))


def made_up(text: Text, count: int) -> list[Memory]:
    said = (Provenance(source="user_stated", time=NOW),)
    return [
        Memory(id=f"m{number:06}", kind="fact", scope="project", content=text.of(25), provenance=said, created=NOW,
               updated=NOW, tags=(f"t{number % 200}",))
        for number in range(count)
    ]  # fmt: skip


async def measure(folder: Path, count: int) -> None:
    text = Text()
    root = folder / f"project-{count}"
    root.mkdir()
    engine = Engine(folder / f"home-{count}")
    desk = Desk(engine, root, settings={"memory_limit": 10_000_000})
    memories = engine.memories
    memories.meaning.fill = lambda *_: None  # type: ignore[method-assign] # vectors are made up below
    project = (await desk.ask("status"))["project"]["id"]
    shelf = await memories.of_project(project)
    started = time.perf_counter()
    some = made_up(text, count)
    for start in range(0, count, 500):
        await memories.run(shelf.change, "made up", [(None, each) for each in some[start : start + 500]])
    await memories.run(shelf.settle)
    print(f"{count:,} memories: written in {time.perf_counter() - started:.1f} s")
    rng = np.random.default_rng(2)
    for start in range(0, count, 5000):
        vectors = rng.standard_normal((min(5000, count - start), 384), np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        made = {f"m{start + row:06}": Embedding(SHIPPED, vectors[row : row + 1]) for row in range(len(vectors))}
        await memories.run(shelf.embed, made)
    await memories.run(shelf.settle)
    await desk.ask("memory.search", query="warm up")
    await timed("search, with embedding", lambda: desk.ask("memory.search", query=text.of(8)))
    await timed("recall, with embedding", lambda: desk.ask("memory.recall", context=text.of(8)))
    memories.meaning.embedder.problem = "switched off for the measurement"
    await timed("search, words", lambda: desk.ask("memory.search", query=text.of(8)))
    memories.meaning.embedder.problem = None
    await timed("remember", lambda: desk.ask("memory.remember", content=text.of(12)))
    await timed("list", lambda: desk.ask("memory.list"))
    started = time.perf_counter()
    await engine.close()
    again = Engine(folder / f"home-{count}")
    opened = time.perf_counter()
    await Desk(again, root).ask("memory.list", limit=1)
    print(f"  closed in {opened - started:.2f} s, opened in {time.perf_counter() - opened:.2f} s")
    await again.close()


async def watched(folder: Path) -> None:
    """500 negatives over a document of 5,000 lines, one of which changes with every key."""
    text = Text()
    triggers = Triggers()
    for number in range(500):
        triggers.put(f"m{number}", [rf"\b{text.of(1)}\(.*{text.of(1)}", rf"{text.of(1)}\s*=\s*{text.of(1)}"])
    lines = [text.of(8) + "\n" for _ in range(5000)]
    started = time.perf_counter()
    triggers.hits(lines)
    print(f"500 negatives, 5,000 lines: opened in {(time.perf_counter() - started) * 1e3:.0f} ms")

    async def edit() -> None:
        lines[int(text.chance.integers(5000))] = f"{text.of(1)}({text.of(3)})\n"
        triggers.hits(lines)

    await timed("edit under 500 negatives", edit)


async def timed(name: str, ask: Callable[[], Awaitable[object]], times: int = 200) -> None:
    took = []
    busy = time.process_time()
    for _ in range(times):
        started = time.perf_counter()
        await ask()
        took.append((time.perf_counter() - started) * 1e3)
        await asyncio.sleep(0.01)  # what follows an answer is not part of the next
    cpu = (time.process_time() - busy) / times * 1e3
    p50, p95 = np.percentile(took, [50, 95])
    limit = LIMITS.get(name, "–")
    print(f"  {name:24} p50 {p50:7.2f}  p95 {p95:7.2f} ms  (at 10,000: ≤ {limit} ms)  CPU {cpu:.2f} ms each, all told")


async def main(counts: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for count in counts:
            await measure(Path(folder), count)
        await watched(Path(folder))


if __name__ == "__main__":
    asyncio.run(main([int(each) for each in sys.argv[1:]] or [10_000, 100_000]))
