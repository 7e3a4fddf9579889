"""Questions about what happened."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from forethought.commands.params import Command, Limit, Params, Path, Text

Operation = Literal["open", "read", "edit", "write", "search", "analyze", "view"]


class File(Params, frozen=True):
    file: Path
    symbol: Text | None = None
    limit: Limit = 5


class Search(Params, frozen=True):
    text: Text
    operation: Operation | None = None
    since: Text | None = None
    limit: Limit = 10


class Tools(Params, frozen=True):
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] = 7
    limit: Limit = 50


class Coedits(Params, frozen=True):
    file: Path | None = None
    min_count: Annotated[int, msgspec.Meta(ge=1)] = 3
    limit: Limit = 20


class Patterns(Params, frozen=True):
    type: Literal["coedit", "error_fix", "refactor", "file_purpose", "common_error", "workflow"] | None = None
    limit: Limit = 20


class Export(Params, frozen=True):
    path: Path
    format: Literal["parquet", "csv"] = "parquet"
    since: Text | None = None


COMMANDS = [
    Command("history.file", File, "When and how you worked on a file or symbol before"),
    Command("history.coedits", Coedits, "What is edited together, from your own edits and the repository's history"),
    Command("history.search", Search, "What you last did with things matching a text"),
    Command("history.tools", Tools, "Success rate and mean time of each tool"),
    Command("history.patterns", Patterns, "What your work has taught: fixes, renames, what goes together, habits"),
    Command("history.export", Export, "Write what happened to a new Parquet or CSV file", read_only=False),
]
