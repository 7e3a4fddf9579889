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
    sql, values = insertion(table, records)
    return [row[0] for row in connection.execute(f"{sql} returning id", values).fetchall()]


def put_setting(connection: duckdb.DuckDBPyConnection, name: str, value: str) -> None:
    connection.execute("delete from settings where name = ?", [name])
    connection.execute("insert into settings values (?, ?)", [name, value])


def fetch(connection: duckdb.DuckDBPyConnection, sql: str, parameters: Sequence[Any] = ()) -> list[dict[str, Any]]:
    connection.execute(sql, list(parameters))
    names = [column[0] for column in connection.description or ()]
    return [dict(zip(names, row, strict=True)) for row in connection.fetchall()]


def append(connection: duckdb.DuckDBPyConnection, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """Insert many rows, column by column: a hundred times as fast as one by one."""
    if rows:
        columns, values = _unnested(connection, table, rows)
        connection.execute(f"insert into {table} by name select {columns}", values)


def merge(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    keys: Sequence[str],
    rows: Sequence[dict[str, Any]],
    update: str,
) -> None:
    """Insert rows, or where there is one with the same keys `update` it: `old` is that one, `new` the row."""
    if not rows:
        return
    columns, values = _unnested(connection, table, rows)
    same = " and ".join(f"old.{key} = new.{key}" for key in keys)
    connection.execute(
        f"merge into {table} as old using (select {columns}) as new on {same} "
        f"when matched then update set {update} when not matched then insert by name",
        values,
    )


def _unnested(
    connection: duckdb.DuckDBPyConnection, table: str, rows: Sequence[dict[str, Any]]
) -> tuple[str, list[list[Any]]]:
    types = _column_types(connection, table)
    columns = ", ".join(f"unnest(${n}::{types[name]}[]) as {name}" for n, name in enumerate(rows[0], start=1))
    return columns, [[row[name] for row in rows] for name in rows[0]]


_types: dict[str, dict[str, str]] = {}


def _column_types(connection: duckdb.DuckDBPyConnection, table: str) -> dict[str, str]:
    """The types of a table's columns; they are the same in every store, once it is migrated."""
    if table not in _types:
        asked = "select column_name, data_type from duckdb_columns() where table_name = ?"
        _types[table] = dict(connection.execute(asked, [table]).fetchall())
    return _types[table]


def insertion(table: str, records: Sequence[msgspec.Struct]) -> tuple[str, list[Any]]:
    names = records[0].__struct_fields__
    marks = f"({', '.join('?' for _ in names)})"
    values = [getattr(record, name) for record in records for name in names]
    return f"insert into {table} ({', '.join(names)}) values {', '.join([marks] * len(records))}", values
