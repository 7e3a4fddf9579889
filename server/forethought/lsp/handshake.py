"""`initialize`, answered before anything heavy is imported.

pygls and lsprotocol take a quarter of a second to import, and an editor waits for this answer. So it is
given from here, with capabilities written down; a test holds them equal to what pygls makes of the
registered features. What arrives meanwhile waits in the pipe.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import msgspec

from forethought import __version__, commands
from forethought.lsp import params, wire
from forethought.lsp.messages import INVALID_PARAMS, NOT_INITIALIZED, Id, Notification, Refusal, Request
from forethought.lsp.parent import Parent

NAME = "forethought"
COMMANDS = [commands.PREFIX + command.name for command in commands.REGISTRY.values() if not command.internal]
CAPABILITIES: dict[str, Any] = {
    "positionEncoding": "utf-16",
    "textDocumentSync": {"openClose": True, "change": 2, "save": True},
    "hoverProvider": True,
    "codeLensProvider": {"resolveProvider": True},
    "executeCommandProvider": {"commands": COMMANDS},
    "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
}


class Streams(NamedTuple):
    """The protocol's own descriptors."""

    incoming: int
    outgoing: int


class Greeting(NamedTuple):
    editor: params.Initialize
    frames: wire.Frames  # with what was already read behind `initialize`
    parent: Parent


def take_stdio() -> Streams:
    """Move the protocol away from 0 and 1: no print, C library or child process then reaches it."""
    streams = Streams(os.dup(0), os.dup(1))
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    os.close(nowhere)
    return streams


def greet(streams: Streams) -> Greeting | int:
    """Wait for `initialize` and answer it; or the exit code, when the editor leaves before."""
    frames = wire.Frames()
    while data := os.read(streams.incoming, 65536):
        for message in frames.feed(data):
            match message:
                case Request(id, "initialize", given):
                    editor = _validate(id, given)
                    if isinstance(editor, params.Initialize):
                        parent = Parent(editor.process_id)
                        _send(streams, _welcome(id))
                        return Greeting(editor, frames, parent)
                    _send(streams, editor.body())
                case Request(id):
                    _send(streams, Refusal(id, NOT_INITIALIZED, "initialize must come first").body())
                case Refusal():
                    _send(streams, message.body())
                case Notification("exit"):
                    return 1
    return 0


def _validate(id: Id, given: Any) -> params.Initialize | Refusal:
    try:
        return msgspec.convert({} if given is None else given, params.Initialize)
    except msgspec.ValidationError as problem:
        return Refusal(id, INVALID_PARAMS, f"initialize: {problem}")


def _welcome(id: Id) -> dict[str, Any]:
    result = {"capabilities": CAPABILITIES, "serverInfo": {"name": NAME, "version": __version__}}
    return {"jsonrpc": "2.0", "id": id, "result": result}


def _send(streams: Streams, message: dict[str, Any]) -> None:
    data = wire.encode(message)
    while data:
        data = data[os.write(streams.outgoing, data) :]
