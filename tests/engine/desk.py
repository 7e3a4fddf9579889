"""A front end without LSP: what a session can do to the engine, in the words of the person at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from forethought.engine import Engine
from forethought.events import Change, Closed, Edited, Event, Focused, Opened, Saved
from forethought.link import Hello


class Clock:
    def __init__(self) -> None:
        self.time = 1_790_000_000.0

    def __call__(self) -> float:
        return self.time

    def pass_days(self, days: float) -> None:
        self.time += days * 86_400


class Desk:
    def __init__(self, engine: Engine, root: Path | None, session: str = "window", **hello: Any) -> None:
        self.engine = engine
        self.session = session
        self.root = root
        self.notices: list[tuple[str, dict[str, Any]]] = []
        self._number = 0
        fields = {"version": "0", "client": "test", "pid": 1, "roots": (str(root),) if root else (), **hello}
        engine.join(Hello(session=session, **fields), lambda name, data: self.notices.append((name, data)))

    def path(self, name: str) -> str:
        return name if name.startswith("/") or self.root is None else str(self.root / name)

    def tell(self, event: Event) -> None:
        self._number += 1
        self.engine.apply(self.session, event, self._number)

    def open(self, name: str, text: str | None = None) -> None:
        text = Path(self.path(name)).read_text() if text is None else text
        self.tell(Opened(self.path(name), "python", text))

    def type(self, name: str, line: int, text: str) -> None:
        """Type at the beginning of a line (zero-based)."""
        self.tell(Edited(self.path(name), (Change(line, 0, line, 0, text),)))

    def save(self, name: str) -> None:
        self.tell(Saved(self.path(name)))

    def close(self, name: str) -> None:
        self.tell(Closed(self.path(name)))

    def focus(self, name: str) -> None:
        self.tell(Focused(self.path(name)))

    def leave(self) -> None:
        self.engine.leave(self.session)

    async def ask(self, command: str, **params: Any) -> dict[str, Any]:
        return await self.engine.answer(self.session, command, params)

    async def operations(self, name: str) -> list[str]:
        """What is recorded of a file, oldest first."""
        answer = await self.ask("history.file", file=name, limit=100)
        return [row["operation"] for row in reversed(answer["interactions"])]

    async def until(self, condition: Callable[[], Any], seconds: float = 10) -> None:
        """Wait for a state; `condition` may be a coroutine function."""
        async with asyncio.timeout(seconds):
            while not (await met if asyncio.iscoroutine(met := condition()) else met):
                await asyncio.sleep(0.01)
