"""Errors while somebody works on them: one that goes away after edits teaches how it is fixed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from forethought.episodes.errors import FORGOTTEN_MINUTES, alikeness, fix_summary, signature, telling_line
from forethought.episodes.history import iso
from forethought.episodes.records import Pattern, Problem
from forethought.events import Diagnostic
from forethought.secrets import redact
from forethought.store.duck import Connection
from forethought.store.tables import insert

if TYPE_CHECKING:
    from forethought.engine.folder import Folder

Row = dict[str, Any]
# How sure a first fix is: seen to make the error go, or only followed by quiet.
WATCHED, GUESSED = 0.6, 0.4
_FORGOTTEN = timedelta(minutes=FORGOTTEN_MINUTES)
_MOST_FILES = 5
OFTEN = 3


class Problems:
    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._shown: dict[str, dict[str, int]] = {}  # path → telling line → row of errors

    async def seen(
        self, now: datetime, session: str, message: str, path: str | None, line: int | None, source: str | None
    ) -> int:
        """An error was met: a new row, or one more time for a row that is open."""
        told = telling_line(redact(message).text)
        await self._forget(now, signature(told))
        if known := await self._open("message = ? and coalesce(path = ?, true)", [told, path]):
            return await self._again(now, known[0])
        task = self._folder.task
        problem = Problem(
            time=now,
            session=session,
            task=task.id if task else None,
            path=path,
            line=line,
            source=source,
            message=told,
            signature=signature(told),
            last_seen=now,
        )
        [number] = await asyncio.wrap_future(
            self._folder.project.store.write(lambda connection: insert(connection, "errors", [problem]))
        )
        return number

    async def _again(self, now: datetime, row: Row) -> int:
        def count(connection: Connection) -> None:
            sql = "update errors set last_seen = ?, seen = seen + 1 where id = ?"
            connection.execute(sql, [now, row["id"]])

        await asyncio.wrap_future(self._folder.project.store.write(count))
        [total] = await self._folder.project.store.rows(
            "select sum(seen) as times from errors where signature = ?", [row["signature"]]
        )
        if total["times"] >= OFTEN:
            self._folder.lessons.failed_often(row["signature"], row["message"], int(total["times"]), now)
        return int(row["id"])

    async def shown(self, now: datetime, session: str, path: str, items: Iterable[Diagnostic]) -> None:
        """An editor shows these errors in a file, and no others."""
        if path not in self._shown:
            known = await self._open("path = ? and source like 'editor%'", [path])
            self._shown[path] = {row["message"]: row["id"] for row in known}
        shown = self._shown[path]
        there = {telling_line(redact(item.message).text): item for item in items if item.severity == 1}
        for message, item in there.items():
            if message not in shown:
                source = f"editor/{item.source}" if item.source else "editor"
                shown[message] = await self.seen(now, session, item.message, path, item.line + 1, source)
        for message in [message for message in shown if message not in there]:
            row = await self._open("id = ?", [shown.pop(message)])
            for problem in row:
                await self._gone(problem, now, WATCHED)

    async def succeeded(self, now: datetime, tool: str) -> None:
        """A tool that had failed has succeeded: what it complained of is gone."""
        for problem in await self._open("source = ?", [tool]):
            await self._gone(problem, now, WATCHED)

    async def similar(self, message: str, path: str | None, limit: int = 3) -> list[Row]:
        """Errors like this one that were fixed, the most alike first."""
        told = telling_line(redact(message).text)
        found = await self._folder.project.store.rows(
            "select data, confidence, last_seen from learned_patterns where type = 'error_fix' order by last_seen desc"
        )
        scored = []
        for order, row in enumerate(found):
            data = json.loads(row["data"])
            if alike := alikeness(told, data["message"]):
                scored.append((-alike, path != data["path"], -row["confidence"], order, data))
        return [_answer(data, -alike) for alike, *_, data in sorted(scored)[:limit]]

    async def _forget(self, now: datetime, kind: str) -> None:
        """What was open and came back only after a long time had gone away in between."""
        old = await self._open("signature = ? and last_seen < ?", [kind, now - _FORGOTTEN])
        for problem in old:
            await self._gone(problem, problem["last_seen"] + _FORGOTTEN, GUESSED)

    async def _open(self, where: str, values: list[Any]) -> list[Row]:
        store = self._folder.project.store
        await store.written()
        return await store.rows(f"select * from errors where gone is null and {where} order by id desc", values)

    async def _gone(self, problem: Row, when: datetime, confidence: float) -> None:
        """The edits made while the error was there are its fix. One begun before it came is rather its cause."""
        store = self._folder.project.store
        edits = await store.rows(
            """select path, symbols, summary, time from file_interactions
               where operation = 'edit' and time > $1 and time <= $2 and coalesce(began, time) > $1
                 and ($3::varchar is null or task is null or task = $3) order by time desc, id desc""",
            [problem["last_seen"], when, problem["task"]],
        )
        files = list(dict.fromkeys(edit["path"] for edit in edits))[:_MOST_FILES]
        edits = [edit for edit in edits if edit["path"] in files]
        data = {
            "message": problem["message"],
            "signature": problem["signature"],
            "path": problem["path"],
            "files": files,
            "symbols": list(dict.fromkeys(name for edit in edits for name in edit["symbols"] or ()))[:20],
            "summary": fix_summary(edits),
            "when": iso(edits[0]["time"]) if edits else None,
        }
        await asyncio.wrap_future(
            store.write(lambda connection: _learn(connection, problem["id"], data, when, confidence))
        )


def _learn(connection: Connection, problem: int, data: Row, when: datetime, confidence: float) -> None:
    """The error is gone; with edits, that is a pattern, or one seen before and surer now."""
    fix = None
    if data["files"]:
        known = connection.execute(
            """select id from learned_patterns where type = 'error_fix' and data ->> '$.signature' = ?
               and data ->> '$.message' = ? and data ->> '$.files' = ?""",
            [data["signature"], data["message"], json.dumps(data["files"], separators=(",", ":"))],
        ).fetchone()
        if known:
            fix = known[0]
            connection.execute(
                """update learned_patterns set data = ?, seen = seen + 1, last_seen = ?,
                   confidence = 1 - (1 - confidence) * (1 - ?) where id = ?""",
                [json.dumps(data), when, confidence, fix],
            )
        else:
            pattern = Pattern(
                type="error_fix", data=json.dumps(data), confidence=confidence, first_seen=when, last_seen=when
            )
            [fix] = insert(connection, "learned_patterns", [pattern])
    connection.execute("update errors set gone = ?, fix = ? where id = ?", [when, fix, problem])


def _answer(data: Row, alike: float) -> Row:
    fix = {name: data[name] for name in ("files", "symbols", "summary", "when")}
    return {"message": data["message"], "alike": round(alike, 3), "fix": fix}
