"""What this side needs of an engine. The real one is imported when it is opened, and only then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol

from forethought.events import Event
from forethought.link import Hello, Notice


class Engine(Protocol):
    def join(self, hello: Hello, notice: Notice) -> None:
        """A session begins; one with the same id that is still there is replaced."""

    def apply(self, session: str, event: Event, number: int) -> None:
        """A session numbers its events from 1; number 0 is told only to be known."""

    async def answer(self, session: str, command: str, params: dict[str, Any]) -> dict[str, Any]:
        """Answer, or raise a ForethoughtError."""

    def leave(self, session: str) -> None: ...

    async def close(self) -> None: ...


OpenEngine = Callable[[Path], Awaitable[Engine]]


async def open_engine(home: Path) -> Engine:
    """The real engine. Its libraries weigh too much for a front end that only wants to ask."""
    from forethought.engine import Engine as RealEngine

    return await RealEngine.open(home)
