"""hints.*: what the editor shows by itself, from the edits recorded so far."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

from forethought.code.outline import Symbol, enclosing, outline
from forethought.engine.call import Call, Handler
from forethought.engine.projects import Place
from forethought.episodes import history
from forethought.episodes.words import ago

# Older work is history, not a hint.
LENS_DAYS = 90


async def hover(call: Call) -> dict[str, Any]:
    place = await call.place(call.params.file)
    known = await _edits(call, place, datetime(1970, 1, 1))
    if not known:
        return {}
    around = enclosing(await _symbols(call), call.params.line)
    symbol = next((symbol.name for symbol in reversed(around) if symbol.name in known), None)
    return {**known.get(symbol, known[None]), "symbol": symbol, "file": known[None]}


async def lenses(call: Call) -> dict[str, Any]:
    place = await call.place(call.params.file)
    known = await _edits(call, place, call.engine.now() - timedelta(days=LENS_DAYS))
    if not known:
        return {"lenses": []}
    found = [{"line": 0, "symbol": None, **known[None]}]
    found += [
        {"line": symbol.line, "symbol": symbol.name, **known[symbol.name]}
        for symbol in await _symbols(call)
        if symbol.name in known
    ]
    return {"lenses": found}


async def _edits(call: Call, place: Place, since: datetime) -> dict[str | None, dict[str, Any]]:
    """What is known of the file (None) and of each symbol in it."""
    rows = await history.edits_by_symbol(place.project.store.rows, place.path, since)
    now = call.engine.now()
    return {
        row["symbol"] or None: {
            "edits": row["edits"],
            "sessions": row["sessions"],
            "last": history.iso(row["last"]),
            "ago": ago((now - row["last"]).total_seconds()),
            "branch": row["branch"],
            "partners": [],
        }
        for row in rows
    }


async def _symbols(call: Call) -> list[Symbol]:
    """The symbols of the open document, parsed again only when its text changed."""
    document = call.session.documents.get(call.params.file)
    if document is None:
        return []
    version = document.version
    if document.outline is None or document.outline[0] != version:
        loop = asyncio.get_running_loop()
        text = document.text.text()
        symbols = await loop.run_in_executor(call.engine.parsing, outline, call.params.file, text)
        document.outline = (version, symbols)
    return document.outline[1]


HANDLERS: dict[str, Handler] = {"hints.hover": hover, "hints.lenses": lenses}
