"""One front end's place in the engine: what it has open, and the order of what it sent."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from forethought.code.text import Text
from forethought.episodes.burst import Burst
from forethought.events import Diagnostic, Event
from forethought.link import Hello, Notice

if TYPE_CHECKING:
    from forethought.engine.project import Project
    from forethought.engine.projects import Place


class Quiet(NamedTuple):
    """Nobody typed in this document for a while: the edit under way is finished."""

    path: str


class Numbered(NamedTuple):
    """A session's event and its number; 0 for what is told again only to be known, as after a reconnect."""

    number: int
    event: Event


class Document:
    """An open file: where it belongs, its text as the editor has it, and the edit under way."""

    def __init__(self, place: Place, text: str) -> None:
        self.place = place
        self.text = Text(text)
        self.burst: Burst | None = None

    def show(self, session: str) -> None:
        """From now on this text counts, not what is on disk."""
        self.place.folder.code.typed(self.place.path, self.text.text(), session)

    def hide(self, session: str) -> None:
        self.place.folder.code.closed(self.place.path, session)


class Session:
    def __init__(self, hello: Hello, notice: Notice) -> None:
        self.hello = hello
        self.id = hello.session
        self.notice = notice
        # An untrusted workspace leaves no trace, nor does a person who switched recording off.
        self.recorded = hello.trusted and hello.settings.get("recording") is not False
        self.documents: dict[str, Document] = {}
        self.focus: str | None = None
        self.complaints: dict[str, tuple[Diagnostic, ...]] = {}  # about files that are being edited
        self.inbox: asyncio.Queue[Numbered | Quiet | asyncio.Future[None] | None] = asyncio.Queue()
        self.done: dict[Project, dict[str, int]] = {}  # the last event recorded of each path, before this join
        self.taken = 0  # the last event that was taken in
        self.told_settled = 0
        self.idle = False  # whether everything from the inbox was taken in
        self.serving: asyncio.Task[None] | None = None

    async def caught_up(self) -> None:
        """Wait until everything this session sent before was taken in."""
        if self.idle and self.inbox.empty():
            return
        mark: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.inbox.put_nowait(mark)
        await mark

    def settled(self) -> int:
        """Up to which event everything is recorded or never will be: all but the edits under way."""
        bursts = [document.burst.first_event for document in self.documents.values() if document.burst]
        return min(bursts) - 1 if bursts else self.taken

    def reached(self, mark: asyncio.Future[None]) -> None:
        if not mark.done():  # done: whoever waited was cancelled
            mark.set_result(None)

    def drain(self) -> None:
        """Let go of whoever still waits on a session that has left."""
        while not self.inbox.empty():
            item = self.inbox.get_nowait()
            if isinstance(item, asyncio.Future):
                self.reached(item)
