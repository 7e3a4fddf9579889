"""Episodes as a file for other programs.

The store itself may reach no file but its own, so the rows go through a database in memory that may.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb

CHUNK = 10_000
_COLUMNS = {
    "id": "bigint",
    "time": "timestamp",
    "session": "varchar",
    "task": "varchar",
    "kind": "varchar",
    "branch": "varchar",
    "path": "varchar",
    "operation": "varchar",
    "lines": "varchar",
    "symbols": "varchar",
    "why": "varchar",
    "summary": "varchar",
    "tool": "varchar",
    "parameters": "varchar",
    "result": "varchar",
    "success": "boolean",
    "error": "varchar",
    "duration_ms": "double",
    "context_tokens": "integer",
}
_EPISODES = """
    select id, time, session, task, 'interaction' as kind, branch, path, operation, lines,
           array_to_string(symbols, ' ') as symbols, why, summary, null as tool, null as parameters,
           null as result, success, null as error, null as duration_ms, null as context_tokens
    from file_interactions where id > $1 and time >= $2
    union all
    select id, time, session, task, 'tool', null, null, null, null, null, null, null, tool, parameters,
           result, success, error, duration_ms, context_tokens
    from tool_executions where id > $1 and time >= $2
    order by id limit $3"""


def export(read: Callable[[str, list[Any]], list[dict[str, Any]]], path: Path, format: str, since: datetime) -> int:
    """Write everything that happened since then, in the order it was recorded; how many rows that were."""
    target = duckdb.connect(":memory:", config={"threads": "1", "autoinstall_known_extensions": "false"})
    try:
        target.execute(f"create table episodes ({', '.join(f'{name} {kind}' for name, kind in _COLUMNS.items())})")
        columns = ", ".join(f"unnest(${n}::{kind}[])" for n, kind in enumerate(_COLUMNS.values(), start=1))
        last = total = 0
        while rows := read(_EPISODES, [last, since, CHUNK]):
            values = [[row[name] for row in rows] for name in _COLUMNS]
            target.execute(f"insert into episodes select {columns}", values)
            last, total = rows[-1]["id"], total + len(rows)
        partial = path.with_name(f".{path.name}.part")
        partial.touch(mode=0o600)
        options = "format parquet" if format == "parquet" else "format csv, header"
        quoted = str(partial).replace("'", "''")
        target.execute(f"copy episodes to '{quoted}' ({options}, use_tmp_file false)")
        partial.replace(path)
        return total
    finally:
        target.close()
