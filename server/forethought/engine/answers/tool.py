"""tool.record: what an assistant's tools did."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from forethought.commands.tool import Touched
from forethought.engine.call import Call, Handler, shortened
from forethought.engine.folder import Folder
from forethought.engine.projects import Place
from forethought.episodes.records import Interaction, ToolRun
from forethought.errors import InvalidParams, Refused
from forethought.secrets import redact


async def record(call: Call) -> dict[str, Any]:
    """The run and the files it touched, in one transaction; answered when it is on disk."""
    params = call.params
    folder = await call.folder()
    if not folder.project.recording or not call.session.recorded:
        raise Refused("recording is paused; resume it with recording.resume")
    places = [await call.engine.projects.place(call.session, file.path, params.workspace) for file in params.files]
    skipped = [place.path for place in places if not place.folder.ignore.recordable(place.path)]
    touched = [
        _interaction(call, file, place)
        for file, place in zip(params.files, places, strict=True)
        if place.path not in skipped
    ]
    if any(place.project is not folder.project for place in places):
        raise InvalidParams("files: one run belongs to one project")
    run = ToolRun(
        time=call.engine.now(),
        session=call.session.id,
        task=folder.task.id if folder.task else None,
        tool=params.tool,
        parameters=shortened(params.parameters),
        result=_clean(params.result),
        success=params.success,
        error=_clean(params.error),
        duration_ms=params.duration_ms,
        context_tokens=params.context_tokens,
    )
    row = await asyncio.wrap_future(folder.project.record_run(run, *touched))
    await _learn(call, folder, run)
    return {"id": row, "skipped": skipped}


async def _learn(call: Call, folder: Folder, run: ToolRun) -> None:
    """A failure is an error that its tool may end later by succeeding."""
    folder.lessons.ran(run.tool)
    if run.success:
        await folder.problems.succeeded(call.engine.now(), run.tool)
    elif run.error:
        await folder.problems.seen(call.engine.now(), call.session.id, run.error, None, None, run.tool)


def _interaction(call: Call, file: Touched, place: Place) -> Interaction:
    task = place.folder.task
    return Interaction(
        time=call.engine.now(),
        session=call.session.id,
        task=task.id if task else None,
        branch=place.folder.head.branch,
        path=place.path,
        operation=file.operation,
        lines=json.dumps([file.line_range]) if file.line_range else None,
        success=call.params.success,
        why=_clean(file.why),
    )


def _clean(text: str | None) -> str | None:
    return redact(text).text[:2000] if text else None


HANDLERS: dict[str, Handler] = {"tool.record": record}
