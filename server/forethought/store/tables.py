"""Records into rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb
import msgspec


def insert(connection: duckdb.DuckDBPyConnection, table: str, records: Sequence[msgspec.Struct]) -> list[int]:
    """Insert records whose fields are the table's columns; the new rows' ids, in order."""
    if not records:
        return []
    sql, values = _insertion(table, records)
    return [row[0] for row in connection.execute(f"{sql} returning id", values).fetchall()]


def save_task(connection: duckdb.DuckDBPyConnection, task: msgspec.Struct) -> None:
    """Insert a task, or replace what was known of it; with the files it touched and the tools it used."""
    task_id = getattr(task, "id")  # noqa: B009 - the store knows rows, not the records' classes
    connection.execute("delete from task_history where id = ?", [task_id])
    sql, values = _insertion("task_history", [task])
    connection.execute(sql, values)
    connection.execute(
        """update task_history set
             files = (select list(distinct path order by path) from file_interactions where task = $1),
             tools = (select to_json(map(list(tool order by tool), list(runs order by tool)))
                      from (select tool, count(*) as runs from tool_executions where task = $1 group by tool))
           where id = $1""",
        [task_id],
    )


def put_setting(connection: duckdb.DuckDBPyConnection, name: str, value: str) -> None:
    connection.execute("delete from settings where name = ?", [name])
    connection.execute("insert into settings values (?, ?)", [name, value])


def _insertion(table: str, records: Sequence[msgspec.Struct]) -> tuple[str, list[Any]]:
    names = records[0].__struct_fields__
    marks = f"({', '.join('?' for _ in names)})"
    values = [getattr(record, name) for record in records for name in names]
    return f"insert into {table} ({', '.join(names)}) values {', '.join([marks] * len(records))}", values
