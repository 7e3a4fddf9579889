"""Questions about the code itself."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from forethought.commands.params import Command, Limit, Params, Path, Text

Certainty = Literal["exact", "likely", "possible"]
Depth = Annotated[int, msgspec.Meta(ge=1, le=10)]
EdgeKind = Literal["contains", "calls", "imports", "uses", "inherits", "references"]


class Symbol(Params, frozen=True):
    name: Text
    kind: Text | None = None
    limit: Limit = 50


class File(Params, frozen=True):
    file: Path


class Calls(Params, frozen=True):
    """`symbol`: an id, a name (qualified or not), or `file:line`."""

    symbol: Text
    depth: Depth = 1
    min: Certainty = "likely"
    limit: Limit = 200


class Leaning(Params, frozen=True):
    file: Path
    depth: Depth = 1
    limit: Limit = 500


class Relevant(Params, frozen=True):
    query: Text
    limit: Limit = 10


class Map(Params, frozen=True):
    focus: tuple[Path, ...] = ()
    budget: Annotated[int, msgspec.Meta(ge=1, le=200_000)] = 1024


class Edges(Params, frozen=True):
    kind: EdgeKind | None = None
    file: Path | None = None
    min: Certainty = "possible"
    limit: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1000
    cursor: Annotated[str, msgspec.Meta(pattern=r"^\d+$")] | None = None


COMMANDS = [
    Command("graph.symbol", Symbol, "Where a name is defined"),
    Command("graph.file", File, "What a file defines and imports"),
    Command("graph.callers", Calls, "Who calls a symbol, to a depth"),
    Command("graph.callees", Calls, "What a symbol calls, to a depth"),
    Command("graph.dependencies", Leaning, "What a file depends on, to a depth"),
    Command("graph.dependents", Leaning, "What depends on a file, to a depth"),
    Command("graph.relevant", Relevant, "Symbols for a task described in words"),
    Command("graph.map", Map, "The ranked map of the repository in a number of tokens"),
    Command("graph.stats", Params, "Counts of files, nodes and edges; what was skipped and why"),
    Command("graph.edges", Edges, "All edges, page by page"),
    Command("graph.rescan", Params, "Look at every file again", read_only=False),
    Command("graph.cancel", Params, "Stop looking at files", read_only=False, internal=True),
]
