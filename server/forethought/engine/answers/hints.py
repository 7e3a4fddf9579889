"""hints.*: what the editor shows by itself, from the edits recorded so far."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

from forethought.code.outline import enclosing
from forethought.engine.call import Call, Handler
from forethought.engine.projects import Place
from forethought.episodes import history, together
from forethought.episodes.words import ago

# Older work is history, not a hint.
LENS_DAYS = 90
# How long a hint waits for the parser to read what was typed just now: later it would come too late anyway.
PATIENCE = 0.03
# Habits change slowly: for so many seconds they are not asked for again.
PARTNERS_FOR = 10.0


async def hover(call: Call) -> dict[str, Any]:
    place = await call.place(call.params.file)
    known = await _edits(call, place, datetime(1970, 1, 1))
    if not known:
        return await _before(call, place)
    around = enclosing(await place.folder.code.symbols(place.path, PATIENCE), call.params.line)
    symbol = next((symbol.name for symbol in reversed(around) if symbol.name in known), None)
    return {**known.get(symbol, known[None]), "symbol": symbol, "file": known[None]}


async def _before(call: Call, place: Place) -> dict[str, Any]:
    """What the repository's history says of a file nobody edited under our eyes."""
    changed = await history.changed(place.project.store.rows, place.path)
    partners = await _partners(call, place)
    if changed is None or not partners:
        return {}
    since = ago((call.engine.now() - changed["last"]).total_seconds())
    told = {"edits": 0, "changes": changed["changes"], "author": changed["author"], "ago": since, "partners": partners}
    return {**told, "symbol": None, "file": told}


async def lenses(call: Call) -> dict[str, Any]:
    place = await call.place(call.params.file)
    known = await _edits(call, place, call.engine.now() - timedelta(days=LENS_DAYS))
    if not known:
        return {"lenses": []}
    found = [{"line": 0, "symbol": None, **known[None]}]
    found += [
        {"line": symbol.line, "symbol": symbol.name, **known[symbol.name]}
        for symbol in await place.folder.code.symbols(place.path, PATIENCE)
        if symbol.name in known
    ]
    return {"lenses": found}


async def _edits(call: Call, place: Place, since: datetime) -> dict[str | None, dict[str, Any]]:
    """What is known of the file (None) and of each symbol in it."""
    rows = await history.edits_by_symbol(place.project.store.rows, place.path, since)
    now = call.engine.now()
    partners = await _partners(call, place) if rows else []
    return {
        row["symbol"] or None: {
            "edits": row["edits"],
            "sessions": row["sessions"],
            "last": history.iso(row["last"]),
            "ago": ago((now - row["last"]).total_seconds()),
            "branch": row["branch"],
            "partners": [] if row["symbol"] else partners,
        }
        for row in rows
    }


async def _partners(call: Call, place: Place) -> list[str]:
    """Files that go with this one, if they are still there."""
    now, known = asyncio.get_running_loop().time(), place.project.partners
    if place.path not in known or now > known[place.path][0]:
        found = await together.partners(place.project.store.rows, place.path, call.engine.now())
        known[place.path] = now + PARTNERS_FOR, found
    return [path for path in known[place.path][1] if (place.folder.root / path).exists()]


HANDLERS: dict[str, Handler] = {"hints.hover": hover, "hints.lenses": lenses}
