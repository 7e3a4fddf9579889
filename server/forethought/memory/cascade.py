"""From what was found to what hangs together with it: a best-first walk over the memory graph."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

import msgspec

from forethought.memory.graph import Graph

DECAY = 0.7
DEPTH = 2


class Reached(msgspec.Struct, frozen=True):
    """A node, the score along the best path to it, and that path: (relation, node) from the start on."""

    score: float
    start: str
    path: tuple[tuple[str, str], ...] = ()

    @property
    def node(self) -> str:
        return self.path[-1][1] if self.path else self.start


def walk(graph: Graph, starts: Mapping[str, float]) -> dict[str, Reached]:
    """Every node within two steps of a start, by its best path; decay applies once per step.

    The best path to a node may be its longest, from where there is no going on: so a node is walked again when
    a worse but shorter path comes to it.
    """
    best: dict[str, Reached] = {}
    depths: dict[str, int] = {}  # the shortest path on which a node's edges were followed
    heap = [(-score, 0, start, Reached(score, start)) for start, score in starts.items()]
    heapq.heapify(heap)
    while heap:
        _, depth, node, here = heapq.heappop(heap)
        best.setdefault(node, here)  # scores only fall along a path: the first to arrive is the best
        if depth == DEPTH or depth >= depths.get(node, DEPTH):
            continue
        depths[node] = depth
        for relation, other, weight in graph.around(node):
            score = here.score * weight * DECAY
            if score > 0 and depth + 1 < depths.get(other, DEPTH + 1):
                step = Reached(score, here.start, (*here.path, (relation, other)))
                heapq.heappush(heap, (-score, depth + 1, other, step))
    return best
