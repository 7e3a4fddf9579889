"""From what was found to what hangs together with it: a best-first walk over the memory graph."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

import msgspec

from forethought.memory.graph import Graph

DECAY = 0.7
DEPTH = 2


_Path = tuple[tuple[str, str], ...]


class Reached(msgspec.Struct, frozen=True):
    """A node, the score along the best path to it, and that path: (relation, node) from the start on."""

    score: float
    start: str
    path: _Path = ()


def walk(graph: Graph, starts: Mapping[str, float]) -> dict[str, Reached]:
    """Every node within two steps of a start, by its best path; decay applies once per step.

    The best path to a node may be its longest, from where there is no going on: so a node is walked again when
    a worse but shorter path comes to it.
    """
    best: dict[str, Reached] = {}
    depths: dict[str, int] = {}  # the shortest path on which a node's edges were followed
    heap: list[tuple[float, str, _Path]] = [(-score, start, ()) for start, score in starts.items()]
    heapq.heapify(heap)
    while heap:
        negative, start, path = heapq.heappop(heap)
        node, depth = path[-1][1] if path else start, len(path)
        best.setdefault(node, Reached(-negative, start, path))  # scores only fall: the first to arrive is the best
        if depth >= depths.get(node, DEPTH):
            continue
        depths[node] = depth
        for relation, other, weight in graph.around(node):
            score = -negative * weight * DECAY
            if score > 0 and depth + 1 < depths.get(other, DEPTH + 1):
                heapq.heappush(heap, (-score, start, (*path, (relation, other))))
    return best
