"""Questions about what was learned."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from forethought.episodes.history import Rows, iso
from forethought.episodes.learnings import faded
from forethought.episodes.together import pairs

LEARNED = ("error_fix", "refactor")
LEARNINGS = ("file_purpose", "common_error", "workflow")
# Once is chance: a way of working is one when it was gone twice.
_WORKFLOW_TIMES = 2


async def patterns(rows: Rows, kind: str | None, limit: int, now: datetime) -> dict[str, Any]:
    """What was learned, the surest first; the habits among it fade."""
    found: list[dict[str, Any]] = []
    if kind in (None, "coedit"):
        found += [_coedit(pair.answer()) for pair in (await pairs(rows, None, 3, now))[: limit + 1]]
    if kind is None or kind in LEARNED:
        learned = await rows(
            "select * from learned_patterns where coalesce(type = $1, true) order by last_seen desc limit $2",
            [kind, limit + 1],
        )
        found += [_told(row, now) for row in learned]
    if kind is None or kind in LEARNINGS:
        learnings = await rows(
            """select * exclude (kind), kind as type from session_learnings
               where coalesce(kind = $1, true) and (kind <> 'workflow' or seen >= $2)
               order by last_seen desc limit $3""",
            [kind, _WORKFLOW_TIMES, limit + 1],
        )
        found += [_told(row, now) for row in learnings]
    found.sort(key=lambda pattern: -pattern["confidence"])
    return {"patterns": found[:limit], "truncated": len(found) > limit}


def _told(row: dict[str, Any], now: datetime) -> dict[str, Any]:
    sure = faded(row["confidence"], row["last_seen"], now) if "subject" in row else row["confidence"]
    times = {name: iso(row[name]) for name in ("first_seen", "last_seen")}
    return {**row, **times, "data": json.loads(row["data"]), "confidence": round(sure, 3)}


def _coedit(pair: dict[str, Any]) -> dict[str, Any]:
    data = {name: pair[name] for name in ("files", "source")}
    told = {name: pair[name] for name in ("confidence", "last_seen")}
    return {"type": "coedit", "data": data, "seen": pair["count"], **told}
