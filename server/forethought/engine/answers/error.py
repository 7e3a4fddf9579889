"""error.record: an error, and how it was fixed before."""

from __future__ import annotations

from typing import Any

from forethought.engine.call import Call, Handler


async def record(call: Call) -> dict[str, Any]:
    """Ignored files and paused recording leave no trace; the answer is the same."""
    params = call.params
    folder, path = await call.folder(), None
    recorded = folder.project.recording and call.session.recorded
    if params.file is not None:
        place = await call.place(params.file)
        folder, path = place.folder, place.path
        recorded = recorded and folder.ignore.recordable(path)
    number = None
    if recorded:
        number = await folder.problems.seen(
            call.engine.now(), call.session.id, params.message, path, params.line, params.source
        )
    return {"id": number, "similar": await folder.problems.similar(params.message, path)}


HANDLERS: dict[str, Handler] = {"error.record": record}
