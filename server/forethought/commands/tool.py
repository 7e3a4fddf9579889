"""What an assistant's tools did."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from forethought.commands.history import Operation
from forethought.commands.params import Command, Params, Path, Text

Line = Annotated[int, msgspec.Meta(ge=1)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Touched(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    path: Path
    operation: Operation
    line_range: tuple[Line, Line] | None = None
    why: Text | None = None


class Record(Params, frozen=True):
    tool: Name
    parameters: dict[str, Any] | None = None
    result: Text | None = None
    success: bool = True
    error: Text | None = None
    duration_ms: Annotated[float, msgspec.Meta(ge=0)] | None = None
    context_tokens: Annotated[int, msgspec.Meta(ge=0)] | None = None
    files: Annotated[tuple[Touched, ...], msgspec.Meta(max_length=1000)] = ()


COMMANDS = [
    Command("tool.record", Record, "Record a tool an assistant ran, with the files it touched", read_only=False),
]
