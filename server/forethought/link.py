"""How a front end reaches an engine, wherever that engine runs.

Two links exist: `daemon.client.Client` (over the socket) and `daemon.local.Local` (in this process).
Front ends know neither.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from forethought.events import Event

# A notice is something the engine tells its front ends unasked: its name and its data.
Notice = Callable[[str, dict[str, Any]], None]


class Hello(msgspec.Struct, frozen=True, kw_only=True):
    """Who connects. The session's id is chosen by the front end, so that it outlives a reconnect."""

    version: str
    session: str
    client: str
    pid: int
    roots: tuple[str, ...] = ()
    again: bool = False  # not the first hello of this session: what follows may have been told before
    trusted: bool = True
    settings: dict[str, Any] = {}


class Link(Protocol):
    def post(self, event: Event) -> None:
        """Hand over an event: at once, in order, never failing, recorded once whatever dies meanwhile."""

    async def ask(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        """Answer a command, or raise a ForethoughtError. Cancelling the task cancels the command."""

    async def close(self) -> None:
        """Leave; what was posted before is delivered first."""
