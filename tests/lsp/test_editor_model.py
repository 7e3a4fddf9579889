"""Random sessions of an editor: our documents, and the engine's, are always the editor's own."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from forethought.code.text import Text
from forethought.daemon.journal import Journal
from forethought.events import Change, Closed, Edited, Event, Opened
from forethought.lsp import params
from forethought.lsp.features import register
from forethought.lsp.protocol import Server
from forethought.lsp.session import Session
from forethought.lsp.wire import Frames, encode
from lsp.fake_editor import edit
from lsp.naive import Naive, edits, texts

URIS = ["file:///project/a.py", "file:///project/b%20c.py", "file:///project/d.py"]
PATHS = ["/project/a.py", "/project/b c.py", "/project/d.py"]
BROKEN = [
    {"contentChanges": [{"text": "x"}]},
    {"textDocument": {"uri": URIS[0]}, "contentChanges": [{"text": "ok"}, {"text": 5}]},
    {"textDocument": {"uri": URIS[0]}, "contentChanges": [{"range": {"start": {"line": -1}}, "text": "x"}]},
    {"textDocument": {"uri": URIS[0]}, "contentChanges": "x"},
    [],
]

whole = texts.map(lambda text: {"text": text})
ranged = edits.map(lambda change: edit(*change))
steps = st.one_of(
    st.tuples(st.just("open"), st.integers(0, 2), texts),
    st.tuples(st.just("change"), st.integers(0, 2), st.lists(st.one_of(ranged, ranged, ranged, whole), max_size=4)),
    st.tuples(st.just("change"), st.integers(0, 2), st.lists(ranged, max_size=4)),
    st.tuples(st.just("close"), st.integers(0, 2), st.none()),
    st.tuples(st.just("save"), st.integers(0, 2), st.none()),
    st.tuples(st.just("broken"), st.integers(0, 2), st.sampled_from(BROKEN)),
    st.tuples(st.just("pause"), st.integers(0, 2), st.none()),
    st.tuples(st.just("settle"), st.integers(0, 2), st.none()),
    st.tuples(st.just("reconnect"), st.integers(0, 2), st.none()),
)


class Replica:
    """A link with a journal, whose engine keeps the documents as the events say."""

    def __init__(self) -> None:
        self.documents: dict[str, Text] = {}
        self.journal = Journal()

    def post(self, event: Event) -> None:
        self.journal.add(event)
        self.take(event)

    def begin_again(self) -> None:
        """A new engine, which knows nothing but what the journal tells it."""
        self.documents.clear()
        for event in (*self.journal.documents(), *self.journal.after(0)[1]):
            self.take(event)

    def take(self, event: Event) -> None:
        if isinstance(event, Opened):
            self.documents[event.path] = Text(event.text)
        elif isinstance(event, Edited):
            for change in event.changes:
                self.documents[event.path].apply(change)
        elif isinstance(event, Closed):
            del self.documents[event.path]

    async def ask(self, command: str, given: dict[str, Any]) -> dict[str, Any]:
        return {}

    async def close(self) -> None: ...


class Desk:
    """The editor's own idea of its documents, and a session that is told of them in bytes."""

    def __init__(self) -> None:
        self.model: dict[str, Naive] = {}
        server = Server()
        server.protocol.send = lambda data: None
        self.receive, self.frames = server.protocol.receive, Frames()
        self.replica = Replica()
        self.session = Session(server, params.Initialize(), lambda hello, notice: self.replica)
        register(server, self.session)

    def tell(self, method: str, given: Any) -> None:
        for message in self.frames.feed(encode({"jsonrpc": "2.0", "method": method, "params": given})):
            self.receive(message)

    async def step(self, name: str, which: int, what: Any) -> None:
        path, document = PATHS[which], {"uri": URIS[which]}
        if name == "open":
            self.model[path] = Naive(what)
            self.tell("textDocument/didOpen", {"textDocument": {**document, "languageId": "python", "text": what}})
        elif name == "change":
            for change in what if path in self.model else ():
                self.change(path, change)
            self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": what})
        elif name == "close":
            self.model.pop(path, None)
            self.tell("textDocument/didClose", {"textDocument": document})
        elif name == "save":
            self.tell("textDocument/didSave", {"textDocument": document})
        elif name == "broken":
            self.tell("textDocument/didChange", what)
        elif name == "pause":
            await asyncio.sleep(0)
        elif name == "settle":
            self.replica.journal.settle(self.replica.journal.last - which)
        elif name == "reconnect":
            self.replica.begin_again()

    def change(self, path: str, change: dict[str, Any]) -> None:
        if "range" not in change:
            self.model[path] = Naive(change["text"])
            return
        start, end = change["range"]["start"], change["range"]["end"]
        place = (start["line"], start["character"], end["line"], end["character"])
        self.model[path].apply(Change(*place, change["text"]))

    def check(self) -> None:
        expected = {path: naive.text for path, naive in self.model.items()}
        assert {path: document.text.text() for path, document in self.session.documents.items()} == expected
        self.session.outbox.flush()
        assert {path: text.text() for path, text in self.replica.documents.items()} == expected


@settings(max_examples=150, deadline=None)
@given(st.lists(steps, min_size=5, max_size=40))
def test_after_any_session_our_documents_and_the_engines_are_the_editors(script: list[tuple[str, int, Any]]):
    async def play() -> None:
        desk = Desk()
        for number, step in enumerate(script):
            await desk.step(*step)
            if number % 10 == 9:
                desk.check()
        desk.check()

    asyncio.run(play())
