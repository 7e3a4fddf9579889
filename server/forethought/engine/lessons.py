"""What work teaches while it goes on: renames and their users, what files are for, ways of working."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from forethought.code.languages import language_of
from forethought.code.outline import outline, touched
from forethought.code.parse import parse
from forethought.episodes.changes import Change, summarise
from forethought.episodes.learnings import Actions, is_test, purpose
from forethought.episodes.records import Learning, Pattern
from forethought.episodes.refactors import Refactor, Refactors, Seen
from forethought.secrets import redact
from forethought.store.duck import Connection
from forethought.store.tables import insert, merge

if TYPE_CHECKING:
    from forethought.engine.folder import Folder

_FIRST = 0.4  # how sure a learning is when it is seen once; each further time takes away a third of the doubt


class Told:
    """An edit as the facts before and after tell it."""

    def __init__(self, symbols: list[str], change: Change | None = None, purpose: str | None = None) -> None:
        self.symbols, self.change, self.purpose = symbols, change, purpose

    @property
    def summary(self) -> str | None:
        return redact(self.change.summary).text if self.change and self.change.summary else None


def tell(path: str, before: str, after: str, lines: list[tuple[int, int]], known: list[tuple[str, str]]) -> Told:
    """Read a file as it was and as it is; for a thread that may take its time."""
    sources = [text.encode("utf-8", "surrogatepass") for text in (before, after)]
    if (language := language_of(path, sources[1][:200])) is None:
        return Told([])
    old, new = (parse(source, language.name) for source in sources)
    symbols = touched(outline(new), lines)
    change = summarise(old, new, symbols, known)
    gone = [name for name, _ in change.renamed if name not in symbols]
    return Told(symbols + gone, change, purpose(new, after))


class Lessons:
    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._refactors = Refactors()
        self._actions = Actions()
        self._purposes: dict[str, str] = {}

    def renames(self) -> list[tuple[str, str]]:
        return self._refactors.names()

    async def edited(self, now: datetime, path: str, told: Told) -> None:
        self._actions.add("edit tests" if is_test(path) else "edit")
        if told.change is None:
            return
        task = self._folder.task
        for refactor in self._refactors.edited(Seen(now, task.id if task else None, path, told.change)):
            await self._keep(refactor, now)
        about = told.purpose
        if about and self._purposes.get(path) != about:
            self._purposes[path] = about
            self._learn("file_purpose", path, {"purpose": redact(about).text}, now)

    def ran(self, tool: str) -> None:
        self._actions.add(f"run {tool}")

    def committed(self, now: datetime) -> None:
        if steps := self._actions.committed():
            self._learn("workflow", " → ".join(steps), {"steps": steps}, now)

    def failed_often(self, kind: str, message: str, times: int, now: datetime) -> None:
        self._learn("common_error", kind, {"message": message, "times": times}, now)

    async def _keep(self, refactor: Refactor, now: datetime) -> None:
        """One row for one rename, however long it takes."""
        data, sure = json.dumps(refactor.data()), min(1.0, 0.5 + 0.1 * len(refactor.users))
        store = self._folder.project.store
        if refactor.row is None:
            pattern = Pattern(type="refactor", data=data, confidence=sure, first_seen=now, last_seen=now)
            written = store.write(lambda connection: insert(connection, "learned_patterns", [pattern]))
            [refactor.row] = await asyncio.wrap_future(written)
            return

        def update(connection: Connection) -> None:
            sql = "update learned_patterns set data = ?, confidence = ?, last_seen = ? where id = ?"
            connection.execute(sql, [data, sure, now, refactor.row])

        await asyncio.wrap_future(store.write(update))

    def _learn(self, kind: str, subject: str, data: dict[str, Any], now: datetime) -> None:
        learning = Learning(
            kind=kind, subject=subject, data=json.dumps(data), confidence=_FIRST, first_seen=now, last_seen=now
        )
        row = msgspec.structs.asdict(learning)
        surer = """data = new.data, seen = old.seen + 1, last_seen = new.last_seen,
                   confidence = 1 - (1 - old.confidence) * 2 / 3"""
        self._folder.project.store.write(
            lambda connection: merge(connection, "session_learnings", ("kind", "subject"), [row], surer)
        )
