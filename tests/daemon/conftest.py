"""A data folder of its own for every test, front ends of a fake daemon, and no process left behind."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from daemon.home import FAKE_DAEMON, Home, greeting, wait_until
from forethought.daemon import start
from forethought.daemon.client import Client


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    runtime = tempfile.mkdtemp(prefix="ft-")  # tmp_path is too long for a socket
    monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
    monkeypatch.setenv("FORETHOUGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("FORETHOUGHT_IDLE_SECONDS", "60")
    (tmp_path / "home").mkdir(mode=0o700)
    found = Home(tmp_path / "home")
    yield found
    end_daemons(found)
    shutil.rmtree(runtime)


def end_daemons(home: Home) -> None:
    """Also one that a front end had just spawned when it was closed."""
    for process in home.daemons():
        with contextlib.suppress(psutil.NoSuchProcess):
            process.terminate()
    wait_until(lambda: not home.daemons(), "every daemon left after SIGTERM")


@pytest.fixture
async def front_end(home: Home) -> AsyncIterator[Callable[..., Client]]:
    """Makes clients of the fake daemon; they are closed when the test ends."""
    made: list[Client] = []
    numbers = itertools.count(1)

    def make(notice: Any = lambda name, data: None, **fields: Any) -> Client:
        patience = fields.pop("patience", 10.0)
        client = Client(
            greeting(session=f"s{next(numbers)}", **fields),
            notice,
            connect=partial(start.connect, argv=FAKE_DAEMON),
            patience=patience,
        )
        made.append(client)
        return client

    yield make
    await asyncio.gather(*(client.close() for client in made))
