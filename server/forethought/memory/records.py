"""What is kept: a memory and what hangs on it, as plain data. Times are UTC."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any, Literal

import msgspec

Kind = Literal[
    "fact", "preference", "procedure", "correction", "negative", "decision", "convention", "failure", "pattern",
    "workflow", "episode", "reasoning", "tool_output",
]  # fmt: skip
TASK_KINDS = ("reasoning", "tool_output")  # a task's own thoughts: kept while it runs, never on disk
Scope = Literal["task", "project", "global"]
Source = Literal["user_stated", "user_corrected", "observed", "inferred", "extracted"]
Relation = Literal["relates_to", "supersedes", "contradicts", "derived_from"]
Scalar = str | int | float | bool

# How far a source is believed, and how sure it is to begin with.
TRUST: dict[str, float] = {
    "user_stated": 1.0, "user_corrected": 1.0, "observed": 0.8, "inferred": 0.6, "extracted": 0.5,
}  # fmt: skip
CONFIDENCE: dict[str, float] = {
    "user_stated": 1.0, "user_corrected": 1.0, "observed": 0.8, "inferred": 0.6, "extracted": 0.4,
}  # fmt: skip


class _Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    pass


class Provenance(_Record, frozen=True, kw_only=True):
    source: Source
    time: datetime
    session: str | None = None
    snippet: str | None = None
    reason: str | None = None


class Anchor(_Record, frozen=True, kw_only=True):
    """A symbol that a memory is about; `hash` is of its text when the memory was last known to be true."""

    path: str
    name: str
    hash: str | None = None


class Artifact(_Record, frozen=True, kw_only=True):
    """What a memory led to or came from: a commit, PR, ADR or file."""

    kind: str
    ref: str


class Memory(_Record, frozen=True, kw_only=True):
    id: str
    kind: Kind
    scope: Scope
    name: str | None = None
    content: str  # in full; the next three are the same said shorter
    summary: str = ""
    compressed: str = ""
    index: str = ""
    key: str | None = None
    value: Scalar | None = None
    tags: tuple[str, ...] = ()
    inferred_tags: tuple[str, ...] = ()
    project: str | None = None
    session: str | None = None
    task: str | None = None
    user: str | None = None
    stage: str | None = None
    files: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    triggers: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    prerequisites: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    season: str | None = None
    provenance: tuple[Provenance, ...] = ()
    created: datetime
    updated: datetime
    last_accessed: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    confidence: float = 1.0
    trust: float = 1.0
    strength: int = 1
    importance: float = 0.5
    retrievals: int = 0
    citations: int = 0
    ignores: int = 0
    accesses: int = 0
    active: bool = True
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    archived: datetime | None = None
    archived_until: datetime | None = None  # purged then; none: kept
    archived_why: str | None = None

    @property
    def all_tags(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.tags + self.inferred_tags))

    @property
    def inferred(self) -> bool:
        return bool(self.provenance) and self.provenance[0].source == "inferred"

    def words(self) -> str:
        """All that it can be found by."""
        fact = f"{self.key}: {self.value}" if self.key else None
        return "\n".join(filter(None, [self.said(), fact, *self.steps, *self.files, " ".join(self.all_tags)]))

    def said(self) -> str:
        """What its meaning is taken from."""
        return f"{self.name}: {self.content}" if self.name else self.content


class Link(_Record, frozen=True, kw_only=True):
    id: str
    source: str
    relation: Relation
    target: str
    weight: float | None = None


class Contradiction(_Record, frozen=True, kw_only=True):
    """`a` was known, `b` came later."""

    id: str
    a: str
    b: str
    why: str
    detected_at: datetime
    status: Literal["open", "resolved"] = "open"
    resolution: Literal["a_wins", "b_wins", "both_valid", "merged"] | None = None
    note: str | None = None


class Gap(_Record, frozen=True, kw_only=True):
    """Something that was asked and that nothing known fits."""

    id: str
    query: str
    time: datetime


Record = Memory | Link | Contradiction | Gap
KINDS: dict[str, type[Record]] = {"memory": Memory, "link": Link, "contradiction": Contradiction, "gap": Gap}
NAMES: dict[type[Record], str] = {cls: name for name, cls in KINDS.items()}


def new_id(prefix: str = "m") -> str:
    return prefix + uuid.uuid4().hex[:12]


def link_id(source: str, relation: str, target: str) -> str:
    return f"{source} {relation} {target}"


def plain(record: Record) -> dict[str, Any]:
    """Its fields as JSON has them, without those that say nothing."""
    data: dict[str, Any] = msgspec.to_builtins(record)
    return data
