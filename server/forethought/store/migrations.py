"""The tables of user data, as numbered steps that only ever get longer.

A step that has been released is never edited: a user's file may stand on any of them.
"""

from __future__ import annotations

import duckdb

STEPS: list[str] = [
    """
    create sequence row_ids;
    create table tool_executions (
        id bigint default nextval('row_ids'),
        time timestamp not null,
        session varchar not null,
        task varchar,
        tool varchar not null,
        parameters varchar,
        result varchar,
        success boolean not null,
        error varchar,
        duration_ms double,
        context_tokens integer
    );
    create table file_interactions (
        id bigint default nextval('row_ids'),
        time timestamp not null,
        session varchar not null,
        task varchar,
        branch varchar,
        path varchar not null,
        operation varchar not null,
        lines varchar,
        symbols varchar[],
        success boolean not null,
        why varchar,
        summary varchar,
        event bigint
    );
    create index file_interactions_path on file_interactions (path);
    create table task_history (
        id varchar not null,
        session varchar,
        branch varchar,
        description varchar not null,
        intent varchar,
        status varchar not null,
        started timestamp not null,
        updated timestamp not null,
        ended timestamp,
        outcome varchar,
        named boolean not null,
        files varchar[],
        tools varchar
    );
    create table context_snapshots (
        id bigint default nextval('row_ids'),
        time timestamp not null,
        session varchar not null,
        task varchar,
        reason varchar not null,
        held varchar not null,
        removed varchar not null
    );
    create table learned_patterns (
        id bigint default nextval('row_ids'),
        type varchar not null,
        data varchar not null,
        confidence double not null,
        seen integer not null,
        first_seen timestamp not null,
        last_seen timestamp not null
    );
    create table session_learnings (
        id bigint default nextval('row_ids'),
        kind varchar not null,
        subject varchar not null,
        data varchar not null,
        confidence double not null,
        seen integer not null,
        first_seen timestamp not null,
        last_seen timestamp not null
    );
    create table settings (name varchar not null, value varchar not null);
    """,
    """
    drop index file_interactions_path;
    alter table file_interactions add column began timestamp;
    create table counted (upto bigint not null);
    insert into counted values (0);
    create table worked_on (
        path varchar not null,
        symbol varchar not null,
        name varchar not null,
        interactions integer not null,
        edits integer not null,
        first timestamp not null,
        last timestamp not null,
        last_edit timestamp,
        branch varchar,
        branches varchar[] not null,
        sessions ubigint[] not null,
        edit_sessions ubigint[] not null,
        newest bigint[] not null,
        weight double not null
    );
    create table said (text varchar not null, newest bigint[] not null);
    create table task_files (task varchar not null, path varchar not null, operation varchar not null,
                             times integer not null);
    create table task_tools (task varchar not null, tool varchar not null, runs integer not null,
                             failures integer not null);
    create table coedits (
        a varchar not null,
        b varchar not null,
        pairs integer not null,
        followed integer not null,
        weight double not null,
        last_seen timestamp not null
    );
    create table commits (id bigint not null, time timestamp not null, author varchar not null);
    create table commit_files (commit bigint not null, file integer not null);
    create table commit_paths (file integer not null, path varchar not null);
    create table errors (
        id bigint default nextval('row_ids'),
        time timestamp not null,
        session varchar not null,
        task varchar,
        path varchar,
        line integer,
        source varchar,
        message varchar not null,
        signature varchar not null,
        last_seen timestamp not null,
        seen integer not null,
        gone timestamp,
        fix bigint
    );
    """,
]


class TooNew(Exception):
    """The file was written by a later version of Forethought."""


def migrate(connection: duckdb.DuckDBPyConnection, steps: list[str] | None = None) -> None:
    """Bring a file up to the newest step. Each step is one transaction and then a checkpoint: DDL does
    not stay in the write-ahead log, where a crash could damage it."""
    steps = STEPS if steps is None else steps
    connection.execute("create table if not exists schema_steps (step integer not null)")
    row = connection.execute("select coalesce(max(step), 0) from schema_steps").fetchone()
    done = row[0] if row else 0
    if done > len(steps):
        raise TooNew(f"the store is at step {done}, this version knows {len(steps)}: update Forethought")
    for number, step in enumerate(steps[done:], start=done + 1):
        connection.execute("begin")
        connection.execute(step)
        connection.execute("insert into schema_steps values (?)", [number])
        connection.execute("commit")
    if done < len(steps):
        connection.execute("checkpoint")
