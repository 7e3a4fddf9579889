"""How events become records."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime
from typing import TYPE_CHECKING

from forethought.code.outline import touched
from forethought.engine.session import Document, Quiet, Session
from forethought.episodes.burst import Burst
from forethought.episodes.records import Interaction
from forethought.events import BranchSeen, Closed, Edited, Event, Focused, Opened, Saved

if TYPE_CHECKING:
    from forethought.engine import Engine
    from forethought.engine.projects import Place


async def follow(engine: Engine, session: Session, event: Event | Quiet) -> None:
    match event:
        case BranchSeen():
            engine.projects.branch_seen(event)
        case Opened():
            await _opened(engine, session, event)
        case Edited():
            _edited(engine, session, event)
        case Focused():
            await _focused(engine, session, event.path)
        case Quiet():
            await _close_burst(engine, session, event.path)
        case Saved():
            await _close_burst(engine, session, event.path)
            if document := session.documents.get(event.path):
                _record(engine, session, document.place, "write")
        case Closed():
            await _close_burst(engine, session, event.path)
            session.documents.pop(event.path, None)


async def close_bursts(engine: Engine, session: Session) -> None:
    for path in list(session.documents):
        await _close_burst(engine, session, path)


async def _opened(engine: Engine, session: Session, event: Opened) -> None:
    place = await engine.projects.place(session, event.path)
    if _private(session, place):
        return  # its text is not even kept in memory
    session.documents[event.path] = Document(place, event.text)
    session.focus = event.path
    if not event.resumed:
        _record(engine, session, place, "open")


def _edited(engine: Engine, session: Session, event: Edited) -> None:
    if (document := session.documents.get(event.path)) is None:
        return
    if document.burst is None:
        document.burst = Burst()
    for change in event.changes:
        document.text.apply(change)
        document.burst.add(change)
    document.burst.last = engine.now()
    document.version += 1
    engine.bursts.touch((session.id, event.path))


async def _focused(engine: Engine, session: Session, path: str) -> None:
    if path == session.focus:
        return
    place = await engine.projects.place(session, path)
    session.focus = path
    _record(engine, session, place, "view")


async def _close_burst(engine: Engine, session: Session, path: str) -> None:
    document = session.documents.get(path)
    if document is None or document.burst is None:
        return
    burst, document.burst = document.burst, None
    lines = burst.lines()
    loop = asyncio.get_running_loop()
    symbols = await loop.run_in_executor(engine.parsing, touched, path, document.text.text(), lines)
    _record(engine, session, document.place, "edit", time=burst.last, lines=lines, symbols=symbols)
    await document.place.project.store.written()
    engine.tell(document.place.folder.sessions, "hints_changed", {"files": [path]})


def _record(
    engine: Engine,
    session: Session,
    place: Place,
    operation: str,
    time: datetime | None = None,
    lines: list[tuple[int, int]] | None = None,
    symbols: list[str] | None = None,
) -> None:
    if not place.project.recording or _private(session, place):
        return
    task = place.folder.task
    place.project.record(
        Interaction(
            time=time or engine.now(),
            session=session.id,
            task=task.id if task else None,
            branch=place.folder.head.branch,
            path=place.path,
            operation=operation,
            lines=json.dumps(lines) if lines else None,
            symbols=symbols,
        )
    )


def _private(session: Session, place: Place) -> bool:
    return not session.recorded or not place.folder.ignore.recordable(place.path)
