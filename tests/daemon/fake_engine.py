"""An engine small enough to be right at sight, and a daemon that serves it (`python fake_engine.py`).

What it acknowledges is on the disk: one line per `task.start`, written and fsynced before the answer.
A document is its opening text followed by the text of every edit, so a lost or doubled event shows.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import forethought
from forethought.daemon import control
from forethought.errors import InvalidParams, Refused
from forethought.events import Closed, Edited, Event, Focused, Opened
from forethought.link import Hello, Notice


class FakeEngine:
    def __init__(self, home: Path) -> None:
        self.home = home
        self.sessions: dict[str, Notice] = {}
        self.documents: dict[tuple[str, str], str] = {}
        self.seen: list[str] = []

    @classmethod
    async def open(cls, home: Path) -> FakeEngine:
        if problem := os.environ.get("FAKE_PROBLEM"):
            append(home / "attempts", "attempt")
            raise Refused(problem)
        append(home / "opened", str(os.getpid()))
        return cls(home)

    def join(self, hello: Hello, notice: Notice) -> None:
        self.documents = {key: text for key, text in self.documents.items() if key[0] != hello.session}
        self.sessions[hello.session] = notice

    def apply(self, session: str, event: Event, number: int) -> None:
        self.seen.append(type(event).__name__)
        match event:
            case Opened(path, _, text):
                self.documents[session, path] = text
            case Edited(path, changes):
                self.documents[session, path] += "".join(change.text for change in changes)
                if number % 7 == 0:  # as if what came before had just been recorded
                    self.sessions[session]("settled", {"event": number})
            case Closed(path):
                del self.documents[session, path]
            case Focused("/slow.py"):
                time.sleep(0.002)

    async def answer(self, session: str, command: str, params: dict[str, Any]) -> dict[str, Any]:
        match command, params:
            case "task.start", {"description": str(text)}:
                append(self.home / "records", text)
                return {"id": text}
            case "history.file", {"file": str(path)}:
                return {"text": self.documents.get((session, path))}
            case "history.search", {"text": str(text)}:
                return await self._search(session, text)
            case "status", _:
                return {"pid": os.getpid(), "sessions": sorted(self.sessions), "seen": self.seen}
        raise InvalidParams(f"{command}: not like this")

    async def _search(self, session: str, text: str) -> dict[str, Any]:
        what, _, number = text.partition(" ")
        if what == "wait":
            append(self.home / "begun", text)
            try:
                await asyncio.sleep(float(number))
            except asyncio.CancelledError:
                append(self.home / "cancelled", text)
                raise
        elif what == "notices":
            for index in range(int(number)):
                self.sessions[session]("tick", {"index": index, "filler": "x" * 1000})
        elif what == "large":
            return {"text": "x" * int(number)}
        elif what == "foreign":
            return {"object": object()}
        elif what == "fail":
            raise RuntimeError(text)
        return {"text": text}

    def leave(self, session: str) -> None:
        del self.sessions[session]
        append(self.home / "left", session)

    async def close(self) -> None:
        append(self.home / "closed", str(os.getpid()))


def append(path: Path, line: str) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(fd, json.dumps(line).encode() + b"\n")
    os.fsync(fd)
    os.close(fd)


if __name__ == "__main__":
    forethought.__version__ = os.environ.get("FAKE_VERSION") or forethought.__version__
    sys.exit(control.run(FakeEngine.open))
