"""How a front end starts and ends: quickly, with the right code, and never alone."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from forethought.lsp import handshake, params
from forethought.lsp.features import register
from forethought.lsp.protocol import Server
from forethought.lsp.session import Session


async def test_exit_after_shutdown_is_0_and_without_it_1(editor_with: Any):
    async with editor_with() as editor:
        await editor.leave(code=0)
    editor = editor_with()
    async with editor:
        editor.notify("exit")
        assert await editor.wait() == 1
    editor = editor_with()
    await editor.spawn()
    editor.notify("exit")
    assert await editor.wait() == 1


@pytest.mark.parametrize("greeted", [True, False])
async def test_the_end_of_stdin_is_a_clean_end(editor_with: Any, greeted: bool):
    editor = editor_with()
    await editor.spawn()
    if greeted:
        await editor.initialize()
        await editor.command("status")
    editor.process.stdin.close()
    assert await editor.wait() == 0
    assert ("link closed" in await editor.stderr()) == greeted


def test_a_stdin_that_cannot_be_watched_is_read_to_its_end(tmp_path: Path):
    def run(stdin: Any) -> subprocess.CompletedProcess[bytes]:
        server = Path(__file__).with_name("scripted_server.py")
        env = {**os.environ, "PYTHONPATH": str(server.parents[2] / "server")}
        return subprocess.run([sys.executable, str(server)], stdin=stdin, capture_output=True, env=env, timeout=20)

    assert run(subprocess.DEVNULL).returncode == 0
    said = tmp_path / "said"
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}'
    rest = b'{"jsonrpc":"2.0","id":2,"method":"shutdown"}'
    said.write_bytes(b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(part), part) for part in (body, rest)))
    with said.open("rb") as file:
        done = run(file)
    assert (done.returncode, done.stdout.count(b"Content-Length")) == (0, 2)


async def test_the_end_does_not_wait_for_a_link_that_clings(editor_with: Any):
    async with editor_with("clinging") as editor:
        await editor.command("status")
        began = time.perf_counter()
        await editor.leave()
        assert time.perf_counter() - began < 4  # 1 s on an idle machine
        assert "link let go" in await editor.stderr()  # the process was not just cut off


async def test_nothing_but_the_protocol_reaches_stdout(editor_with: Any):
    async with editor_with() as editor:
        waiting = editor.ask("workspace/executeCommand", {"command": "forethought.task.list"})
        await editor.command("history.search", text="print")
        await waiting
        await editor.leave()
        told = await editor.stderr()
        assert "this must not reach the editor" in told and "from C" in told and "nor a child" in told


async def test_initialize_is_answered_at_once_although_no_link_ever_comes(editor_with: Any):
    """Tried a few times, for the machine may be busy with other tests."""
    for _ in range(5):
        editor = editor_with("never")
        began = time.perf_counter()
        async with editor:
            seconds = time.perf_counter() - began
        if seconds < 0.3:
            return
    pytest.fail(f"initialize took {1000 * seconds:.0f} ms, five times in a row over 300")


def test_the_handshake_imports_nothing_heavy():
    code = (
        "import sys, forethought.lsp.run as r; "
        "print([m for m in ('pygls', 'lsprotocol', 'asyncio', 'cattrs', 'duckdb') if m in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(handshake.__file__).parents[2])}
    assert subprocess.check_output([sys.executable, "-c", code], env=env, text=True).strip() == "[]"


class Nobody:
    """A link to no engine."""

    def post(self, event: Any) -> None: ...

    async def ask(self, command: str, given: dict[str, Any]) -> dict[str, Any]:
        return {}

    async def close(self) -> None: ...


async def test_the_written_capabilities_are_those_pygls_builds_from_the_registered_features():
    server = Server()
    server.protocol.send = lambda data: None
    register(server, Session(server, params.Initialize(), lambda hello, notice: Nobody()))
    from lsprotocol import types
    from pygls.capabilities import ServerCapabilitiesBuilder

    fm = server.protocol.fm
    built = ServerCapabilitiesBuilder(
        types.ClientCapabilities(),
        set(fm.features),
        fm.feature_options,
        list(fm.commands),
        types.TextDocumentSyncKind.Incremental,
    ).build()
    told = server.protocol._converter.unstructure(built)
    assert told["workspace"].pop("fileOperations", {}) == {}
    assert told == handshake.CAPABILITIES


async def test_the_greeting_tells_the_engine_who_connects(editor_with: Any, tmp_path: Path):
    async with editor_with(name="vim", options={"trusted": False, "lens": "file"}) as editor:
        hello = (await editor.command("status"))["hello"]
        assert (hello["client"], hello["roots"], hello["trusted"]) == ("vim", [os.path.realpath(tmp_path)], False)
        assert hello["settings"]["lens"] == "file" and len(hello["session"]) == 32


async def test_a_front_end_whose_editor_was_killed_is_gone_in_5_seconds(editor_with: Any):
    """The pipes stay open here, as when another child of the editor holds them: only the pid tells."""
    parent = await asyncio.create_subprocess_exec("sleep", "600")
    editor = editor_with(process_id=parent.pid)
    await editor.spawn()
    await editor.initialize()
    await editor.command("status")
    began = time.perf_counter()
    parent.kill()
    await parent.wait()
    await editor.wait()
    assert time.perf_counter() - began < 5
    assert not psutil.pid_exists(editor.process.pid)


async def test_a_parent_that_cannot_be_seen_is_not_watched(editor_with: Any):
    for pid in (2**22 + 5, -1, 0, 2**70):
        async with editor_with(process_id=pid) as editor:
            assert await editor.command("task.list")


async def test_an_editor_that_does_not_read_blocks_nobody(editor_with: Any, file: Path):
    """Answers pile up beyond what the pipe holds, edits are still taken, then all of it arrives in order."""
    async with editor_with() as editor:
        editor._reading.cancel()
        editor.open(file, "")
        answers = [editor.ask("workspace/executeCommand", {"command": "forethought.status"}) for _ in range(2000)]
        for _ in range(50):
            editor.insert(file, 0, 0, "x")
        await editor.drain()
        await asyncio.sleep(0)
        editor._reading = asyncio.create_task(editor._read())
        assert len(await asyncio.gather(*answers)) == 2000
        for answer in answers:
            answer.result()
        documents = (await editor.command("history.search", text="documents"))["documents"]
        assert documents[str(file)] == "x" * 50
