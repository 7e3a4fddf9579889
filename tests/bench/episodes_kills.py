"""Kill a writing process fifty times: nothing acknowledged is lost, nothing is counted twice.

python tests/bench/episodes_kills.py [kills]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent.parent.parent / "server")]

from episodes.kills import kill_and_check  # noqa: E402 - found by the path above

if __name__ == "__main__":
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with tempfile.TemporaryDirectory() as folder:
        acknowledged = asyncio.run(kill_and_check(Path(folder), kills, seed=2))
    print(f"{kills} kills: all {acknowledged:,} acknowledged records are there once, the counts equal the rows")
