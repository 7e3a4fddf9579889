"""One command while it is being answered: who asked, for which project, and the trace it leaves."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from forethought.commands import PREFIX
from forethought.commands.params import Command, Params
from forethought.engine.folder import Folder
from forethought.engine.projects import Place
from forethought.engine.session import Session
from forethought.episodes.records import ToolRun
from forethought.errors import ForethoughtError
from forethought.secrets import redact_data

if TYPE_CHECKING:
    from forethought.engine import Engine

Handler = Callable[["Call"], Awaitable[dict[str, Any]]]
# What is kept of a tool's parameters: enough to recognise the call, not to repeat it.
LONGEST = 2000


class Call:
    def __init__(self, engine: Engine, session: Session, params: Params) -> None:
        self.engine = engine
        self.session = session
        self.params: Any = params  # each handler knows its own command's type
        self._folder: Folder | None = None

    async def folder(self) -> Folder:
        """The project's folder the command is about; what was recorded before can be read."""
        if self._folder is None:
            self._folder = await self.engine.projects.folder(self.session, self.params.workspace)
            await self._folder.project.store.written()
        return self._folder

    async def place(self, file: str) -> Place:
        place = await self.engine.projects.place(self.session, file, self.params.workspace)
        self._folder = place.folder
        await place.project.store.written()
        return place

    @contextmanager
    def recorded(self, command: Command, arguments: dict[str, Any]) -> Iterator[None]:
        """Every command is itself a tool execution of the project it was about."""
        started = time.perf_counter()
        error: str | None = "cancelled"
        try:
            yield
            error = None
        except ForethoughtError as problem:
            error = problem.kind
            raise
        except Exception:
            error = "internal"
            raise
        finally:
            folder = self._folder
            if folder and not command.internal and self.session.recorded and folder.project.recording:
                run = ToolRun(
                    time=self.engine.now(),
                    session=self.session.id,
                    task=folder.task.id if folder.task else None,
                    tool=PREFIX + command.name,
                    parameters=shortened(arguments) if command.keeps_parameters else None,
                    success=error is None,
                    error=error,
                    duration_ms=(time.perf_counter() - started) * 1000,
                )
                folder.project.record_own_run(run)


def shortened(data: dict[str, Any] | None) -> str | None:
    """Parameters as JSON without secrets, cut where it gets long."""
    if not data:
        return None
    clean, _ = redact_data(data)
    return json.dumps(clean, ensure_ascii=False)[:LONGEST]
