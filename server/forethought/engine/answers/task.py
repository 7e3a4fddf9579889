"""task.*: what is being worked on."""

from __future__ import annotations

from typing import Any

import msgspec

from forethought.engine.call import Call, Handler
from forethought.engine.folder import Folder
from forethought.episodes import tasks
from forethought.episodes.history import iso
from forethought.episodes.records import Task
from forethought.errors import InvalidParams, NotFound
from forethought.secrets import redact


async def start(call: Call) -> dict[str, Any]:
    folder = await call.folder()
    description = redact(call.params.description).text
    task = folder.project.tasks.start(
        str(folder.root), folder.head.branch, call.session.id, description, call.params.intent
    )
    return await _told(folder, task)


async def pause(call: Call) -> dict[str, Any]:
    folder = await call.folder()
    task = _chosen(call, folder)
    if task.status != "active":
        raise InvalidParams(f"id: task {task.id!r} is {task.status}, only an active one can be paused")
    return await _stop(call, folder, task, "paused")


async def resume(call: Call) -> dict[str, Any]:
    folder = await call.folder()
    if call.params.id is None:
        paused = [task for task in folder.project.tasks.all("paused") if task.named]
        if not paused:
            raise NotFound("id: no task is paused")
        task = paused[0]
    else:
        task = folder.project.tasks.get(call.params.id)
    return await _told(folder, folder.project.tasks.resume(str(folder.root), task))


async def complete(call: Call) -> dict[str, Any]:
    return await _finish(call, "completed")


async def fail(call: Call) -> dict[str, Any]:
    return await _finish(call, "failed")


async def listed(call: Call) -> dict[str, Any]:
    folder = await call.folder()
    chosen = folder.project.tasks.all(call.params.status)
    limit = call.params.limit
    return {"tasks": await _all_told(folder, chosen[:limit]), "truncated": len(chosen) > limit}


async def similar(call: Call) -> dict[str, Any]:
    folder = await call.folder()
    found = tasks.alike(call.params.description, folder.project.tasks.all(), call.params.limit)
    told = await _all_told(folder, [task for _, task in found])
    return {"tasks": [{**row, "score": round(score, 3)} for row, (score, _) in zip(told, found, strict=True)]}


async def _finish(call: Call, status: str) -> dict[str, Any]:
    folder = await call.folder()
    task = _chosen(call, folder)
    if task.status not in tasks.UNFINISHED:
        raise InvalidParams(f"id: task {task.id!r} is {task.status} already")
    return await _stop(call, folder, task, status)


async def _stop(call: Call, folder: Folder, task: Task, status: str) -> dict[str, Any]:
    outcome = redact(call.params.outcome).text if call.params.outcome else None
    if call.params.intent:
        task = msgspec.structs.replace(task, intent=call.params.intent)
    stopped = folder.project.tasks.stop(str(folder.root), folder.head.branch, task, status, outcome)
    return await _told(folder, stopped)


def _chosen(call: Call, folder: Folder) -> Task:
    if call.params.id is not None:
        return folder.project.tasks.get(call.params.id)
    if (task := folder.task) is None:
        raise NotFound("id: no task is active; start one with task.start")
    return task


async def _told(folder: Folder, task: Task) -> dict[str, Any]:
    [row] = await _all_told(folder, [task])
    return row


async def _all_told(folder: Folder, chosen: list[Task]) -> list[dict[str, Any]]:
    """Tasks as commands answer them, with the files they touched and the tools they used; on disk first."""
    await folder.project.store.written()
    ids = [task.id for task in chosen]
    rows = folder.project.store.rows
    files = await rows(
        "select task, list(distinct path order by path) as files from file_interactions "
        "where list_contains($1::varchar[], task) group by task",
        [ids],
    )
    runs = await rows(
        "select task, tool, count(*) as runs from tool_executions "
        "where list_contains($1::varchar[], task) group by task, tool order by tool",
        [ids],
    )
    touched = {row["task"]: row["files"] for row in files}
    used: dict[str, dict[str, int]] = {}
    for row in runs:
        used.setdefault(row["task"], {})[row["tool"]] = row["runs"]
    return [_row(task, touched.get(task.id, []), used.get(task.id, {})) for task in chosen]


def _row(task: Task, files: list[str], used: dict[str, int]) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.structs.asdict(task)
    row.update({name: iso(row[name]) for name in ("started", "updated", "ended")})
    return {**row, "files": files, "tools": used}


HANDLERS: dict[str, Handler] = {
    "task.start": start,
    "task.pause": pause,
    "task.resume": resume,
    "task.complete": complete,
    "task.fail": fail,
    "task.list": listed,
    "task.similar": similar,
}
