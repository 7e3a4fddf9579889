"""Questions about what happened. `rows` runs a statement against the project's store."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any

Rows = Callable[[str, Sequence[Any]], Awaitable[list[dict[str, Any]]]]

_COLUMNS = "id, time, session, task, branch, path, operation, lines, symbols, success, why, summary"


def iso(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="milliseconds") + "Z" if moment else None


async def of_file(rows: Rows, path: str, symbol: str | None, limit: int) -> dict[str, Any]:
    """The newest interactions with a file or one of its symbols, and what they amount to."""
    where, values = _about(path, symbol)
    found = await rows(
        f"select {_COLUMNS} from file_interactions where {where} order by time desc, id desc limit ?",
        [*values, limit + 1],
    )
    return {
        "interactions": [_interaction(row) for row in found[:limit]],
        "summary": await summary(rows, path, symbol),
        "truncated": len(found) > limit,
    }


async def summary(rows: Rows, path: str, symbol: str | None) -> dict[str, Any]:
    where, values = _about(path, symbol)
    [row] = await rows(
        f"""select count(*) filter (operation = 'edit') as edits, count(distinct session) as sessions,
                   min(time) as first, max(time) as last,
                   list(distinct branch) filter (branch is not null) as branches
            from file_interactions where {where}""",
        values,
    )
    return {
        "edits": row["edits"],
        "sessions": row["sessions"],
        "first": iso(row["first"]),
        "last": iso(row["last"]),
        "branches": sorted(row["branches"] or []),
    }


async def search(
    rows: Rows, text: str, operation: str | None, since: datetime | None, limit: int
) -> dict[str, Any]:
    """The newest interactions whose path, symbols, reason or summary contain a text."""
    like = "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    where = ["(path ilike $1 escape '\\' or why ilike $1 escape '\\' or summary ilike $1 escape '\\'"]
    where[0] += " or array_to_string(symbols, ' ') ilike $1 escape '\\')"
    values: list[Any] = [like]
    for clause, value in (("operation = ", operation), ("time >= ", since)):
        if value is not None:
            values.append(value)
            where.append(f"{clause}${len(values)}")
    values.append(limit + 1)
    found = await rows(
        f"select {_COLUMNS} from file_interactions where {' and '.join(where)} "
        f"order by time desc, id desc limit ${len(values)}",
        values,
    )
    return {"interactions": [_interaction(row) for row in found[:limit]], "truncated": len(found) > limit}


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
    """For the file (symbol null) and each of its symbols: edits, sessions, the last one and its branch."""
    return await rows(
        """with edits as (select time, session, branch, symbols from file_interactions
                          where path = ? and operation = 'edit' and time >= ?),
                each as (select null as symbol, time, session, branch from edits
                         union all select unnest(symbols), time, session, branch from edits)
           select symbol, count(*) as edits, count(distinct session) as sessions,
                  max(time) as last, arg_max(branch, time) as branch
           from each group by symbol""",
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
