"""What the tests of the daemon share: the data folder seen from outside, greetings, waiting for a state."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

import forethought
from forethought.link import Hello

TESTS = str(Path(__file__).parents[1])
FRONT_END = [sys.executable, str(Path(__file__).with_name("front_end.py"))]
FAKE_DAEMON = [sys.executable, str(Path(__file__).with_name("fake_engine.py"))]


class Home:
    """The data folder as a test sees it: what the fake engine wrote there."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lines(self, name: str) -> list[str]:
        with contextlib.suppress(FileNotFoundError):
            return [json.loads(line) for line in (self.path / name).read_text().splitlines()]
        return []

    def daemons(self) -> list[psutil.Process]:
        """The fake daemons of this folder that live, also those that do not serve yet."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                ours = FAKE_DAEMON[1] in process.cmdline()
                if ours and process.environ().get("FORETHOUGHT_HOME") == str(self.path):
                    found.append(process)
        return found

    def kill_daemon(self) -> int:
        (process,) = self.daemons()
        process.kill()
        return process.pid


def greeting(**fields: Any) -> Hello:
    return Hello(**({"version": forethought.__version__, "client": "test", "pid": os.getpid()} | fields))


def wait_until(condition: Callable[[], Any], what: str, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        time.sleep(0.01)


async def until(condition: Callable[[], Any], what: str, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        await asyncio.sleep(0.005)
