"""The registry: every command by name, with typed parameters and a line of help.

Three doors read it: LSP executeCommand, the command line and MCP. What a command does is in
`engine`; nothing here imports it, so that a front end starts quickly.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from forethought.commands import hints, history, task, tools
from forethought.commands.params import Params
from forethought.errors import InvalidParams

PREFIX = "forethought."


class Command(NamedTuple):
    name: str
    params: type[Params]
    help: str
    read_only: bool = True
    # Front ends ask these for themselves: not advertised, not recorded as a tool run.
    internal: bool = False


_TABLE = [
    Command("status", Params, "What is running, for which project, and how much is stored"),
    Command("history.file", history.File, "When and how you worked on a file or symbol before"),
    Command("history.search", history.Search, "What you last did with things matching a text"),
    Command("history.tools", history.Tools, "Success rate and mean time of each tool"),
    Command("task.start", task.Start, "Start a named task; the active one is paused", read_only=False),
    Command("task.pause", task.Change, "Pause a task", read_only=False),
    Command("task.resume", task.Change, "Resume a paused task", read_only=False),
    Command("task.complete", task.Change, "Finish a task", read_only=False),
    Command("task.fail", task.Change, "Give a task up", read_only=False),
    Command("task.list", task.List, "Tasks, newest first"),
    Command("task.similar", task.Similar, "Past tasks like this one"),
    Command(
        "tool.record",
        tools.Record,
        "Record a tool an assistant ran, with the files it touched",
        read_only=False,
    ),
    Command("recording.pause", Params, "Stop recording in this project", read_only=False),
    Command("recording.resume", Params, "Record again", read_only=False),
    Command(
        "hints.hover", hints.Hover, "What to say about the symbol or file under the cursor", internal=True
    ),
    Command("hints.lenses", hints.Lenses, "Where a file has something to say", internal=True),
]
REGISTRY: dict[str, Command] = {command.name: command for command in _TABLE}


def parse(name: str, arguments: Any) -> Params:
    """The typed parameters of a command, or InvalidParams naming the field that is wrong."""
    command = REGISTRY.get(name)
    if command is None:
        raise InvalidParams(f"command: there is no command {name!r}")
    if not isinstance(arguments, dict):
        raise InvalidParams(f"arguments: {name} takes one object, got {type(arguments).__name__}")
    try:
        return msgspec.convert(arguments, command.params, strict=True)
    except msgspec.ValidationError as problem:
        raise InvalidParams(f"{name}: {problem}") from None
