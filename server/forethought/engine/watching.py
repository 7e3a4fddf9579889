"""What open texts set off: negatives and procedures whose trigger matches, looked for as the text changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from forethought.engine.memories import Reach
from forethought.engine.session import Session
from forethought.events import Closed, Edited, Event, Opened
from forethought.jobs import Debounce

if TYPE_CHECKING:
    from forethought.engine import Engine

_QUIET, _LONGEST = 0.15, 1.0  # seconds
_SLICE = 1_000  # lines
_FIRST = {"negative": 0}  # of two on one line


class Watching:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._documents: Debounce[tuple[str, str]] = Debounce(_QUIET, _LONGEST, self._due)
        self._told: dict[tuple[str, str], list[dict[str, Any]]] = {}

    def followed(self, session: Session, event: Event) -> None:
        """A session's document is other than it was."""
        if isinstance(event, Opened | Edited) and (document := session.documents.get(event.path)):
            project = document.place.project.id
            memories = self._engine.memories
            if memories.any(project) and memories.on(project, session):
                self._documents.touch((session.id, event.path))
        elif isinstance(event, Closed):
            self._told.pop((session.id, event.path), None)

    def look_again(self) -> None:
        """What sets something off is other than it was."""
        for session in self._engine.sessions.values():
            for path in session.documents:
                self._documents.touch((session.id, path))

    async def hits(self, session: Session, path: str) -> list[dict[str, Any]]:
        """What an open document sets off, line by line."""
        document = session.documents.get(path)
        if document is None or not self._engine.memories.on(document.place.project.id, session):
            return []
        lines = list(document.text.lines)  # the text may move on meanwhile
        memories = self._engine.memories
        reach = await memories.reach(document.place.folder, session)
        found: list[dict[str, Any]] = []
        for start in range(0, len(lines), _SLICE):  # so that questions need not wait for a long text
            found += await memories.run(set_off, reach, lines[start : start + _SLICE], start)
        return found

    def left(self, session: Session) -> None:
        for key in [key for key in self._told if key[0] == session.id]:
            del self._told[key]

    def _due(self, key: tuple[str, str]) -> None:
        self._engine.memories.in_background(self._look(*key))

    async def _look(self, session_id: str, path: str) -> None:
        session = self._engine.sessions.get(session_id)
        if session is None:
            return
        found = await self.hits(session, path)
        if self._told.get((session_id, path), []) != found:
            self._told[session_id, path] = found
            session.notice("diagnostics_changed", {"file": path, "diagnostics": found})


def set_off(reach: Reach, lines: Sequence[str], first: int = 0) -> list[dict[str, Any]]:
    """Negatives lead; on the memory thread."""
    found = []
    for shelf in reach:
        for line, memory_id in shelf.view.triggers.hits(lines):
            memory = shelf.view.memories[memory_id]
            found.append(
                {
                    "line": first + line,
                    "id": memory.id,
                    "kind": memory.kind,
                    "scope": memory.scope,
                    "name": memory.name,
                    "message": memory.content,
                }
            )
    return sorted(found, key=lambda hit: (hit["line"], _FIRST.get(str(hit["kind"]), 1), str(hit["id"])))
