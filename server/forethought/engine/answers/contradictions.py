"""contradictions.*: memories that cannot both be true."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import msgspec

from forethought.engine.call import Call, Handler
from forethought.engine.memories import Reach
from forethought.engine.shelf import Shelf, Step
from forethought.errors import InvalidParams, NotFound
from forethought.memory.records import Contradiction, Memory, Provenance, new_id
from forethought.secrets import redact


async def listed(call: Call) -> dict[str, Any]:
    reach = await call.engine.memories.reach(await call.folder(), call.session)
    found = await call.engine.memories.run(_found, reach, call.params.status)
    limit = call.params.limit
    return {"contradictions": found[:limit], "truncated": len(found) > limit}


async def resolve(call: Call) -> dict[str, Any]:
    params = call.params
    if (params.resolution == "merged") != (params.merged_content is not None):
        raise InvalidParams("merged_content: goes with the resolution merged, and only with it")
    reach = await call.engine.memories.reach(await call.folder(), call.session)
    told = await call.engine.memories.acknowledged(_resolved, call, reach)
    for shelf in reach if params.merged_content else ():
        call.engine.memories.meaning.fill(shelf)
    return told


def _found(reach: Reach, status: str) -> list[dict[str, Any]]:
    found = []
    for shelf in reach:
        resolved = [each for each in shelf.view.contradictions.values() if each.status == "resolved"]
        chosen = {"open": shelf.view.opposed(), "resolved": resolved}
        found += [(shelf, each) for name in chosen if status in ("all", name) for each in chosen[name]]
    found.sort(key=lambda pair: (pair[1].detected_at, pair[1].id), reverse=True)
    return [_told(shelf, each) for shelf, each in found]


def _told(shelf: Shelf, each: Contradiction) -> dict[str, Any]:
    row: dict[str, Any] = {"id": each.id, "why": each.why, "status": each.status, "resolution": each.resolution}
    for name in ("a", "b"):
        memory = shelf.view.memories.get(getattr(each, name))
        row[name] = {"id": getattr(each, name), "content": memory.content if memory else None}
    return row | {"detected_at": msgspec.to_builtins(each.detected_at), "note": each.note}


def _resolved(call: Call, reach: Reach) -> tuple[dict[str, Any], Future[None]]:
    params = call.params
    for shelf in reach:
        if each := shelf.view.contradictions.get(params.id):
            break
    else:
        raise NotFound(f"id: there is no contradiction {params.id!r}")
    if each.status != "open":
        raise InvalidParams(f"id: {each.id} is resolved already")
    note = redact(params.note).text if params.note else None
    done = msgspec.structs.replace(each, status="resolved", resolution=params.resolution, note=note)
    steps: list[Step] = [(each, done)]
    a, b = (shelf.view.memories.get(memory_id) for memory_id in (each.a, each.b))
    now = call.engine.memories.now()
    if a is None or b is None:
        raise NotFound(f"id: a memory of {each.id} is gone")
    if params.resolution == "merged":
        said = Provenance(source="user_corrected", time=now, session=call.session.id, reason=f"resolved {each.id}")
        both = msgspec.structs.replace(
            b, id=new_id(), content=redact(params.merged_content).text, summary="", compressed="", index="",
            tags=tuple(dict.fromkeys(a.tags + b.tags)), created=now, updated=now, supersedes=(a.id, b.id),
            provenance=(*b.provenance, said),
        )  # fmt: skip
        steps += [(None, both), _lost(a, both, now), _lost(b, both, now)]
    elif params.resolution != "both_valid":
        loser, winner = (b, a) if params.resolution == "a_wins" else (a, b)
        kept = msgspec.structs.replace(winner, supersedes=(*winner.supersedes, loser.id))
        steps += [_lost(loser, winner, now), (winner, kept)]
    finished = shelf.change("resolved", steps, call.session.id)
    return _told(shelf, done), finished


def _lost(memory: Memory, to: Memory, now: Any) -> Step:
    return memory, msgspec.structs.replace(memory, active=False, superseded_by=to.id, valid_to=now)


HANDLERS: dict[str, Handler] = {"contradictions.list": listed, "contradictions.resolve": resolve}
