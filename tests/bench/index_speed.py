"""How fast the facts of a folder are there: first index, restart, one edit; beside ctags, and peers if named.

    python tests/bench/index_speed.py FOLDER [--peer "codegraph init {folder}"] …

Each runs alone, in its own processes, one after the other on the same copy of the folder. CPU is that of all
processes of a run; RSS is summed over them every 20 ms. The index reads and follows files; what resolving
edges adds is not in these figures. Exit code 1 when a limit is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import psutil

EDITS = 200
LINES = 5000  # of the file that is edited
MB = 1 << 20


class Cost(NamedTuple):
    wall: float
    cpu: float
    peak: float  # MB, of all processes together
    out: str


def measured(argv: list[str], folder: Path) -> Cost:
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    process = subprocess.Popen(argv, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    peaks: list[float] = [0.0]
    sampling = threading.Thread(target=_sample, args=(process.pid, peaks))
    sampling.start()
    out = process.communicate()[0]
    wall = time.perf_counter() - began
    sampling.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if process.returncode:
        raise SystemExit(f"{argv[0]} failed with {process.returncode}: {out[-500:]}")
    return Cost(wall, cpu, max(peaks), out)


def _sample(pid: int, peaks: list[float]) -> None:
    try:
        top = psutil.Process(pid)
        while top.is_running() and top.status() != psutil.STATUS_ZOMBIE:
            total = 0
            for each in [top, *top.children(recursive=True)]:
                try:
                    total += each.memory_info().rss
                except psutil.NoSuchProcess:
                    continue
            peaks.append(total / MB)
            time.sleep(0.02)
    except psutil.NoSuchProcess:
        pass


async def index(folder: Path, data: Path, edits: int) -> dict[str, Any]:
    """Run in a process of its own: index the folder, then type in one of its large Python files."""
    began = time.perf_counter()
    from forethought.code.cache import Cache
    from forethought.code.ignore import Ignore
    from forethought.code.index import Batch, Index

    async def changed(_: Batch) -> None: ...

    late: list[float] = []

    async def tick() -> None:
        while True:
            due = time.perf_counter() + 0.002
            await asyncio.sleep(0.002)
            late.append(1000 * (time.perf_counter() - due))

    cache, parsing = Cache(data), ThreadPoolExecutor(1)
    work = Index(folder, Ignore(folder), cache, changed, parsing)
    ticking = asyncio.create_task(tick())
    work.start()
    while not work.complete:
        await asyncio.sleep(0.002)
    ready = time.perf_counter() - began
    ticking.cancel()
    late.sort()
    figures: dict[str, Any] = {
        "ready": ready,
        "files": len(work.paths()),
        "rss": psutil.Process().memory_info().rss / MB,
        "late_p99": late[len(late) * 99 // 100],
        "late_max": late[-1],
    }
    if edits:
        figures |= await _typing(work, folder, edits)
    await work.stop()
    cache.close()
    return figures


async def _typing(work: Any, folder: Path, edits: int) -> dict[str, Any]:
    files = [path for path in work.paths() if path.endswith(".py")]
    path = min(files, key=lambda path: abs(LINES - (folder / path).read_bytes().count(b"\n")))
    lines = (folder / path).read_text().split("\n")
    work.typed(path, "\n".join(lines))
    await work.settled()
    figures: dict[str, Any] = {"lines": len(lines)}
    for name, addition in (("edit", "  # x"), ("break", " x(")):
        times = []
        for number in range(edits):
            at, line = number * len(lines) // edits, lines[number * len(lines) // edits]
            for each in (line + addition, line):
                lines[at] = each
                times.append(await _typed(work, path, lines))
        times.sort()
        figures |= {f"{name}_p50": times[edits], f"{name}_p95": times[edits * 190 // 100]}
    return figures


async def _typed(work: Any, path: str, lines: list[str]) -> float:
    text = "\n".join(lines)
    began = time.perf_counter()
    work.typed(path, text)
    await work.settled()
    return 1000 * (time.perf_counter() - began)


def own(folder: Path, data: Path, edits: int = 0) -> tuple[Cost, dict[str, Any]]:
    cost = measured([sys.executable, __file__, str(folder), "--data", str(data), "--edits", str(edits)], folder)
    return cost, json.loads(cost.out)


def row(name: str, cost: Cost, note: str = "") -> None:
    print(f"{name:22} {cost.wall:7.2f} s wall {cost.cpu:7.2f} s CPU {cost.peak:7.0f} MB peak   {note}", flush=True)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--peer", action="append", default=[], help="a command; {folder} is the folder")
    arguments.add_argument("--data", type=Path, help=argparse.SUPPRESS)
    arguments.add_argument("--edits", type=int, default=0, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.data:
        print(json.dumps(asyncio.run(index(given.folder, given.data, given.edits))))
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / given.folder.name
        shutil.copytree(given.folder, folder, symlinks=True)
        return compare(folder, Path(temporary) / "data", given.peer)


def compare(folder: Path, data: Path, peers: list[str]) -> int:
    limits: list[tuple[str, float, float]] = []
    first, said = own(folder, data)
    row("first index", first, f"{said['files']} files, ready {said['ready']:.2f} s, {said['rss']:.0f} MB after")
    print(f"{'':22} the loop was late by {said['late_p99']:.0f} ms (p99), {said['late_max']:.0f} ms at most")
    time.sleep(2.1)  # files younger than that are read again
    own(folder, data)
    again, restarted = own(folder, data)
    row("restart", again, f"ready {restarted['ready']:.2f} s, {restarted['rss']:.0f} MB after")
    _, typing = own(folder, data, EDITS)
    for name, what in (("edit", "one edit"), ("break", "one that breaks the syntax")):
        p50, p95 = typing[f"{name}_p50"], typing[f"{name}_p95"]
        print(f"{what} in {typing['lines']} lines: p50 {p50:.1f} ms, p95 {p95:.1f} ms")
    limits += [
        ("peak RSS of all processes, MB", first.peak, 600),
        ("RSS after, MB", said["rss"], 300),
        ("restart, s", restarted["ready"], 2),
        ("one edit p50, ms", typing["edit_p50"], 5),
        ("one edit p95, ms", typing["edit_p95"], 15),
    ]
    if ctags := shutil.which("ctags"):
        theirs = measured([ctags, "-R", "-f", os.devnull, "."], folder)
        row("universal-ctags", theirs, f"the index needs {first.cpu / theirs.cpu:.1f} × its CPU")
        limits.append(("CPU, as a multiple of ctags", first.cpu / theirs.cpu, 20))
    for peer in peers:
        theirs = measured([word.format(folder=folder) for word in shlex.split(peer)], folder)
        row(Path(shlex.split(peer)[0]).name, theirs, f"{theirs.wall / first.wall:.1f} × our time")
        limits.append((f"time, as a part of {peer.split()[0]}'s", first.wall / theirs.wall, 0.5))
    missed = [f"{name}: {value:.2f}, allowed {most:g}" for name, value, most in limits if value > most]
    print("\n".join(missed) or "every limit holds")
    return bool(missed)


if __name__ == "__main__":
    raise SystemExit(main())
