"""The registry: every command by name, with typed parameters and a line of help.

Three doors read it: LSP executeCommand, the command line and MCP. A family of commands is a module here and one
of the same name in `engine.answers`, which does the work; nothing here imports that, so that a front end
starts quickly.
"""

from __future__ import annotations

from typing import Any

import msgspec

from forethought.commands import contradictions, error, graph, hints, history, memory, model, status, task, tool
from forethought.commands.params import Command, Params
from forethought.errors import InvalidParams

PREFIX = "forethought."

_FAMILIES = (status, history, task, tool, error, hints, graph, memory, model, contradictions)
REGISTRY: dict[str, Command] = {command.name: command for family in _FAMILIES for command in family.COMMANDS}


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
