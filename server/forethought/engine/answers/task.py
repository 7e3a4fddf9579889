"""task.*: what is being worked on."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import msgspec

from forethought.commands import PREFIX
from forethought.engine.call import Call, Handler
from forethought.engine.folder import Folder
from forethought.episodes import tasks
from forethought.episodes.history import iso
from forethought.episodes.intents import guess
from forethought.episodes.records import Task
from forethought.errors import InvalidParams, NotFound
from forethought.secrets import redact

Row = dict[str, Any]
# How long a question waits for the model to load: words answer it too.
PATIENCE = 1.0


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
    known = folder.project.tasks.all()
    meant = await _meaning(call, known)
    found = tasks.alike(call.params.description, known, call.params.limit, meant)
    told = await _all_told(folder, [task for _, task in found])
    return {"tasks": [{**row, "score": round(score, 3)} for row, (score, _) in zip(told, found, strict=True)]}


async def _meaning(call: Call, known: list[Task]) -> dict[str, float]:
    """How near each task is in meaning; nothing while the model is still loading, or without one."""
    embedder = call.engine.memories.meaning.embedder
    texts = [call.params.description, *(tasks.words_of(task) for task in known)]
    embedding = asyncio.ensure_future(embedder.texts(texts))
    try:
        made = await asyncio.wait_for(asyncio.shield(embedding), PATIENCE)
    except TimeoutError:  # it goes on, for the next time
        return {}
    if not made:
        return {}
    asked = made[0]
    near = (float((asked.vectors @ other.vectors.T).max()) for other in made[1:])
    return {task.id: (cosine - asked.floor) / (1 - asked.floor) for task, cosine in zip(known, near, strict=True)}


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
    if task.intent is None and status in ("completed", "failed"):
        task = msgspec.structs.replace(task, intent=(await _told(folder, task))["intent"])
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
    among = "where task in (select unnest($1::varchar[]))"
    files = await rows(f"select * from task_files {among} order by path", [ids])
    runs = await rows(f"select * from task_tools {among} order by tool", [ids])
    errors = await rows(f"select task, count(*) as errors from errors {among} group by task", [ids])
    return [
        _row(
            task,
            [row for row in files if row["task"] == task.id],
            [row for row in runs if row["task"] == task.id],
            sum(row["errors"] for row in errors if row["task"] == task.id),
        )
        for task in chosen
    ]


def _row(task: Task, touched: list[Row], used: list[Row], errors: int) -> Row:
    row: Row = msgspec.structs.asdict(task)
    row.update({name: iso(row[name]) for name in ("started", "updated", "ended")})
    paths = list(dict.fromkeys(entry["path"] for entry in touched))
    if task.intent is None:
        done: Counter[str] = Counter()
        for entry in touched:
            done[entry["operation"]] += entry["times"]
        failures = errors + sum(entry["failures"] for entry in used if not entry["tool"].startswith(PREFIX))
        row["intent"] = guess(done, len(paths), failures, task.description)
    return {**row, "files": paths, "tools": {entry["tool"]: entry["runs"] for entry in used}}


HANDLERS: dict[str, Handler] = {
    "task.start": start,
    "task.pause": pause,
    "task.resume": resume,
    "task.complete": complete,
    "task.fail": fail,
    "task.list": listed,
    "task.similar": similar,
}
