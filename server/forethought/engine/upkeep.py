"""Housekeeping: what is older than a person wants to keep goes, a little at a time, and the file is compacted."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from forethought.settings import Settings
from forethought.store.duck import Connection, Store

if TYPE_CHECKING:
    from forethought.engine import Engine

log = logging.getLogger(__name__)

# After the start, when the first questions are answered, and then daily.
FIRST, AGAIN = 60.0, 86_400.0
CHUNK = 2000
_RAW = ("file_interactions", "tool_executions", "errors", "context_snapshots")
_COUNTED = (
    "delete from worked_on where last < $1",
    "delete from coedits where last_seen < $1",
    "delete from session_learnings where last_seen < $1",
    "delete from said where newest[1] < (select coalesce(min(id), 0) from file_interactions where time >= $1)",
)


async def keep_house(engine: Engine, store: Store) -> None:
    """For as long as a project is open."""
    await asyncio.sleep(FIRST)
    while True:
        try:
            wanted = (session.hello.settings.get("retention_days") for session in engine.sessions.values())
            days = max((given for given in wanted if isinstance(given, int)), default=Settings().retention_days)
            await forget_before(store, engine.now() - timedelta(days=days))
        except Exception:
            log.exception("housekeeping failed")
        await asyncio.sleep(AGAIN)


async def forget_before(store: Store, moment: datetime) -> int:
    """Delete what happened before then; how many rows that were. What it taught is kept while it is of use."""
    gone = 0
    for table in _RAW:
        while number := await asyncio.wrap_future(
            store.write(partial(_delete, table=table, moment=moment), background=True)
        ):
            gone += number
    for statement in _COUNTED:
        await asyncio.wrap_future(store.write(partial(_run, statement=statement, moment=moment), background=True))
    if gone:
        await asyncio.to_thread(store.compact)
    return gone


def _delete(connection: Connection, table: str, moment: datetime) -> int:
    old = f"select id from {table} where time < ? limit {CHUNK}"
    done = connection.execute(f"delete from {table} where id in ({old})", [moment]).fetchone()
    return int(done[0]) if done else 0


def _run(connection: Connection, statement: str, moment: datetime) -> None:
    connection.execute(statement, [moment])
