"""What every command shares: its entry in the registry, and parameters where nothing is coerced."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec

Limit = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=20_000)]
Path = Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]


class Params(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`workspace` names the project's folder where the session has none or several."""

    workspace: Path | None = None


class Command(NamedTuple):
    name: str
    params: type[Params]
    help: str
    read_only: bool = True
    # Front ends ask these for themselves: not advertised, not recorded as a tool run.
    internal: bool = False
    # False where they hold what a person may want forgotten: the tool run is recorded without them.
    keeps_parameters: bool = True
