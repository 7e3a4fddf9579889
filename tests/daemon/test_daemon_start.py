"""A daemon is started when it is needed, once, and leaves when nobody needs it."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import subprocess
import sys
import time

import psutil
import pytest

from daemon.home import FAKE_DAEMON, FRONT_END, TESTS, until, wait_until
from forethought import places
from forethought.daemon import control, start
from forethought.daemon.lock import Lock
from forethought.errors import Unavailable


def test_thirty_front_ends_at_once_start_one_daemon(home):
    crowd = [
        subprocess.Popen(FRONT_END, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": TESTS})
        for _ in range(30)
    ]
    pids = {process.communicate(timeout=60)[0].strip() for process in crowd}
    assert [process.returncode for process in crowd] == [0] * 30
    assert list(pids) == home.lines("opened")
    wait_until(lambda: len(home.lines("left")) == 30, "every front end left its session")


def test_the_daemon_outlives_the_front_end_that_started_it_in_a_session_of_its_own(home):
    front_end = subprocess.run(FRONT_END, check=True, capture_output=True, env=os.environ | {"PYTHONPATH": TESTS})
    pid = int(front_end.stdout)
    assert psutil.pid_exists(pid)
    assert os.getsid(pid) == pid


def test_two_daemons_run_by_hand_end_as_one(home):
    pair = [subprocess.Popen(FAKE_DAEMON, stderr=subprocess.DEVNULL) for _ in range(2)]
    wait_until(lambda: any(process.poll() == 0 for process in pair), "the second one left")
    assert [process.poll() for process in pair].count(None) == 1
    assert len(home.lines("opened")) == 1
    assert control.status()["running"]
    control.stop()
    assert [process.wait(5) for process in pair] == [0, 0]


async def test_a_stale_socket_is_replaced(home, front_end):
    with socket.socket(socket.AF_UNIX) as left_over:
        left_over.bind(str(places.socket_path()))
    assert places.socket_path().is_socket()
    assert (await front_end().ask("status", {}))["pid"] == home.daemons()[0].pid


async def test_a_daemon_that_is_still_starting_is_waited_for_not_doubled(home, front_end):
    """As if the front end that spawned it had been killed: its start lock is free, no socket is there yet."""
    with Lock.take(places.lifetime_lock()):
        client = front_end()
        question = asyncio.create_task(client.ask("status", {}))
        await asyncio.sleep(0.3)
        assert not question.done()
    assert (await question)["sessions"] == ["s1"]
    assert len(home.lines("opened")) == 1


async def test_front_ends_with_different_runtime_folders_find_one_daemon(home, front_end, tmp_path, monkeypatch):
    first = await front_end().ask("status", {})
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    second = await front_end().ask("status", {})
    assert first["pid"] == second["pid"]


async def test_a_relative_data_folder_is_the_same_one_for_the_daemon(home, front_end, monkeypatch):
    monkeypatch.chdir(home.path.parent)
    monkeypatch.setenv("FORETHOUGHT_HOME", "home")
    await front_end().ask("status", {})
    assert len(home.lines("opened")) == 1


async def test_socket_folders_locks_and_log_are_for_their_owner_alone(home, front_end):
    await front_end().ask("status", {})
    modes = {
        path: stat.S_IMODE(path.lstat().st_mode)
        for path in [places.home(), places.runtime(), places.socket_path(), *home.path.iterdir()]
    }
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in modes.items() if not path.is_dir()} == {0o600}


async def test_without_front_ends_the_daemon_leaves_by_itself(home, front_end, monkeypatch):
    monkeypatch.setenv("FORETHOUGHT_IDLE_SECONDS", "0.3")
    client = front_end()
    await client.ask("status", {})
    await asyncio.sleep(0.6)
    assert home.daemons(), "it stays while a front end is connected"
    await client.close()
    await until(lambda: not home.daemons(), "the daemon left")
    # Two, where the machine is so busy that the first one left before it was reached.
    assert home.lines("closed") == home.lines("opened"), "its engine was closed"
    assert not places.socket_path().exists()


async def test_a_daemon_that_cannot_start_is_named_with_its_reason_and_its_log(home, front_end, monkeypatch):
    monkeypatch.setenv("FAKE_PROBLEM", "the disk is made of cheese")
    with pytest.raises(Unavailable, match=r"made of cheese \(see .*daemon\.log\)"):
        await front_end(patience=1).ask("status", {})


async def test_many_front_ends_without_luck_do_not_make_a_storm_of_processes(home, front_end, monkeypatch):
    monkeypatch.setenv("FAKE_PROBLEM", "not today")
    began = time.monotonic()
    crowd = [front_end(patience=1.5) for _ in range(20)]
    answers = await asyncio.gather(*(client.ask("status", {}) for client in crowd), return_exceptions=True)
    assert all(isinstance(answer, Unavailable) for answer in answers)
    assert len(home.lines("attempts")) <= 2 + (time.monotonic() - began)


async def test_a_broken_installation_is_an_error_not_a_hang(home):
    with pytest.raises(Unavailable, match="did not start"):
        await start.connect("1.0", argv=[FAKE_DAEMON[0], "-c", "raise SystemExit(3)"])
    with pytest.raises(Unavailable, match="cannot be started"):
        await start.connect("1.0", argv=["/nowhere/python"])


def test_reaching_the_daemon_loads_none_of_the_engines_libraries():
    code = "import sys, forethought.daemon.client; print(*sys.modules, sep='\\n')"
    loaded = subprocess.run([sys.executable, "-I", "-c", code], check=True, capture_output=True, text=True)
    heavy = {"duckdb", "pygls", "lsprotocol", "tree_sitter", "watchfiles", "forethought.engine"}
    assert "forethought.daemon.client" in loaded.stdout.split()
    assert heavy.isdisjoint(loaded.stdout.split())


def test_start_status_and_stop_tell_what_they_found(home):
    assert control.status()["running"] is False
    assert control.stop() == {"stopped": False, "clients": 0}
    started = control.start(FAKE_DAEMON)
    assert started["running"]
    assert started["pid"] == home.daemons()[0].pid
    assert started["clients"] == 0
    assert started["home"] == str(home.path)
    assert control.start(FAKE_DAEMON)["pid"] == started["pid"]
    assert control.stop() == {"stopped": True, "clients": 0}
    assert control.status()["running"] is False


async def test_sigterm_finishes_short_commands_and_ends_within_a_second(home, front_end):
    client = front_end()
    short = asyncio.create_task(client.ask("history.search", {"text": "wait 0.2"}))
    long = asyncio.create_task(client.ask("history.search", {"text": "wait 60"}))
    await until(lambda: len(home.lines("begun")) == 2, "both began")
    (daemon,) = home.daemons()
    began = time.monotonic()
    daemon.terminate()
    await until(lambda: daemon not in home.daemons(), "the daemon ended")
    assert time.monotonic() - began < 1.2
    assert home.lines("closed") == [str(daemon.pid)]
    assert await short == {"text": "wait 0.2"}
    with pytest.raises(Unavailable, match="cancelled"):
        await long
