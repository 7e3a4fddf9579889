"""Bytes to messages and back, without any input or output.

The standard `json` is used on purpose: it takes lone surrogates, which editors do send, and escapes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from forethought.lsp.messages import INVALID_REQUEST, PARSE_ERROR, Message, Refusal, classify

BODY_LIMIT = 64 * 1024 * 1024
_HEADER_LIMIT = 64 * 1024
_HEAD = 1024  # of a body over the limit: enough to find whom to answer

# Anywhere in the header block, and the last one wins: so the stream is found again behind garbage.
_LENGTH = re.compile(rb".*content-length[ \t]*:[ \t]*(\d{1,18})(?!\d)", re.IGNORECASE | re.DOTALL)
_TOP = rb'\s*\{\s*(?:"(?:jsonrpc|id|method)"\s*:\s*(?:"[^"\\]*"|-?\d+)\s*,\s*)*?'
_ID = re.compile(_TOP + rb'"id"\s*:\s*(-?\d{1,18}|"[^"\\]{0,200}")')
_METHOD = re.compile(_TOP + rb'"method"\s*:\s*"([^"\\]{0,200})"')
_INCOMPLETE = object()


class Frames:
    """Cuts a stream into messages; what is broken costs that message, not the stream."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._at = 0
        self._body: int | None = None  # the length of the body that comes next
        self._skip = 0  # bytes still to come of a body over the limit

    def feed(self, data: bytes) -> Iterator[Message]:
        """Every message now complete. May be left early: the next call goes on behind the last one taken."""
        skipped = min(self._skip, len(data))
        self._skip -= skipped
        self._buffer += data[skipped:]
        try:
            while (message := self._next()) is not _INCOMPLETE:
                yield message
        finally:
            del self._buffer[: self._at]
            self._at = 0

    def _next(self) -> Any:
        if self._body is None:
            end = self._buffer.find(b"\r\n\r\n", self._at)
            if end < 0:
                return self._endless_header()
            found = _LENGTH.match(self._buffer, self._at, end)
            self._at = end + 4
            if found is None:
                return Refusal(None, PARSE_ERROR, "the header has no valid Content-Length")
            self._body = int(found[1])
        if self._body > BODY_LIMIT:
            return self._too_long(self._body)
        start, stop = self._at, self._at + self._body
        if stop > len(self._buffer):
            return _INCOMPLETE
        self._at, self._body = stop, None
        return decode(self._buffer[start:stop])

    def _endless_header(self) -> Any:
        if len(self._buffer) - self._at <= _HEADER_LIMIT:
            return _INCOMPLETE
        self._at = len(self._buffer) - 64  # the start of a good header may stand there
        return Refusal(None, PARSE_ERROR, "the header has no end")

    def _too_long(self, size: int) -> Any:
        there = min(len(self._buffer) - self._at, size)
        if there < _HEAD:
            return _INCOMPLETE
        id, method = _ID.match(self._buffer, self._at), _METHOD.match(self._buffer, self._at)
        self._at, self._skip, self._body = self._at + there, size - there, None
        return Refusal(
            json.loads(id[1]) if id else None,
            INVALID_REQUEST,
            f"a message of {size} bytes is over the limit of {BODY_LIMIT}",
            unread=method[1].decode("utf-8", "replace") if method else None,
        )


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_decode: Callable[[str], Any] = json.JSONDecoder(parse_constant=_refuse).decode


def decode(body: bytes | bytearray) -> Message:
    try:
        return classify(_decode(body.decode("utf-8", "surrogatepass")))
    except json.JSONDecodeError as problem:
        return Refusal(None, PARSE_ERROR, f"broken JSON at character {problem.pos}: {problem.msg}")
    except (ValueError, RecursionError) as problem:  # not UTF-8, NaN, a number of 5,000 digits, a well of brackets
        return Refusal(None, PARSE_ERROR, f"broken JSON: {type(problem).__name__}")


@lru_cache
def _encoder(default: Callable[[Any], Any] | None) -> Callable[[Any], str]:
    # `json.dumps` with options makes an encoder for every message.
    return json.JSONEncoder(default=default, separators=(",", ":"), allow_nan=False).encode


def encode(message: Any, default: Callable[[Any], Any] | None = None) -> bytes:
    body = _encoder(default)(message).encode("ascii")
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
