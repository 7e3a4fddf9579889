"""Framing: whatever the bytes, the stream is found again and each broken message is answered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forethought.lsp.messages import Notification, Refusal, Request, Response
from forethought.lsp.wire import BODY_LIMIT, Frames, encode
from lsp.fake_editor import LspError

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def framed(body: bytes, header: bytes = b"Content-Length: %d\r\n\r\n") -> bytes:
    return header % len(body) + body


@given(st.lists(json_values, max_size=5), st.lists(st.integers(1, 40), min_size=1))
def test_messages_survive_the_wire_however_it_is_cut(values: list[Any], sizes: list[int]):
    stream = b"".join(encode({"jsonrpc": "2.0", "method": "x", "params": value}) for value in values)
    frames, seen, at, turn = Frames(), [], 0, 0
    while at < len(stream):
        size = sizes[turn % len(sizes)]
        seen += list(frames.feed(stream[at : at + size]))
        at, turn = at + size, turn + 1
    assert seen == [Notification("x", value) for value in values]


@given(st.lists(st.binary(max_size=60), max_size=20))
def test_no_garbage_makes_the_reader_fail(chunks: list[bytes]):
    frames = Frames()
    for chunk in chunks:
        for message in frames.feed(chunk):
            assert isinstance(message, Request | Notification | Response | Refusal)


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: %d\r\n\r\n",
        b"CONTENT-LENGTH:%d\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
        b"Content-Length: %d\r\nContent-Type: x\r\n\r\n",
        b"garbage without meaning\nContent-Length: %d\r\n\r\n",
    ],
)
def test_headers_are_read_in_any_case_and_order(header: bytes):
    assert list(Frames().feed(framed(json.dumps(PING).encode(), header))) == [Request(1, "ping", None)]


@pytest.mark.parametrize(
    "noise",
    [
        b"Content-Length: -5\r\n\r\n",
        b"Content-Length: many\r\n\r\n{}",
        b"Content-Length: " + b"9" * 30 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"x" * 100_000,
        framed(b"{"),
        framed(b'{"a": NaN}'),
        framed(b"\xff\xfe"),
        framed(b"[" * 100_000),
        framed(b"1" * 5_000),
        framed(b""),
    ],
)
def test_noise_is_answered_and_the_next_message_read(noise: bytes):
    frames = Frames()
    *refusals, last = [*frames.feed(noise), *frames.feed(encode(PING))]
    assert last == Request(1, "ping", None)
    assert refusals and all(isinstance(one, Refusal) and one.id is None for one in refusals)
    assert {one.code for one in refusals} == {-32700}


@pytest.mark.parametrize(
    ("message", "id", "code"),
    [
        ([PING], None, -32600),
        (5, None, -32600),
        (None, None, -32600),
        ({"id": 3, "method": "x"}, 3, -32600),
        ({"jsonrpc": "2.0", "id": 3, "method": 5}, 3, -32600),
        ({"jsonrpc": "2.0", "id": 3}, 3, -32600),
        ({"jsonrpc": "2.0", "id": None, "method": "x"}, None, -32600),
        ({"jsonrpc": "2.0", "id": True, "method": "x"}, None, -32600),
        ({"jsonrpc": "2.0", "id": 1.5, "method": "x"}, None, -32600),
        ({"jsonrpc": "2.0", "id": {}, "method": "x"}, None, -32600),
    ],
)
def test_what_is_no_message_is_refused_with_its_id_where_it_has_one(message: Any, id: Any, code: int):
    (refusal,) = Frames().feed(encode(message))
    assert isinstance(refusal, Refusal)
    assert (refusal.id, refusal.code) == (id, code)


@pytest.mark.parametrize(
    ("head", "id", "method"),
    [
        (b'{"jsonrpc":"2.0","id":7,"method":"x","params":"', 7, "x"),
        (b'{"jsonrpc":"2.0","method":"x","id":"seven","params":"', "seven", "x"),
        (b'{"jsonrpc":"2.0","method":"y","params":{"id":7,"method":"z","t":"', None, "y"),
    ],
)
def test_a_body_over_the_limit_is_answered_and_not_kept(head: bytes, id: Any, method: str):
    frames, size = Frames(), BODY_LIMIT + 1
    seen = list(frames.feed(b"Content-Length: %d\r\n\r\n" % size + head))
    chunk, left = b"x" * 2**20, size - len(head)
    while left:
        piece = chunk[:left]
        seen += list(frames.feed(piece))
        assert len(frames._buffer) <= len(chunk) + 2048
        left -= len(piece)
    seen += list(frames.feed(encode(PING)))
    refusal, last = seen
    assert (refusal.id, refusal.unread, refusal.code) == (id, method, -32600)
    assert str(size) in refusal.why and last == Request(1, "ping", None)


async def test_a_server_answers_each_broken_message_and_serves_on(editor_with: Any):
    async with editor_with() as editor:
        for noise, code in [(framed(b"{nope"), -32700), (b"no header\r\n\r\n", -32700), (framed(b"[]"), -32600)]:
            answer = editor.expect(None)
            editor.send_raw(noise)
            with pytest.raises(LspError) as caught:
                await answer
            assert caught.value.code == code
        body = json.dumps({"jsonrpc": "2.0", "id": "low", "method": "shutdown-not"}).encode()
        answer = editor.expect("low")
        editor.send_raw(framed(body, b"content-length: %d\r\n\r\n"))
        with pytest.raises(LspError):
            await answer
        assert await editor.command("task.list")


async def test_a_request_of_64_megabytes_is_read_and_a_larger_one_refused(editor_with: Any):
    async with editor_with() as editor:
        text = "x" * (BODY_LIMIT - 300)
        given = {"command": "forethought.tool.record", "arguments": [{"tool": "t", "parameters": {"text": text}}]}
        answer = await editor.request("workspace/executeCommand", given)
        assert len(answer["params"]["parameters"]["text"]) == len(text)
        given["arguments"][0]["parameters"]["text"] = "x" * BODY_LIMIT  # type: ignore[index]
        with pytest.raises(LspError, match="over the limit"):
            await editor.request("workspace/executeCommand", given)
        assert await editor.command("task.list")
