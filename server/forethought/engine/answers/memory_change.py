"""memory.*: changing what is known. Every change is in the journal and can be taken back."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import msgspec

from forethought.engine.call import Call, Handler
from forethought.engine.memories import Reach
from forethought.engine.recalling import told
from forethought.engine.remembering import entitled, keep, when
from forethought.engine.shelf import Shelf
from forethought.errors import InvalidParams, NotFound
from forethought.memory import tags
from forethought.memory.records import TASK_KINDS, Link, Memory, Provenance, link_id, new_id
from forethought.memory.triggers import compiled
from forethought.memory.upkeep import PROMOTED, archived, feedback, restored
from forethought.secrets import redact

_TAGS = ("tags", "inferred_tags")
_SCOPES = ("task", "project", "global")


async def update(call: Call) -> dict[str, Any]:
    params = call.params
    compiled(params.triggers or ())
    clean = redact(params.content).text if params.content else None

    def change(memory: Memory) -> Memory:
        if params.kind in TASK_KINDS and memory.scope != "task":
            raise InvalidParams(f"kind: {params.kind} is kept for its task alone")
        now = call.engine.memories.now()
        fields: dict[str, Any] = {"updated": now}
        if clean is not None and clean != memory.content:
            said = Provenance(source="user_corrected", time=now, session=call.session.id, reason="edited")
            # What was shortened from the old text does not hold for the new one.
            fields |= {"content": clean, "summary": "", "compressed": "", "index": ""}
            fields["provenance"] = (*memory.provenance, said)
        if params.tags is not None:
            given = tags.given(params.tags)
            fields |= {"tags": given, "inferred_tags": tuple(t for t in memory.inferred_tags if t not in given)}
        fields |= {
            name: value for name in ("kind", "importance", "triggers") if (value := getattr(params, name)) is not None
        }
        if params.valid_to is not None:
            fields["valid_to"] = when(params.valid_to, "valid_to", now)
        return msgspec.structs.replace(memory, **fields)

    return _told(call, await _changed(call, "updated", change))


async def forget(call: Call) -> dict[str, Any]:
    def change(memory: Memory) -> Memory:
        if memory.archived:
            raise InvalidParams(f"id: {memory.id} is forgotten already")
        why = redact(call.params.why).text if call.params.why else None
        return archived(memory, call.engine.memories.now(), why, purged=True)

    memory = await _changed(call, "forgotten", change)
    return {"id": memory.id, "archived_until": msgspec.to_builtins(memory.archived_until)}


async def restore(call: Call) -> dict[str, Any]:
    def change(memory: Memory) -> Memory:
        if not memory.archived:
            raise InvalidParams(f"id: {memory.id} is not forgotten")
        return restored(memory)

    return _told(call, await _changed(call, "restored", change))


async def tag(call: Call) -> dict[str, Any]:
    given = tags.given(redact(each).text for each in call.params.tags)

    def change(memory: Memory) -> Memory:
        if call.params.remove:
            kept = {name: tuple(t for t in getattr(memory, name) if t not in given) for name in _TAGS}
            return msgspec.structs.replace(memory, **kept)
        together = tags.given((*memory.tags, *given))
        return msgspec.structs.replace(
            memory, tags=together, inferred_tags=tuple(t for t in memory.inferred_tags if t not in together)
        )

    memory = await _changed(call, "tagged", change)
    return {"id": memory.id, "tags": list(memory.all_tags)}


async def give_feedback(call: Call) -> dict[str, Any]:
    memory = await _changed(call, call.params.outcome, lambda memory: feedback(memory, call.params.outcome))
    counts = {name: getattr(memory, name) for name in ("retrievals", "citations", "ignores", "accesses")}
    return {"id": memory.id, "confidence": memory.confidence, "strength": memory.strength, "counts": counts}


async def link(call: Call) -> dict[str, Any]:
    source, target = getattr(call.params, "from"), call.params.to
    relation, weight = call.params.relation, call.params.weight
    if source == target:
        raise InvalidParams("to: a memory is not linked to itself")
    reach = await _reached(call)

    def work() -> tuple[None, Future[None]]:
        shelf, _ = reach.find(source, "from")
        other, _ = reach.find(target, "to")
        held = shelf if _SCOPES.index(shelf.scope) <= _SCOPES.index(other.scope) else other
        name = link_id(source, relation, target)
        made = Link(id=name, source=source, relation=relation, target=target, weight=weight)
        return None, held.change("linked", [(held.view.links.get(name), made)], call.session.id)

    await call.engine.memories.acknowledged(work)
    return {"from": source, "to": target, "relation": relation, "weight": weight}


async def promote(call: Call) -> dict[str, Any]:
    reach = await entitled(call, call.params.to, call.params.confirm)
    memories = call.engine.memories
    shelf, memory = await memories.run(reach.find, call.params.id)
    if _SCOPES.index(call.params.to) <= _SCOPES.index(memory.scope):
        raise InvalidParams(f"to: {memory.id} is of scope {memory.scope} already")
    now = memories.now()
    said = Provenance(source=memory.provenance[0].source, time=now, session=call.session.id, reason=PROMOTED)
    new = msgspec.structs.replace(
        memory,
        id=new_id(),
        scope=call.params.to,
        project=None if call.params.to == "global" else memory.project,
        task=None,
        provenance=(*memory.provenance, said),
    )
    decision = await keep(call, reach, new)
    left = archived(memory, now, PROMOTED, purged=False)
    step = memory, msgspec.structs.replace(left, superseded_by=decision.id)
    await memories.acknowledged(lambda: (None, shelf.change(PROMOTED, [step], call.session.id)))
    _, kept = await memories.run(reach.find, decision.id)
    return _told(call, kept)


async def undo(call: Call) -> dict[str, Any]:
    params = call.params
    if (params.id is None) == (params.since is None):
        raise InvalidParams("id: name a memory, or a time with `since`")
    reach = await _reached(call)
    memories = call.engine.memories
    since = when(params.since, "since", memories.now()) if params.since else None
    shelves = reach.shelves() if params.id else reach.shelves(params.scope)
    undone = 0
    for shelf in shelves:
        undone += await memories.acknowledged(shelf.undo, params.id, since, call.session.id)
        memories.meaning.fill(shelf)
        if undone and params.id:
            break
    if params.id and not undone:
        raise NotFound(f"id: nothing was done to a memory {params.id!r} that could be undone")
    call.engine.watching.look_again()
    return {"undone": undone}


async def _changed(call: Call, why: str, change: Any) -> Memory:
    """One memory's next state; on disk when this returns."""
    reach = await _reached(call)

    def work() -> tuple[tuple[Shelf, Memory], Future[None]]:
        shelf, memory = reach.find(call.params.id)
        after = change(memory)
        return (shelf, after), shelf.change(why, [(memory, after)], call.session.id)

    shelf, after = await call.engine.memories.acknowledged(work)
    if after.active and after.id not in shelf.view.embedded:
        call.engine.memories.meaning.fill(shelf)
    if after.triggers:
        call.engine.watching.look_again()
    return after


async def _reached(call: Call) -> Reach:
    return await call.engine.memories.reach(await call.folder(), call.session)


def _told(call: Call, memory: Memory) -> dict[str, Any]:
    return told(call.engine.memories, memory)


HANDLERS: dict[str, Handler] = {
    "memory.update": update,
    "memory.forget": forget,
    "memory.restore": restore,
    "memory.tag": tag,
    "memory.feedback": give_feedback,
    "memory.link": link,
    "memory.promote": promote,
    "memory.undo": undo,
}
