"""What each command does: one function per name in the registry."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from forethought.engine.answers import hints, history, status, tasks, tools
from forethought.engine.call import Call

Handler = Callable[[Call], Awaitable[dict[str, Any]]]

HANDLERS: dict[str, Handler] = {
    "status": status.status,
    "recording.pause": status.pause,
    "recording.resume": status.resume,
    "history.file": history.file,
    "history.search": history.search,
    "history.tools": history.tools,
    "task.start": tasks.start,
    "task.pause": tasks.pause,
    "task.resume": tasks.resume,
    "task.complete": tasks.complete,
    "task.fail": tasks.fail,
    "task.list": tasks.listed,
    "task.similar": tasks.similar,
    "tool.record": tools.record,
    "hints.hover": hints.hover,
    "hints.lenses": hints.lenses,
}
