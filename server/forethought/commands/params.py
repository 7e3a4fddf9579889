"""What every command's parameters share: unknown fields are errors, nothing is coerced."""

from __future__ import annotations

from typing import Annotated

import msgspec

Limit = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=20_000)]
Path = Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]


class Params(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`workspace` names the project's folder where the session has none or several."""

    workspace: Path | None = None
