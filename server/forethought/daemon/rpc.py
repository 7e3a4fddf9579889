"""What crosses the socket: four bytes of length, then one message as JSON.

The daemon speaks first (Welcome: its version), so that anyone can see whom they reached before they
join. Versions must be equal to join; Welcome and Retire are understood across versions.

    Welcome               Hello → Events…, Command → Answer | Error, Cancel → Error
    Notice (unasked)      Retire: to the daemon "finish and leave", from the daemon "I am leaving"
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from forethought import link
from forethought.events import Event

MAX_FRAME = 64 * 1024 * 1024
# What may wait for a reader who does not read. One large message may pass when nothing waits.
MAX_BACKLOG = 16 * 1024 * 1024
READ_AHEAD = 1024 * 1024


class Malformed(ValueError):
    """The peer does not speak our protocol; the connection is of no further use."""


class TooLarge(ValueError):
    """A message over MAX_FRAME; nothing was sent."""


class _Message(msgspec.Struct, tag_field="type", tag=str.lower):
    pass


class Welcome(_Message):
    version: str
    pid: int
    clients: int
    uptime: float


class Hello(_Message):
    who: link.Hello


class Events(_Message):
    """Numbered on from `first`; 0: documents that are open already, told only to be known."""

    first: int
    events: tuple[Event, ...]


class Command(_Message):
    id: int
    name: str
    params: dict[str, Any]


class Cancel(_Message):
    id: int


class Retire(_Message):
    pass


class Answer(_Message):
    id: int
    result: dict[str, Any]


class Error(_Message):
    """`id` is None when it is about the connection. Not `begun`: safe to send again elsewhere."""

    id: int | None
    kind: str
    message: str
    begun: bool = True


class Notice(_Message):
    name: str
    data: dict[str, Any]


Message = Welcome | Hello | Events | Command | Cancel | Retire | Answer | Error | Notice


# The json of the standard library, in ASCII: lone surrogates in a document survive it.
_to_json = json.JSONEncoder(separators=(",", ":")).encode


def encode(message: Message) -> bytes:
    body = _to_json(msgspec.to_builtins(message)).encode("ascii")
    if len(body) > MAX_FRAME:
        raise TooLarge(f"a message of {len(body)} bytes; {MAX_FRAME} are allowed")
    return len(body).to_bytes(4, "big") + body


def decode(body: bytes) -> Message:
    try:
        message: Message = msgspec.convert(json.loads(body), Message)
    except (ValueError, RecursionError) as problem:
        raise Malformed(f"not a message: {problem}") from None
    return message


class Wire:
    """One connection, as a stream of messages. Sending never blocks and never fails."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def send(self, message: Message) -> None:
        """Raises only for what cannot be a message: TooLarge, or TypeError for foreign objects."""
        frame = encode(message)
        if self._writer.transport.get_write_buffer_size() > MAX_BACKLOG:
            self.abort()
        if not self._writer.is_closing():
            self._writer.write(frame)

    async def receive(self) -> Message | None:
        """The next message; None when the connection has ended."""
        try:
            size = int.from_bytes(await self._reader.readexactly(4), "big")
            if size > MAX_FRAME:
                raise Malformed(f"a message of {size} bytes; {MAX_FRAME} are allowed")
            return decode(await self._reader.readexactly(size))
        except (asyncio.IncompleteReadError, OSError):
            return None

    async def __aiter__(self) -> AsyncIterator[Message]:
        while (message := await self.receive()) is not None:
            yield message

    async def drain(self) -> None:
        """Wait while the peer does not read."""
        with contextlib.suppress(OSError):
            await self._writer.drain()

    def finish(self) -> None:
        """Nothing more will be sent; the peer reads what was and closes."""
        with contextlib.suppress(OSError):
            self._writer.write_eof()

    def abort(self) -> None:
        self._writer.transport.abort()

    async def close(self, seconds: float = 0.5) -> None:
        """Send what waits, for a bounded time, and close."""
        self._writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            await asyncio.wait_for(self._writer.wait_closed(), seconds)
        self.abort()
