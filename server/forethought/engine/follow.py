"""How events become records.

A session numbers its events and tells them again after a crash until they are settled. What is in the store
already is then followed (the text must be right) but not recorded a second time.
"""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import Future
from typing import TYPE_CHECKING

from forethought.engine.lessons import Told, tell
from forethought.engine.session import Document, Numbered, Quiet, Session
from forethought.episodes.burst import Burst
from forethought.episodes.records import Interaction
from forethought.events import BranchSeen, Closed, DiagnosticsSeen, Edited, Focused, Opened, Saved

if TYPE_CHECKING:
    from forethought.engine import Engine
    from forethought.engine.projects import Place


async def follow(engine: Engine, session: Session, item: Numbered | Quiet) -> None:
    if isinstance(item, Quiet):
        await _close_burst(engine, session, item.path)
        return
    number, event = item
    session.taken = max(session.taken, number)
    match event:
        case BranchSeen():
            engine.projects.branch_seen(event)
        case Opened():
            await _opened(engine, session, number, event)
        case Edited():
            await _edited(engine, session, number, event)
        case Focused():
            await _focused(engine, session, number, event.path)
        case DiagnosticsSeen():
            await _complained(engine, session, event)
        case Saved():
            await _close_burst(engine, session, event.path)
            if document := session.documents.get(event.path):
                await _record(engine, session, number, document.place, "write")
        case Closed():
            await _close_burst(engine, session, event.path)
            if document := session.documents.pop(event.path, None):
                document.hide(session.id)


async def close_all(engine: Engine, session: Session) -> None:
    """The session leaves: finish its edits, and let the disk count again."""
    for path, document in list(session.documents.items()):
        await _close_burst(engine, session, path)
        document.hide(session.id)


async def _opened(engine: Engine, session: Session, number: int, event: Opened) -> None:
    place = await engine.projects.place(session, event.path)
    if _private(session, place):
        return  # its text is not even kept in memory
    document = session.documents[event.path] = Document(place, event.text)
    document.show(session.id)
    session.focus = event.path
    await _record(engine, session, number, place, "open")


async def _edited(engine: Engine, session: Session, number: int, event: Edited) -> None:
    if (document := session.documents.get(event.path)) is None:
        return
    before = document.text.text() if document.burst is None else ""
    for change in event.changes:
        document.text.apply(change)
    document.show(session.id)
    if await _told_before(session, number, document.place):
        return
    if document.burst is None:
        document.burst = Burst(number, engine.now(), before)
    for change in event.changes:
        document.burst.add(change)
    document.burst.last, document.burst.last_event = engine.now(), number
    engine.bursts.touch((session.id, event.path))


async def _focused(engine: Engine, session: Session, number: int, path: str) -> None:
    if path == session.focus:
        return
    place = await engine.projects.place(session, path)
    session.focus = path
    await _record(engine, session, number, place, "view")


async def _complained(engine: Engine, session: Session, event: DiagnosticsSeen) -> None:
    """While somebody types in a file, what is complained of there comes and goes: wait for the end of the edit.
    An edit of another file that is under way may be what made the complaints go, so it ends here."""
    document = session.documents.get(event.path)
    if document is not None and document.burst is not None:
        session.complaints[event.path] = event.items
        return
    session.complaints.pop(event.path, None)
    place = await engine.projects.place(session, event.path)
    if not place.project.recording or _private(session, place):
        return
    for path in list(session.documents):
        await _close_burst(engine, session, path)
    await place.folder.problems.shown(engine.now(), session.id, place.path, event.items)


async def _close_burst(engine: Engine, session: Session, path: str) -> None:
    document = session.documents.get(path)
    if document is None or document.burst is None:
        return
    burst, document.burst = document.burst, None
    lines = burst.lines()
    folder, name = document.place
    known, text = folder.lessons.renames(), document.text.text()
    loop = asyncio.get_running_loop()
    told = await loop.run_in_executor(engine.parsing, tell, name, burst.before, text, lines, known)
    recorded = await _record(engine, session, burst.last_event, document.place, "edit", burst, told)
    if recorded is None:
        return
    shown = {"files": [path]}
    asyncio.wrap_future(recorded).add_done_callback(lambda _: engine.tell(folder.sessions, "hints_changed", shown))
    await folder.lessons.edited(burst.last, name, told)
    if (items := session.complaints.pop(path, None)) is not None:
        await folder.problems.shown(engine.now(), session.id, name, items)


async def _record(
    engine: Engine,
    session: Session,
    number: int,
    place: Place,
    operation: str,
    burst: Burst | None = None,
    told: Told | None = None,
) -> Future[list[int]] | None:
    if not place.project.recording or _private(session, place) or await _told_before(session, number, place):
        return None
    task = place.folder.task
    return place.project.record(
        Interaction(
            time=burst.last if burst else engine.now(),
            began=burst.began if burst else None,
            session=session.id,
            task=task.id if task else None,
            branch=place.folder.head.branch,
            path=place.path,
            operation=operation,
            lines=json.dumps(burst.lines()) if burst else None,
            symbols=told.symbols if told else None,
            summary=told.summary if told else None,
            event=number,
        )
    )


async def _told_before(session: Session, number: int, place: Place) -> bool:
    if number == 0:
        return True
    if not session.hello.again:
        return False
    if place.project not in session.done:
        session.done[place.project] = await place.project.recorded_events(session.id)
    return number <= session.done[place.project].get(place.path, 0)


def _private(session: Session, place: Place) -> bool:
    return not session.recorded or not place.folder.ignore.recordable(place.path)
