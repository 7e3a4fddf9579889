"""Memories made up for tests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from forethought.memory.records import Memory, Provenance, new_id

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)


def memory(content: str = "Orders are kept in PostgreSQL", **fields: Any) -> Memory:
    said = Provenance(source=fields.pop("source", "user_stated"), time=NOON)
    known = {"id": new_id(), "kind": "fact", "scope": "project", "created": NOON, "updated": NOON}
    return Memory(content=content, **{**known, "provenance": (said,), **fields})
