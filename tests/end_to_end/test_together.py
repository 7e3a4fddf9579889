"""Many front ends, one daemon: nothing is locked, nothing is lost, nobody is left behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from end_to_end.conftest import Installed
from lsp.fake_editor import Editor, LspError
from repo import shop


async def test_two_windows_and_a_shell_work_on_one_project(with_daemon: Installed, repository: Path) -> None:
    """What one records, the others answer at once."""
    async with with_daemon.editor(repository) as one, with_daemon.editor(repository) as two:
        for number in range(20):
            writer, reader = (one, two) if number % 2 else (two, one)
            await writer.command("tool.record", tool=f"tool-{number}")
            tools = {row["tool"] for row in (await reader.command("history.tools"))["tools"]}
            assert f"tool-{number}" in tools
        assert "tool-19" in with_daemon.shell(repository, "history", "tools").stdout
        path = repository / "shop" / "login.py"
        one.open(path, path.read_text())
        one.save(path)
        assert (await one.command("history.file", file=str(path)))["interactions"]
        assert len((await two.command("history.file", file=str(path)))["interactions"]) == 2
    assert len(with_daemon.daemons()) == 1


async def test_two_projects_see_nothing_of_each_other(with_daemon: Installed, tmp_path: Path) -> None:
    first = tmp_path / "first"
    second = tmp_path / "second"
    shop(first)
    second.mkdir()
    async with with_daemon.editor(first) as one, with_daemon.editor(second) as two:
        await one.command("tool.record", tool="secret-plan", files=[{"path": "shop/cart.py", "operation": "read"}])
        assert "secret-plan" not in str(await two.command("history.tools"))
        assert (await two.command("history.search", text="cart"))["interactions"] == []


@pytest.mark.heavy
async def test_thirty_front_ends_at_once_start_one_daemon(with_daemon: Installed, repository: Path) -> None:
    env = {**os.environ, **with_daemon.env}
    argv = [sys.executable, "-I", "-m", "forethought", "status", "--json"]
    running = [
        await asyncio.create_subprocess_exec(*argv, cwd=repository, env=env, stdout=subprocess.PIPE) for _ in range(30)
    ]
    assert [await process.wait() for process in running] == [0] * 30
    assert len(with_daemon.daemons()) == 1


@pytest.mark.heavy
async def test_a_daemon_killed_at_random_loses_nothing_acknowledged(with_daemon: Installed, repository: Path) -> None:
    """Twenty times kill −9 under load: hovers stay in time, and every acknowledged record is there, once."""
    path = repository / "shop" / "login.py"
    chance = random.Random(7)
    acknowledged: list[str] = []
    slowest, longest_away = 0.0, 0.0
    async with with_daemon.editor(repository) as editor:
        editor.open(path, path.read_text())
        await editor.command("status")
        working = asyncio.create_task(_record_on_and_on(editor, acknowledged))
        for _ in range(20):
            await asyncio.sleep(chance.uniform(0.05, 0.3))
            for daemon in with_daemon.daemons():
                daemon.kill()
            killed = time.monotonic()
            started = time.perf_counter()
            await editor.hover(path, 3)
            slowest = max(slowest, time.perf_counter() - started)
            before = len(acknowledged)
            async with asyncio.timeout(20):
                while len(acknowledged) == before:
                    await asyncio.sleep(0.005)
            longest_away = max(longest_away, time.monotonic() - killed)
        working.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await working
        answer = await editor.command("history.search", text="record-", limit=1000)
        there = [row["why"] for row in answer["interactions"]]
    print(f"{len(acknowledged)} acknowledged; slowest hover {slowest * 1000:.0f} ms; away {longest_away:.2f} s")
    assert len(there) == len(set(there))
    assert set(acknowledged) <= set(there)
    assert slowest < 1.0
    assert longest_away < 10


async def _record_on_and_on(editor: Editor, acknowledged: list[str]) -> None:
    number = 0
    while True:
        number += 1
        why = f"record-{number}"
        files = [{"path": "shop/cart.py", "operation": "read", "why": why}]
        with contextlib.suppress(LspError):  # the one that was under way when the daemon died
            await editor.command("tool.record", tool="tool", files=files)
            acknowledged.append(why)


async def test_a_front_end_is_gone_soon_after_its_editor(
    with_daemon: Installed, repository: Path, tmp_path: Path
) -> None:
    """The editor here is a process that starts the server and is then killed with −9; its pipes stay open."""
    script = tmp_path / "editor.py"
    script.write_text(
        "import json, os, subprocess, sys, time\n"
        "server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)\n"
        "body = json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': 'initialize', 'params': {'processId': os.getpid(),\n"
        "    'rootUri': None, 'capabilities': {}}}).encode()\n"
        "server.stdin.write(b'Content-Length: %d\\r\\n\\r\\n' % len(body) + body)\n"
        "server.stdout.read(20)\n"
        "holder = subprocess.Popen(['sleep', '30'], stdin=server.stdout, pass_fds=[server.stdin.fileno()])\n"
        "print(server.pid, holder.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    server = [sys.executable, "-I", "-m", "forethought", "lsp"]
    editor = subprocess.Popen(
        [sys.executable, str(script), *server], env={**os.environ, **with_daemon.env}, stdout=subprocess.PIPE, text=True
    )
    assert editor.stdout is not None
    server_pid, holder_pid = map(int, editor.stdout.readline().split())
    front_end = psutil.Process(server_pid)
    editor.send_signal(signal.SIGKILL)
    editor.wait()
    try:
        async with asyncio.timeout(5):
            while not _gone(front_end):
                await asyncio.sleep(0.02)
    finally:
        psutil.Process(holder_pid).kill()


def _gone(process: psutil.Process) -> bool:
    """Ended; whoever adopted it may not have asked for its exit code yet."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
