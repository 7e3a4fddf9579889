"""Questions about what happened. `rows` runs a statement against the project's store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any

from forethought.episodes.counts import NEWEST

Rows = Callable[[str, Sequence[Any]], Awaitable[list[dict[str, Any]]]]

# How many touched or said things one search looks at more closely.
MOST_HITS = 100
_SPANS = (20_000, 200_000, 2**62)
_COLUMNS = "id, time, session, task, branch, path, operation, lines, symbols, success, why, summary"


def iso(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="milliseconds") + "Z" if moment else None


async def of_file(rows: Rows, path: str, symbol: str | None, limit: int) -> dict[str, Any]:
    """The newest interactions with a file or one of its symbols, and what they amount to."""
    known, by = await asyncio.gather(work(rows, path, symbol), authors(rows, path))
    newest = sorted({row_id for entry in known for row_id in entry["newest"]}, reverse=True)
    if limit < NEWEST or all(entry["interactions"] <= NEWEST for entry in known):
        found = await by_ids(rows, newest[: limit + 1])
    else:
        where, values = _about(path, symbol)
        sql = f"select {_COLUMNS} from file_interactions where {where} order by time desc, id desc limit ?"
        found = await rows(sql, [*values, limit + 1])
    return {
        "interactions": [_interaction(row) for row in found[:limit]],
        "summary": {**_summary(known), "authors": by},
        "truncated": len(found) > limit,
    }


async def work(rows: Rows, path: str, symbol: str | None = None) -> list[dict[str, Any]]:
    """What is counted of a file, or of the symbols in it that a name means: `sign_in` means `Login.sign_in` too."""
    if symbol is None:
        return await rows("select * from worked_on where path = ? and symbol = ''", [path])
    means = "path = ? and (symbol = ? or ends_with(symbol, ?))"
    return await rows(f"select * from worked_on where {means}", [path, symbol, f".{symbol}"])


def _summary(known: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "edits": sum(entry["edits"] for entry in known),
        "sessions": len({session for entry in known for session in entry["sessions"]}),
        "first": iso(min((entry["first"] for entry in known), default=None)),
        "last": iso(max((entry["last"] for entry in known), default=None)),
        "branches": sorted({branch for entry in known for branch in entry["branches"]}),
    }


async def search(rows: Rows, text: str, operation: str | None, since: datetime | None, limit: int) -> dict[str, Any]:
    """The newest interactions whose path, symbols, reason or summary contain a text.

    What was ever touched or said is searched, not the interactions: there are far fewer of those, and each knows
    its newest interactions. Down to `sure` these are all there are; older ones are looked for among the rows.
    """
    hits = await rows(
        """select newest from (select newest from worked_on where contains(name, $1)
                               union all select newest from said where contains(text, $1))
           order by newest[1] desc limit $2""",
        [text.lower(), MOST_HITS + 1],
    )
    known = [hit["newest"] for hit in hits[:MOST_HITS]]
    cut = [newest[-1] for newest in known if len(newest) == NEWEST]
    sure = max(cut + [hit["newest"][0] for hit in hits[MOST_HITS:]], default=0)
    ids = sorted({row_id for newest in known for row_id in newest if row_id >= sure}, reverse=True)
    found = await by_ids(rows, ids[: limit + 1] if operation is None else ids, operation, since)
    if len(found) <= limit and sure:
        found = await _search_all(rows, text, operation, since, limit, ids[0])
    return {"interactions": [_interaction(row) for row in found[:limit]], "truncated": len(found) > limit}


async def by_ids(
    rows: Rows, ids: list[int], operation: str | None = None, since: datetime | None = None
) -> list[dict[str, Any]]:
    """Interactions by id, newest first."""
    if not ids:
        return []
    return await rows(
        f"""select {_COLUMNS} from file_interactions
            where id in (select unnest($1::bigint[])) and id between $2 and $3
              and coalesce(operation = $4, true) and coalesce(time >= $5, true)
            order by time desc, id desc""",
        [ids, min(ids), max(ids), operation, since],
    )


async def _search_all(
    rows: Rows, text: str, operation: str | None, since: datetime | None, limit: int, newest: int
) -> list[dict[str, Any]]:
    """Search the rows themselves, from `newest` back, in steps that grow: mostly the first is enough."""
    found: list[dict[str, Any]] = []
    for span in _SPANS:
        found = await rows(
            f"""select {_COLUMNS} from file_interactions
                where id <= $5 and id > $5 - $6 and coalesce(operation = $2, true) and coalesce(time >= $3, true)
                  and (contains(lower(path), $1) or contains(lower(why), $1) or contains(lower(summary), $1)
                       or len(list_filter(symbols, lambda name: contains(lower(name), $1))) > 0)
                order by time desc, id desc limit $4""",
            [text.lower(), operation, since, limit + 1, newest, span],
        )
        if len(found) > limit:
            break
    return found


async def changed(rows: Rows, path: str) -> dict[str, Any] | None:
    """What the repository's history says of a file: how often it changed, when and by whom last."""
    [row] = await rows(
        """select count(*) as changes, max(time) as last, arg_max(author, time) as author
           from commit_files join commits on commits.id = commit
           where file = (select file from commit_paths where path = ?)""",
        [path],
    )
    return row if row["changes"] else None


async def authors(rows: Rows, path: str) -> list[dict[str, Any]]:
    """Who changed a file most, from the repository's history."""
    found = await rows(
        """select author as name, count(*) as commits, max(time) as last
           from commit_files join commits on commits.id = commit
           where file = (select file from commit_paths where path = ?)
           group by author order by commits desc, last desc, name limit 5""",
        [path],
    )
    return [{**row, "last": iso(row["last"])} for row in found]


async def tools(rows: Rows, since: datetime, limit: int) -> dict[str, Any]:
    """How often each tool ran since then, how often it succeeded, and how long it took on average."""
    found = await rows(
        """select tool, count(*) as total, count(*) filter (success) as successes,
                  avg(duration_ms) as mean_ms
           from tool_executions where time >= ? group by tool order by total desc, tool limit ?""",
        [since, limit + 1],
    )
    for row in found:
        row["success_rate"] = row["successes"] / row["total"]
    return {"tools": found[:limit], "truncated": len(found) > limit}


async def edits_by_symbol(rows: Rows, path: str, since: datetime) -> list[dict[str, Any]]:
    """For the file (its symbol is empty) and each of its symbols: edits, sessions, the last one and its branch."""
    return await rows(
        """select symbol, edits, len(edit_sessions) as sessions, last_edit as last, branch
           from worked_on where path = ? and last_edit >= ?""",
        [path, since],
    )


def _about(path: str, symbol: str | None) -> tuple[str, list[Any]]:
    if symbol is None:
        return "path = ?", [path]
    # `sign_in` is enough for `Login.sign_in`.
    matches = "len(list_filter(symbols, lambda name: name = ? or ends_with(name, ?))) > 0"
    return f"path = ? and {matches}", [path, symbol, f".{symbol}"]


def _interaction(row: dict[str, Any]) -> dict[str, Any]:
    row["time"] = iso(row["time"])
    row["lines"] = json.loads(row["lines"]) if row["lines"] else []
    row["symbols"] = row["symbols"] or []
    return row
