"""status and recording.*: what runs, and whether it records."""

from __future__ import annotations

import asyncio
from typing import Any

from forethought import __version__
from forethought.engine.call import Call, Handler


async def status(call: Call) -> dict[str, Any]:
    folder = await call.folder()
    project = folder.project
    memories = call.engine.memories
    task = folder.task
    return {
        "version": __version__,
        "project": {"id": project.id, "root": str(folder.root), "branch": folder.head.branch},
        "task": task.id if task else None,
        "index": {},
        "memory": await memories.status(folder, call.session),
        "episodes": await project.counts(),
        "recording": project.recording and call.session.recorded,
        "embedding_model": memories.meaning.embedder.status,
        "tokenizer": None,
        "llm": None,
        "prediction": {"hits": 0, "asked": 0, "hit_at_5": None, "hit_at_10": None},
        "store": {"path": str(project.store.path), "bytes": project.store.size()},
        "clients": len(call.engine.sessions),
    }


async def pause(call: Call) -> dict[str, Any]:
    return await _switch(call, paused=True)


async def resume(call: Call) -> dict[str, Any]:
    return await _switch(call, paused=False)


async def _switch(call: Call, paused: bool) -> dict[str, Any]:
    folder = await call.folder()
    await asyncio.wrap_future(folder.project.record_nothing(paused))
    return {"recording": folder.project.recording and call.session.recorded}


HANDLERS: dict[str, Handler] = {"status": status, "recording.pause": pause, "recording.resume": resume}
