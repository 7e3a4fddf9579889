"""Errors a person or an assistant met."""

from __future__ import annotations

from typing import Annotated

import msgspec

from forethought.commands.params import Command, Params, Path, Text

Line = Annotated[int, msgspec.Meta(ge=1)]
Source = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Record(Params, frozen=True):
    """`source` says who complained: a tool, a compiler, a terminal. A later success of that tool ends the error."""

    message: Text
    file: Path | None = None
    line: Line | None = None
    source: Source | None = None


COMMANDS = [
    Command(
        "error.record",
        Record,
        "Record an error; answers with how the same one was fixed before",
        read_only=False,
        keeps_parameters=False,  # a traceback holds code
    )
]
