"""What the editor shows by itself."""

from __future__ import annotations

from typing import Annotated

import msgspec

from forethought.commands.params import Command, Params, Path


class Hover(Params, frozen=True):
    """`line` is zero-based, as editors count."""

    file: Path
    line: Annotated[int, msgspec.Meta(ge=0)]


class Lenses(Params, frozen=True):
    file: Path


COMMANDS = [
    Command("hints.hover", Hover, "What to say about the symbol or file under the cursor", internal=True),
    Command("hints.lenses", Lenses, "Where a file has something to say", internal=True),
]
