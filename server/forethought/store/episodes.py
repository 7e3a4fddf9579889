"""What is counted beside the raw rows, so that no question has to read them all.

`count_new` runs at the end of every write, in the same transaction: what is counted is exactly what is written,
whatever dies. It goes by the ids of the rows, so that rows nobody counted yet (an older file, a restored one) are
caught up, some thousands at a time.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import duckdb
import msgspec

from forethought.episodes.coedits import NEAR, Edit, met
from forethought.episodes.counts import NEWEST, said, worked
from forethought.store.tables import append, fetch, insertion, merge

Connection = duckdb.DuckDBPyConnection

# How many ids one transaction catches up: a reader waits for that long at most.
CHUNK = 2000

_COEDITS = """
    pairs = old.pairs + new.pairs, followed = old.followed + new.followed, weight = old.weight + new.weight,
    last_seen = greatest(old.last_seen, new.last_seen)"""


def count_new(connection: Connection) -> bool:
    """Count the rows that came since the last time; whether more of them are left."""
    row = connection.execute("select upto from counted").fetchone()
    after: int = row[0] if row else 0
    rows = fetch(
        connection,
        "select id, time, session, task, branch, path, operation, symbols, why, summary from file_interactions "
        "where id > ? and id <= ? order by id",
        [after, after + CHUNK],
    )
    runs = fetch(
        connection,
        "select id, task, tool, success from tool_executions where id > ? and id <= ?",
        [after, after + CHUNK],
    )
    if not rows and not runs:
        return _skip(connection, after)
    _count_interactions(connection, rows)
    _count_runs(connection, runs)
    upto = max(row["id"] for row in (*rows[-1:], *runs))
    connection.execute("update counted set upto = ?", [upto])
    return len(rows) + len(runs) >= CHUNK // 2


def save_task(connection: Connection, task: msgspec.Struct) -> None:
    """Insert a task, or replace what was known of it; with the files it touched and the tools it used."""
    count_new(connection)  # what this very transaction wrote is among them
    task_id = getattr(task, "id")  # noqa: B009 - the store knows rows, not the records' classes
    connection.execute("delete from task_history where id = ?", [task_id])
    sql, values = insertion("task_history", [task])
    connection.execute(sql, values)
    connection.execute(
        """update task_history set
             files = (select list(distinct path order by path) from task_files where task = $1),
             tools = (select to_json(map(list(tool order by tool), list(runs order by tool)))
                      from task_tools where task = $1)
           where id = $1""",
        [task_id],
    )


def _count_interactions(connection: Connection, rows: list[dict[str, Any]]) -> None:
    _count_work(connection, rows)
    texts = [{"text": text, "newest": newest} for text, newest in said(rows).items()]
    merge(connection, "said", ("text",), texts, f"newest = (new.newest || old.newest)[1:{NEWEST}]")
    done = Counter((row["task"], row["path"], row["operation"]) for row in rows if row["task"] is not None)
    files = [{"task": task, "path": path, "operation": what, "times": n} for (task, path, what), n in done.items()]
    merge(connection, "task_files", ("task", "path", "operation"), files, "times = old.times + new.times")
    _count_coedits(connection, [row for row in rows if row["operation"] == "edit" and row["task"] is not None])


def _count_work(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Written anew instead of updated in place: DuckDB rewrites a row with lists either way, and slower."""
    paths = list({row["path"] for row in rows})
    sql = "select rowid, * from worked_on where path in (select unnest($1::varchar[]))"
    known = {(row["path"], row["symbol"]): row for row in fetch(connection, sql, [paths])}
    found = worked(rows, known)
    gone = [known[key]["rowid"] for key in found if key in known]
    connection.execute("delete from worked_on where rowid in (select unnest($1::bigint[]))", [gone])
    append(connection, "worked_on", [vars(entry) for entry in found.values()])


def _count_coedits(connection: Connection, edits: list[dict[str, Any]]) -> None:
    if not edits:
        return
    times = [row["time"] for row in edits]
    near = fetch(
        connection,
        "select time, id, task, path from file_interactions where operation = 'edit' and task is not null "
        "and id <= ? and time between ? and ?",
        [edits[-1]["id"], min(times) - NEAR, max(times) + NEAR],
    )
    fresh = [Edit(row["time"], row["id"], row["task"], row["path"]) for row in edits]
    pairs = [vars(both) for both in met(fresh, [Edit(**row) for row in near])]
    merge(connection, "coedits", ("a", "b"), pairs, _COEDITS)


def _count_runs(connection: Connection, runs: list[dict[str, Any]]) -> None:
    found: Counter[tuple[str, str]] = Counter()
    failed: Counter[tuple[str, str]] = Counter()
    for run in runs:
        if run["task"] is not None:
            found[run["task"], run["tool"]] += 1
            failed[run["task"], run["tool"]] += not run["success"]
    rows = [{"task": key[0], "tool": key[1], "runs": n, "failures": failed[key]} for key, n in found.items()]
    update = "runs = old.runs + new.runs, failures = old.failures + new.failures"
    merge(connection, "task_tools", ("task", "tool"), rows, update)


def _skip(connection: Connection, after: int) -> bool:
    """Nothing among the next ids: other tables' rows have them, or they were deleted. Go to the next row."""
    row = connection.execute(
        "select min(id) from (select id from file_interactions where id > $1 "
        "union all select id from tool_executions where id > $1)",
        [after],
    ).fetchone()
    if row is None or row[0] is None:
        return False
    connection.execute("update counted set upto = ?", [row[0] - 1])
    return True
