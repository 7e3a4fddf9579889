"""Run by a test: records edits as fast as it can and prints each number once it is acknowledged; killed from outside.

python kill_writer.py <store> <first number>
"""

from __future__ import annotations

import sys
from collections import deque
from concurrent.futures import Future
from datetime import datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "server"))

from forethought.episodes.records import Interaction
from forethought.store.duck import Store
from forethought.store.episodes import count_new
from forethought.store.tables import insert


def edit(number: int) -> Interaction:
    return Interaction(
        time=datetime(2026, 11, 18) + timedelta(seconds=20 * number),
        session="s",
        task=f"task {number // 200 % 3}",
        branch="main",
        path=f"{number * 7 % 5}.py",
        operation="edit",
        symbols=[f"f{number % 3}"],
        summary=f"changed `f{number % 3}`",
        event=number,
    )


def main(path: str, number: int) -> None:
    store = Store.open(Path(path), count_new)
    waiting: deque[tuple[int, Future[list[int]]]] = deque()
    while True:
        row = edit(number)
        waiting.append(
            (number, store.write(lambda connection, row=row: insert(connection, "file_interactions", [row])))
        )
        number += 1
        while waiting and (waiting[0][1].done() or len(waiting) > 3):
            acknowledged, future = waiting.popleft()
            future.result(30)
            print(acknowledged, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
