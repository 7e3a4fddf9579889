"""What one front end does wrong costs that front end its connection, and nobody anything else."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time

import pytest

from daemon.home import greeting, until
from forethought import places
from forethought.daemon import rpc, start, transport
from forethought.daemon.lock import Lock
from forethought.errors import Unavailable
from forethought.events import Focused, Opened


@pytest.fixture
async def neighbour(front_end):
    client = front_end()
    await client.ask("status", {})
    return client


def frame(value: object) -> bytes:
    body = json.dumps(value).encode()
    return len(body).to_bytes(4, "big") + body


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "bytes; 67108864 are allowed"),
        ((rpc.MAX_FRAME + 1).to_bytes(4, "big"), "bytes; 67108864 are allowed"),
        ((4).to_bytes(4, "big") + b"\xff\xfe{}", "not a message"),
        (frame([1, 2]), "not a message"),
        (frame({"type": "unheard"}), "not a message"),
        (frame({"type": "command", "id": "1", "name": "status", "params": {}}), "not a message"),
        (frame({"type": "command", "id": 1, "name": "status", "params": {}}), "out of place"),
        (frame({"type": "answer", "id": 1, "result": {}}), "out of place"),
        ((100_000).to_bytes(4, "big") + b"[" * 100_000, "not a message"),
    ],
)
async def test_whoever_talks_nonsense_is_told_and_dismissed(neighbour, sent, said):
    reader, writer = await asyncio.open_unix_connection(str(places.socket_path()))
    writer.write(sent)
    heard = await reader.read()
    assert said in heard.decode(errors="replace")
    writer.close()
    assert await neighbour.ask("history.search", {"text": "well"}) == {"text": "well"}


async def test_a_version_that_lies_its_way_in_is_dismissed(neighbour):
    reached = await start.reach()
    reached.wire.send(rpc.Hello(greeting(session="x", version="0.0.0")))
    refusal = await reached.wire.receive()
    assert "0.0.0 cannot join" in refusal.message
    assert await reached.wire.receive() is None


async def test_a_reader_who_does_not_read_neither_blocks_nor_fills_the_daemon(home, neighbour):
    reached = await start.reach()
    reached.wire.send(rpc.Hello(greeting(session="deaf")))
    await neighbour.ask("status", {})
    before = home.daemons()[0].memory_info().rss
    # 40 MB of notices that nobody takes: beyond the limit the daemon hangs up.
    for id in range(40):
        reached.wire.send(rpc.Command(id, "history.search", {"text": "notices 1000"}))
    worst = 0.0
    while "deaf" not in home.lines("left"):
        began = time.monotonic()
        await neighbour.ask("status", {})
        worst = max(worst, time.monotonic() - began)
    assert worst < 1
    assert home.daemons()[0].memory_info().rss - before < 3 * rpc.MAX_BACKLOG
    reached.wire.abort()


async def test_a_flood_of_events_does_not_hold_the_others_up(front_end, neighbour):
    flood = front_end()
    await flood.ask("status", {})
    for _ in range(500):  # the fake engine takes 2 ms for each: one second of work in one message
        flood.post(Focused("/slow.py"))
    drowned = asyncio.create_task(flood.ask("status", {}))
    waits = []
    while not drowned.done():
        began = time.monotonic()
        await neighbour.ask("history.search", {"text": "quick"})
        waits.append(time.monotonic() - began)
    assert (await drowned)["seen"].count("Focused") == 500
    assert max(waits) < 0.5


async def test_a_document_too_large_to_send_is_closed_for_the_engine(front_end):
    client = front_end()
    await client.ask("status", {})
    client.post(Opened("/large.py", "python", "small"))
    client.post(Opened("/large.py", "python", "é" * 12_000_000))  # 72 MB once escaped
    client.post(Opened("/other.py", "python", "other"))
    assert await client.ask("history.file", {"file": "/large.py"}) == {"text": None}
    assert await client.ask("history.file", {"file": "/other.py"}) == {"text": "other"}


async def test_a_session_that_comes_back_replaces_its_old_connection(home, front_end, neighbour):
    first, second = await start.reach(), await start.reach()
    first.wire.send(rpc.Hello(greeting(session="same")))
    first.wire.send(rpc.Command(1, "history.search", {"text": "wait 60"}))
    await until(lambda: home.lines("begun"), "the first connection works")
    second.wire.send(rpc.Hello(greeting(session="same")))
    second.wire.send(rpc.Command(1, "history.search", {"text": "here"}))
    assert await second.wire.receive() == rpc.Answer(1, {"text": "here"})
    await until(lambda: home.lines("cancelled"), "the first one's command was cancelled")
    assert "cancelled" in (await first.wire.receive()).message
    assert await first.wire.receive() is None
    assert "same" in (await neighbour.ask("status", {}))["sessions"]
    second.wire.abort()


def test_the_kernel_says_who_is_at_the_other_end():
    ours, theirs = socket.socketpair(socket.AF_UNIX)
    with ours, theirs:
        assert transport.peer_uid(ours) == os.geteuid()


async def test_a_daemon_of_another_user_is_not_trusted(neighbour, monkeypatch):
    monkeypatch.setattr(transport, "peer_uid", lambda sock: os.geteuid() + 1)
    with pytest.raises(Unavailable, match="served by another user"):
        await start.reach()


async def test_another_user_is_not_served(home, monkeypatch):
    served = []

    async def serve(wire: rpc.Wire) -> None:
        served.append(wire)

    with Lock.take(places.lifetime_lock()) as lock:
        server = await transport.listen(lock, serve)
        monkeypatch.setattr(transport, "peer_uid", lambda sock: os.geteuid() + 1)
        reader, writer = await asyncio.open_unix_connection(str(places.socket_path()))
        assert await reader.read() == b""
        writer.close()
        transport.stop_listening(server)
    assert served == []
