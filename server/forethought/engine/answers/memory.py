"""memory.*: what is known. Reading is here; changing, the graph, and a person's files have modules of their own."""

from __future__ import annotations

from typing import Any

import msgspec

from forethought.engine.answers import memory_change, memory_files, memory_graph
from forethought.engine.call import Call, Handler
from forethought.engine.memories import Reach
from forethought.engine.recalling import Question, Result, find, learn, told
from forethought.engine.remembering import path_of, remember
from forethought.engine.shelf import Shelf
from forethought.memory.filters import Condition, Order, conditions, order, sorted_by
from forethought.memory.records import Memory
from forethought.memory.topic import Topic
from forethought.memory.upkeep import used


async def recall(call: Call) -> dict[str, Any]:
    """By the text and file at hand, else by the file in focus."""
    params = call.params
    reach = await reached(call)
    file = params.file or (call.session.focus if params.context is None else None)
    path = await path_of(call, file, "file") if file else None
    text = params.context or (path or "").replace("/", " ")
    embedding = await call.engine.memories.meaning.asked(text)
    question = Question(text, embedding, params.limit, file=path, cascade=True)
    results = await _answered(call, reach, question)
    if params.fresh:
        topic = call.engine.memories.topics.setdefault(call.session.id, Topic())
        topic.turn(text, embedding)
        new = set(topic.fresh(each.memory.id for each in results))
        results = [each for each in results if each.memory.id in new]
    return _told(results, params.limit)


async def search(call: Call) -> dict[str, Any]:
    params = call.params
    reach = await reached(call)
    wanted = conditions({"kind": params.kind} if params.kind else None)
    wanted += [Condition("tags", "$eq", tag.lstrip("#")) for tag in params.tags]
    embedding = await call.engine.memories.meaning.asked(params.query)
    question = Question(params.query, embedding, params.limit, params.threshold, wanted, params.scope)
    return _told(await _answered(call, reach, question), params.limit)


async def similar(call: Call) -> dict[str, Any]:
    reach = await reached(call)
    memories = call.engine.memories
    _, memory = await memories.run(reach.find, call.params.id)
    embedding = await memories.meaning.asked(memory.said())
    question = Question(memory.said(), embedding, call.params.limit + 1)
    results = await memories.run(find, memories, reach, question)
    return _told([each for each in results if each.memory.id != memory.id], call.params.limit)


async def listed(call: Call) -> dict[str, Any]:
    params = call.params
    reach = await reached(call)
    wanted = conditions(params.filters)
    if not any(condition.field == "active" for condition in wanted):
        wanted.append(Condition("active", "$eq", not params.archived))
    wanted += [Condition("tags", "$eq", params.tag.lstrip("#"))] if params.tag else []
    wanted += [
        Condition(field, "$eq", value) for field in ("kind", "stage") if (value := getattr(params, field)) is not None
    ]
    by, limit = order(params.order), params.limit
    found = await call.engine.memories.run(_query, reach.shelves(params.scope), wanted, by, limit + 1)
    rows = [told(call.engine.memories, memory) for memory in found[:limit]]
    return {"memories": rows, "truncated": len(found) > limit}


async def get(call: Call) -> dict[str, Any]:
    reach = await reached(call)
    return await call.engine.memories.run(_get, call, reach)


async def reached(call: Call) -> Reach:
    return await call.engine.memories.reach(await call.folder(), call.session)


async def diagnostics(call: Call) -> dict[str, Any]:
    return {"diagnostics": await call.engine.watching.hits(call.session, call.params.file)}


def _get(call: Call, reach: Reach) -> dict[str, Any]:
    shelf, memory = reach.find(call.params.id)
    shelf.use(msgspec.structs.replace(used(memory, call.engine.memories.now(), False), retrievals=memory.retrievals))
    links = [
        {"from": link.source, "to": link.target, "relation": link.relation, "weight": link.weight}
        for link in sorted(shelf.view.links.values(), key=lambda link: link.id)
        if memory.id in (link.source, link.target)
    ]
    return {**told(call.engine.memories, memory), "links": links, "embedding_model": shelf.view.embedded.get(memory.id)}


def _query(shelves: list[Shelf], wanted: list[Condition], by: Order, limit: int) -> list[Memory]:
    found = []
    for shelf in shelves:
        shelf.settle()
        found += shelf.backend.query(wanted, by, limit)
    return sorted_by(found, by)[:limit]


async def _answered(call: Call, reach: Reach, question: Question) -> list[Result]:
    """Find; what follows from having found happens when the answer is out."""
    memories = call.engine.memories
    if not memories.on((await call.folder()).project.id, call.session):
        return []
    results = await memories.run(find, memories, reach, question)
    memories.in_background(_learn(call, reach, question, results))
    return results


async def _learn(call: Call, reach: Reach, question: Question, results: list[Result]) -> None:
    memories = call.engine.memories
    await memories.run(learn, memories, reach, question, results)
    for shelf in reach.shelves(question.scope):
        memories.touched(shelf)
        await memory_graph.refresh(memories, shelf)


def _told(results: list[Result], limit: int) -> dict[str, Any]:
    return {"memories": [each.row() for each in results[:limit]], "truncated": len(results) > limit}


HANDLERS: dict[str, Handler] = {
    "memory.remember": remember,
    "memory.recall": recall,
    "memory.search": search,
    "memory.similar": similar,
    "memory.list": listed,
    "memory.get": get,
    "hints.diagnostics": diagnostics,
    **memory_change.HANDLERS,
    **memory_graph.HANDLERS,
    **memory_files.HANDLERS,
}
