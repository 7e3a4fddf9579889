"""memory.graph and memory.clusters: how memories hang together."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from forethought.engine.call import Call, Handler
from forethought.engine.memories import Memories, Reach
from forethought.engine.shelf import Shelf
from forethought.memory.cluster import Cluster, clusters

REFRESH = 50  # retrievals
_UNASKED = 2_000  # memories: the time grows with their square, 0.3 s for these
_MOST = 10_000  # more take minutes
_SECONDS = 5.0  # that a question waits for vectors


async def graph(call: Call) -> dict[str, Any]:
    reach = await call.engine.memories.reach(await call.folder(), call.session)
    return await call.engine.memories.run(_drawn, reach, call.params.id, call.params.depth, call.params.limit)


async def grouped(call: Call) -> dict[str, Any]:
    memories = call.engine.memories
    reach = await memories.reach(await call.folder(), call.session)
    found: list[Cluster] = []
    for shelf in reach:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(memories.meaning.filled(shelf), _SECONDS)
        await regroup(memories, shelf)
        found += shelf.clusters
    found.sort(key=lambda each: (-len(each.members), each.id))
    limit = call.params.limit
    rows = [
        {"id": each.id, "label": each.label, "size": len(each.members), "members": each.members}
        for each in found[:limit]
    ]
    return {"clusters": rows, "truncated": len(found) > limit}


async def refresh(memories: Memories, shelf: Shelf) -> None:
    """Unasked, after many retrievals, where it is quickly done."""
    if shelf.retrievals >= REFRESH and len(shelf.view.memories) <= _UNASKED:
        await regroup(memories, shelf)


async def regroup(memories: Memories, shelf: Shelf) -> None:
    """Cluster a shelf anew: the vectors are copied, the work is done on a thread of its own."""
    shelf.retrievals = 0
    model = memories.meaning.embedder.model

    def given() -> tuple[list[str], list[str], Any]:
        view = shelf.view
        ids, vectors = view.index.vectors(model)
        rows = [row for row, each in enumerate(ids) if view.memories[each].active][:_MOST]
        chosen = [ids[row] for row in rows]
        return chosen, [view.memories[each].content for each in chosen], vectors[rows] if rows else vectors

    ids, texts, vectors = await memories.run(given)
    if len(ids) < 2:
        found: list[Cluster] = []
    else:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(memories.grouping, clusters, ids, texts, vectors, shelf.clusters)
    shelf.clusters = found
    await memories.run(lambda: shelf.view.set_clusters([(each.id, each.members) for each in found]))


def _drawn(reach: Reach, start: str | None, depth: int, limit: int) -> dict[str, Any]:
    """Everything within `depth` steps of a memory, or everything; an edge is told once."""
    shelves = reach.shelves() if start is None else [reach.find(start)[0]]
    nodes: dict[str, dict[str, Any]] = {}
    edges: dict[tuple[str, str, str], dict[str, Any]] = {}
    truncated = False
    for shelf in shelves:
        view = shelf.view
        labels = {f"cluster:{each.id}": each.label for each in shelf.clusters}
        begin = [start] if start is not None else sorted(each.id for each in view.active())
        frontier = dict.fromkeys(begin, 0)
        while frontier:
            following: dict[str, int] = {}
            for node, steps in frontier.items():
                if node in nodes:
                    continue
                if len(nodes) >= limit:
                    truncated = True
                    break
                nodes[node] = _node(shelf, node, labels)
                if start is not None and steps >= depth:
                    continue
                for relation, other, weight in view.graph.around(node):
                    one, two = _ends(shelf, relation, node, other)
                    edges[one, relation, two] = {"from": one, "to": two, "relation": relation, "weight": weight}
                    if other not in nodes:
                        following.setdefault(other, steps + 1)
            frontier = following
    drawn = [edge for edge in edges.values() if edge["from"] in nodes and edge["to"] in nodes]
    drawn.sort(key=lambda edge: (edge["from"], edge["relation"], edge["to"]))
    return {"nodes": [nodes[name] for name in sorted(nodes)], "edges": drawn, "truncated": truncated}


def _node(shelf: Shelf, node: str, labels: dict[str, str]) -> dict[str, Any]:
    if memory := shelf.view.memories.get(node):
        title = memory.name or memory.content
        row = {"id": node, "type": "memory", "label": title[:80], "kind": memory.kind, "scope": memory.scope}
        return row | {"active": memory.active}
    kind, _, name = node.partition(":")
    return {"id": node, "type": kind, "label": labels.get(node, name)}


def _ends(shelf: Shelf, relation: str, node: str, other: str) -> tuple[str, str]:
    """Which way an edge points: it is walked both ways, but said one way."""
    view = shelf.view
    if relation in ("has_tag", "in_cluster"):
        return (node, other) if node in view.memories else (other, node)
    if relation == "supersedes":
        memory = view.memories.get(node)
        return (node, other) if memory and other in memory.supersedes else (other, node)
    forward = any(
        link.source == node and link.target == other and link.relation == relation for link in view.links.values()
    )
    return (node, other) if forward or (relation == "contradicts" and node < other) else (other, node)


HANDLERS: dict[str, Handler] = {"memory.graph": graph, "memory.clusters": grouped}
