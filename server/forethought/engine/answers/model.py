"""model.*: what makes vectors."""

from __future__ import annotations

import asyncio
from typing import Any

from forethought.engine.call import Call, Handler
from forethought.engine.meaning import NO_MODEL
from forethought.errors import InvalidParams, Refused
from forethought.memory.embed import available


async def listed(call: Call) -> dict[str, Any]:
    return {"models": await asyncio.to_thread(_models), **_state(call)}


async def use(call: Call) -> dict[str, Any]:
    memories = call.engine.memories
    models = await asyncio.to_thread(_models)
    if call.params.name not in models:
        raise InvalidParams(f"name: there is no model {call.params.name!r}; see model.list")
    if memories.meaning.re_embedding:
        raise Refused("another model is just being taken into use; try again when it is done")
    if call.params.name != memories.meaning.embedder.model:
        memories.meaning.re_embedding = True
        memories.in_background(_swap(call, call.params.name))
    return {"models": models, **_state(call)}


async def _swap(call: Call, name: str) -> None:
    if problem := await call.engine.memories.meaning.use(name, call.engine.memories.shelves()):
        call.session.notice("message", {"level": "warning", "text": f"The model was not changed: {problem}"})


def _models() -> list[str]:
    return [*available(), NO_MODEL]


def _state(call: Call) -> dict[str, Any]:
    memories = call.engine.memories
    return {
        "active": memories.meaning.embedder.model,
        "status": memories.meaning.embedder.status,
        "re_embedding": memories.meaning.re_embedding,
    }


HANDLERS: dict[str, Handler] = {"model.list": listed, "model.use": use}
