"""A newer front end replaces the daemon; an older one is told to restart."""

from __future__ import annotations

import asyncio

import pytest

from daemon.home import greeting, until
from forethought.daemon import rpc, start
from forethought.errors import Unavailable
from forethought.events import Opened


@pytest.fixture
async def old(home, front_end, monkeypatch):
    """A front end of version 1.9.0 and the daemon it started."""
    monkeypatch.setenv("FAKE_VERSION", "1.9.0")
    client = front_end(version="1.9.0")
    client.post(Opened("/a.py", "python", "text"))
    await client.ask("status", {})
    monkeypatch.setenv("FAKE_VERSION", "1.10.0")
    return client


async def test_a_newer_front_end_lets_the_old_daemon_finish_and_starts_its_own(home, front_end, old):
    running = asyncio.create_task(old.ask("history.search", {"text": "wait 0.5"}))
    await until(lambda: home.lines("begun"), "the old daemon works")
    (first,) = home.daemons()
    new = front_end(version="1.10.0")
    assert (await new.ask("status", {}))["pid"] != first.pid
    assert await running == {"text": "wait 0.5"}
    assert home.lines("closed") == [str(first.pid)]
    assert home.lines("cancelled") == []


async def test_an_older_front_end_is_told_to_restart_and_does_not_fight(home, front_end, old):
    new = front_end(version="1.10.0")
    pid = (await new.ask("status", {}))["pid"]
    await until(lambda: "restart the editor" in str(old._problem), "the old front end saw the new daemon")
    with pytest.raises(Unavailable, match=r"runs version 1\.10\.0, this is 1\.9\.0: restart the editor"):
        await old.ask("status", {})
    assert (await new.ask("status", {}))["pid"] == pid
    assert len(home.lines("opened")) == 2


async def test_a_command_that_meets_a_leaving_daemon_goes_to_the_next_one(home, front_end):
    """Also one that writes: the daemon that leaves says that it did nothing."""
    client, other = front_end(), front_end()
    await client.ask("status", {})
    slow = asyncio.create_task(other.ask("history.search", {"text": "wait 0.5"}))
    await until(lambda: home.lines("begun"), "the daemon works")
    (first,) = home.daemons()
    first.terminate()
    notes = [f"note {number}" for number in range(20)]
    for note in notes:
        await client.ask("task.start", {"description": note})
    assert home.lines("records") == notes
    assert await slow
    await until(lambda: len(home.lines("opened")) == 2, "the next daemon is there")


async def test_a_leaving_daemon_finishes_what_runs_and_begins_nothing(home, front_end):
    await front_end().ask("status", {})
    wire = (await start.reach()).wire
    wire.send(rpc.Hello(greeting(session="raw")))
    wire.send(rpc.Command(1, "history.search", {"text": "wait 0.3"}))
    wire.send(rpc.Retire())
    assert await wire.receive() == rpc.Retire()
    wire.send(rpc.Command(2, "task.start", {"description": "too late"}))
    assert await wire.receive() == rpc.Error(2, "unavailable", "the daemon is leaving", begun=False)
    assert await wire.receive() == rpc.Answer(1, {"text": "wait 0.3"})
    assert await wire.receive() is None
    assert home.lines("records") == []
