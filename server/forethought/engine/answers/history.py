"""history.*: what happened."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from forethought.engine.call import Call, Handler
from forethought.episodes import history, patterns, together
from forethought.errors import InvalidParams, NotFound, Refused
from forethought.store.export import export


async def file(call: Call) -> dict[str, Any]:
    place = await call.place(call.params.file)
    return await history.of_file(place.project.store.rows, place.path, call.params.symbol, call.params.limit)


async def coedits(call: Call) -> dict[str, Any]:
    params, limit = call.params, call.params.limit
    if params.file is None:
        store, path = (await call.folder()).project.store, None
    else:
        place = await call.place(params.file)
        store, path = place.project.store, place.path
    found = await together.pairs(store.rows, path, params.min_count, call.engine.now())
    return {"pairs": [pair.answer() for pair in found[:limit]], "truncated": len(found) > limit}


async def search(call: Call) -> dict[str, Any]:
    folder = await call.folder()
    params = call.params
    since = moment(params.since, "since") if params.since else None
    return await history.search(folder.project.store.rows, params.text, params.operation, since, params.limit)


async def tools(call: Call) -> dict[str, Any]:
    folder = await call.folder()
    await folder.project.store.all_written()
    since = call.engine.now() - timedelta(days=call.params.days)
    return await history.tools(folder.project.store.rows, since, call.params.limit)


async def learned(call: Call) -> dict[str, Any]:
    rows = (await call.folder()).project.store.rows
    return await patterns.patterns(rows, call.params.type, call.params.limit, call.engine.now())


async def exported(call: Call) -> dict[str, Any]:
    """A new file only: a mistyped path must not cost anybody theirs."""
    folder, params = await call.folder(), call.params
    path = folder.root / Path(params.path).expanduser()
    if path.exists():
        raise Refused(f"path: {path} exists already; name a new file")
    if not path.parent.is_dir():
        raise NotFound(f"path: there is no folder {path.parent}")
    since = moment(params.since, "since") if params.since else datetime(1970, 1, 1)
    rows = await asyncio.to_thread(export, folder.project.store.read, path, params.format, since)
    return {"rows": rows, "path": str(path)}


def moment(text: str, field: str) -> datetime:
    """A time as a person or a program writes it, as the store keeps it."""
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidParams(f"{field}: {text!r} is not an ISO 8601 date or time") from None
    return parsed.astimezone(UTC).replace(tzinfo=None) if parsed.tzinfo else parsed


HANDLERS: dict[str, Handler] = {
    "history.file": file,
    "history.coedits": coedits,
    "history.search": search,
    "history.tools": tools,
    "history.patterns": learned,
    "history.export": exported,
}
