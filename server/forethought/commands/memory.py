"""What is known: remembered, found again, corrected, forgotten."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from forethought.commands.params import Command, Limit, Params, Path, Text

Kind = Literal[
    "fact", "preference", "procedure", "correction", "negative", "decision", "convention", "failure", "pattern",
    "workflow", "episode", "reasoning", "tool_output",
]  # fmt: skip
Scope = Literal["task", "project", "global"]
Source = Literal["user_stated", "user_corrected", "observed", "inferred", "extracted"]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=200)]
Lines = Annotated[tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=2000)], ...], msgspec.Meta(max_length=200)]
Paths = Annotated[tuple[Path, ...], msgspec.Meta(max_length=200)]


class Artifact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Name
    ref: Path


class Remember(Params, frozen=True):
    """`symbols` are written `path#qualified.name`. `confirm` is the person's yes to a memory for all projects."""

    content: Text
    kind: Kind = "fact"
    scope: Scope = "project"
    tags: Names = ()
    files: Paths = ()
    symbols: Paths = ()
    key: Name | None = None
    value: str | int | float | bool | None = None
    triggers: Lines = ()
    name: Name | None = None
    steps: Lines = ()
    prerequisites: Lines = ()
    warnings: Lines = ()
    provenance: Source = "user_stated"
    reason: Text | None = None
    importance: Share | None = None
    confidence: Share | None = None
    valid_to: Name | None = None
    artifacts: Annotated[tuple[Artifact | str, ...], msgspec.Meta(max_length=200)] = ()
    season: Name | None = None
    stage: Name | None = None
    confirm: bool = False


class Recall(Params, frozen=True):
    """`fresh` leaves out what this session was shown since its topic last changed."""

    context: Text | None = None
    file: Path | None = None
    limit: Limit = 10
    fresh: bool = False


class Search(Params, frozen=True):
    query: Text
    kind: Kind | None = None
    scope: Scope | None = None
    tags: Names = ()
    limit: Limit = 10
    threshold: Share | None = None


class Similar(Params, frozen=True):
    id: Name
    limit: Limit = 10


class List(Params, frozen=True):
    """`order` is a field, `-field` for the largest first; `archived` lists what is not active any more."""

    tag: Name | None = None
    kind: Kind | None = None
    scope: Scope | None = None
    stage: Name | None = None
    filters: dict[str, Any] | None = None
    order: Name | None = None
    limit: Limit = 50
    archived: bool = False


class One(Params, frozen=True):
    id: Name


class Update(Params, frozen=True):
    id: Name
    content: Text | None = None
    tags: Names | None = None
    kind: Kind | None = None
    importance: Share | None = None
    triggers: Lines | None = None
    valid_to: Name | None = None


class Forget(Params, frozen=True):
    id: Name
    why: Text | None = None


Relation = Literal["relates_to", "supersedes", "contradicts", "derived_from"]
# Made by a call, because `from` is a keyword.
Link: Any = msgspec.defstruct(
    "Link",
    [("from", Name), ("to", Name), ("relation", Relation), ("weight", Share | None, None)],
    bases=(Params,),
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
)


class Tag(Params, frozen=True):
    id: Name
    tags: Names
    remove: bool = False


class Promote(Params, frozen=True):
    id: Name
    to: Literal["project", "global"]
    confirm: bool = False


class Graph(Params, frozen=True):
    id: Name | None = None
    depth: Annotated[int, msgspec.Meta(ge=0, le=5)] = 2
    limit: Limit = 500


class Clusters(Params, frozen=True):
    limit: Limit = 50


class Export(Params, frozen=True):
    path: Path
    format: Literal["jsonl", "markdown"] = "jsonl"
    scope: Scope | None = None


class Import(Params, frozen=True):
    path: Path
    dry_run: bool = False
    confirm: bool = False


class Undo(Params, frozen=True):
    """Of one memory the last change, or all changes since a time (ISO 8601, or `2h`, `30m`, `1d` ago)."""

    id: Name | None = None
    since: Name | None = None
    scope: Scope = "project"


class Purge(Params, frozen=True):
    scope: Literal["project", "global", "all"]
    confirm: bool = False


class Feedback(Params, frozen=True):
    id: Name
    outcome: Literal["cited", "ignored", "helpful", "unhelpful"]
    note: Text | None = None


class Switch(Params, frozen=True):
    everywhere: bool = False


class Diagnostics(Params, frozen=True):
    file: Path


def _command(name: str, params: type[Params], text: str, read_only: bool = True) -> Command:
    """What a memory says belongs in memory, where it can be forgotten, not in the record of commands."""
    return Command(f"memory.{name}", params, text, read_only, keeps_parameters=False)


COMMANDS = [
    _command("remember", Remember, "Remember something worth knowing later", False),
    _command("recall", Recall, "What is known that matters here, with what hangs together with it"),
    _command("search", Search, "Memories by words and meaning"),
    _command("similar", Similar, "Memories like this one"),
    _command("list", List, "Memories by kind, tag, scope or any other field"),
    _command("get", One, "One memory, with everything known of it"),
    _command("update", Update, "Change what a memory says", False),
    _command("forget", Forget, "Put a memory aside; it can be restored for 30 days", False),
    _command("restore", One, "Bring back what was forgotten", False),
    _command("link", Link, "Say how two memories hang together", False),
    _command("tag", Tag, "Add or remove tags of a memory", False),
    _command("promote", Promote, "Keep a task's memory for the project, or a project's for all of them", False),
    _command("feedback", Feedback, "Say whether a memory helped", False),
    _command("graph", Graph, "How memories, tags and clusters hang together"),
    _command("clusters", Clusters, "Memories in groups, named by their telling words"),
    _command("export", Export, "Write memories to a file, as JSON Lines or Markdown"),
    _command("import", Import, "Read memories from a JSON Lines file", False),
    _command("undo", Undo, "Take back the last change of a memory, or all since a time", False),
    _command("purge", Purge, "Remove all memories of a scope for good", False),
    _command("pause", Switch, "Remember nothing in this project, or everywhere", False),
    _command("resume", Switch, "Remember again", False),
    Command("hints.diagnostics", Diagnostics, "What the text of an open file sets off", internal=True),
]
