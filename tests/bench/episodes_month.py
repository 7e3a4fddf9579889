"""Play a month of work: 30 days, 60,000 raw events, 3 projects, 12 branches. How large the stores get, and whether
hints come in time meanwhile.

    python tests/bench/episodes_month.py [events]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent.parent.parent / "server")]

import month  # noqa: E402 - found by the path above
from engine.desk import Clock  # noqa: E402
from forethought.engine import Engine  # noqa: E402
from player import Player  # noqa: E402

LIMIT_MB, LIMIT_MS = 60.0, 50.0


async def main(events: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        clock = Clock()
        engine = Engine(Path(name) / "home", clock=clock)
        player = Player(engine, clock, Path(name))
        started = time.perf_counter()
        await player.play(month.month(events=events))
        print(f"{events:,} raw events played in {time.perf_counter() - started:.0f} s")
        for desk in player.desks:
            print((await desk.ask("status"))["episodes"])
        await engine.close()
        size = sum(file.stat().st_size for file in engine.home.rglob("*") if file.is_file()) / 1e6
        stores = sum(file.stat().st_size for file in engine.home.rglob("episodes.duckdb*")) / 1e6
    hovers = sorted(player.hovers)
    print(f"stores: {stores:.1f} MB of episodes, {size:.1f} MB in all (limit {LIMIT_MB:g} MB)")
    print(f"hover: median {hovers[len(hovers) // 2]:.1f} ms, p99 {player.p99():.1f} ms (limit {LIMIT_MS:g} ms)")
    return int(size > LIMIT_MB or player.p99() > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60_000)))
