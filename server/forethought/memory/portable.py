"""Memories as files: JSON Lines that lose nothing, Markdown that a person reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from forethought.errors import InvalidParams
from forethought.memory.records import KINDS, Memory, Record

LONGEST = 1 << 20  # bytes of a line


class Read(NamedTuple):
    what: str
    record: Record


def lines(records: Iterable[tuple[str, Record]]) -> Iterator[bytes]:
    """One line for each record, always in the same order, so that two exports can be compared."""
    order = list(KINDS)
    for what, record in sorted(records, key=lambda each: (order.index(each[0]), each[1].id)):
        yield msgspec.json.encode({"what": what, **msgspec.to_builtins(record)}) + b"\n"


def read(content: bytes) -> list[Read]:
    """All records of an export, or InvalidParams naming the line that is wrong; then nothing is taken."""
    found = []
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip():
            continue
        if len(line) > LONGEST:
            raise InvalidParams(f"path: line {number} is longer than {LONGEST} bytes")
        try:
            fields = msgspec.json.decode(line, type=dict)
            what = fields.pop("what", None)
            if what not in KINDS:
                raise InvalidParams(f"path: line {number}: what: {what!r} is none of {', '.join(KINDS)}")
            found.append(Read(what, msgspec.convert(fields, KINDS[what])))
        except (msgspec.DecodeError, UnicodeDecodeError) as problem:
            raise InvalidParams(f"path: line {number}: {problem}") from None
    return found


def markdown(memories: Iterable[Memory]) -> str:
    """By scope and kind; everything a person may want to know, nothing a program needs."""
    parts = ["# Memories"]
    scope = kind = None
    for memory in sorted(memories, key=lambda each: (each.scope, each.kind, each.created, each.id)):
        if memory.scope != scope:
            scope, kind = memory.scope, None
            parts.append(f"## {scope.capitalize()}")
        if memory.kind != kind:
            kind = memory.kind
            parts.append(f"### {kind.replace('_', ' ').capitalize()}")
        parts.append(_entry(memory))
    return "\n\n".join(parts) + "\n"


def _entry(memory: Memory) -> str:
    told = [f"- {memory.name}: {memory.content}" if memory.name else f"- {memory.content}"]
    if memory.key:
        told.append(f"{memory.key} = {memory.value}")
    if memory.steps:
        told.append("steps: " + " → ".join(memory.steps))
    titles = ("prerequisites", "warnings", "triggers", "files")
    told += [f"{title}: {', '.join(getattr(memory, title))}" for title in titles if getattr(memory, title)]
    notes = [memory.id, f"{memory.created:%Y-%m-%d}", *(f"#{tag}" for tag in memory.all_tags)]
    if memory.provenance:
        notes.append(memory.provenance[0].source.replace("_", " "))
    if not memory.active:
        notes.append(f"superseded by {memory.superseded_by}" if memory.superseded_by else "forgotten")
    told.append(f"({', '.join(notes)})")
    return "\n".join(line.replace("\n", "\n  ") if number == 0 else "  " + line for number, line in enumerate(told))
