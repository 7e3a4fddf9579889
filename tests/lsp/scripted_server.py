"""`forethought lsp` with a link whose answers are scripted: what it was told can be asked for.

The engine's part is played in memory, so that the front end is tested alone and at the edges: an engine
that is late, refuses, breaks, prints, speaks unasked, or never comes. Run it as a program; its argument says
how the link behaves, and the text of `history.search` what happens then.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from functools import partial
from typing import Any

import msgspec

from forethought.code.text import Text
from forethought.errors import NotFound, Unavailable
from forethought.events import Edited, Event, Opened
from forethought.link import Hello, Notice
from forethought.lsp.run import run

HINT = {"symbol": "login", "edits": 6, "sessions": 3, "last": None, "ago": "2 d ago", "branch": "feature/x"}
PARTNERS = ["tests/test_login.py"]


class Scripted:
    """Keeps the documents as the events tell them, and a list of all other events."""

    def __init__(self, way: str, hello: Hello, notice: Notice) -> None:
        self.hello, self.notice, self.way = hello, notice, way
        self.there = time.monotonic() + {"late": 0.5, "never": 3600}.get(way, 0)
        self.documents: dict[str, Text] = {}
        self.events: list[dict[str, Any]] = []
        self.cancelled = 0
        self.counts = {"opened": 0, "edited": 0, "changes": 0}

    def post(self, event: Event) -> None:
        if isinstance(event, Opened):
            self.counts["opened"] += 1
            self.documents[event.path] = Text(event.text)
        if isinstance(event, Edited):
            for change in event.changes:
                self.documents[event.path].apply(change)
            self.counts["edited"] += 1
            self.counts["changes"] += len(event.changes)
        if self.way != "forgetful":
            self.events.append(msgspec.to_builtins(event))

    async def ask(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        if self.way == "never":
            await asyncio.sleep(5)
            raise Unavailable("store unavailable")
        await asyncio.sleep(max(0, self.there - time.monotonic()))
        if command.startswith("hints.") and self.way == "slow":
            await asyncio.sleep(3600)
        if command == "hints.hover":
            return {**HINT, "partners": PARTNERS, "file": {}} if params["line"] < 100 else {}
        if command == "hints.lenses":
            top = {**HINT, "symbol": None, "line": 0, "partners": []}
            return {"lenses": [top, {**HINT, "line": 4, "partners": PARTNERS}]}
        if command == "status":
            return {"hello": msgspec.to_builtins(self.hello), "counts": self.counts, "cancelled": self.cancelled}
        if command == "history.search":
            return await self._play(params["text"])
        return {"command": command, "params": params}

    async def _play(self, scene: str) -> dict[str, Any]:
        if scene == "events":
            events, self.events = self.events, []
            return {"events": events}
        if scene == "documents":
            return {"documents": {path: text.text() for path, text in self.documents.items()}}
        if scene == "forever":
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                self.cancelled += 1
                raise
        if scene == "not found":
            raise NotFound("task: there is no task 7")
        if scene == "away":
            raise Unavailable("store unavailable")
        if scene == "bug":
            raise ZeroDivisionError("secret text of code")
        if scene == "nan":
            return {"value": float("nan")}
        if scene == "object":
            return {"value": object()}
        if scene == "print":
            print("this must not reach the editor", flush=True)
            os.write(1, b"nor this, from C")
            child = await asyncio.create_subprocess_shell("echo nor a child; cat")
            await child.wait()  # at once: what it reads is not the editor's words
        if scene.startswith("message "):
            self.notice("message", {"level": scene.split()[1], "text": "a word from the engine"})
        if scene.startswith("changed "):
            self.notice("hints_changed", {"files": [scene.removeprefix("changed ")]})
        return {"scene": scene}

    async def close(self) -> None:
        if self.way == "clinging":
            try:
                await asyncio.sleep(3600)
            finally:
                print("link let go", file=sys.stderr, flush=True)
        print("link closed", file=sys.stderr, flush=True)


def main(way: str) -> int:
    return run(partial(Scripted, way))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "ready"))
