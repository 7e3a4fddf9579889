"""How memories hang together: they, their tags and their clusters are nodes; an edge is walked either way."""

from __future__ import annotations

from collections.abc import Iterator

HAS_TAG, IN_CLUSTER, RELATES_TO, SUPERSEDES = "has_tag", "in_cluster", "relates_to", "supersedes"
CONTRADICTS, DERIVED_FROM = "contradicts", "derived_from"

_WEIGHTS = {HAS_TAG: 0.8, IN_CLUSTER: 0.6, SUPERSEDES: 0.9}
_OTHER = 0.3


def tag(name: str) -> str:
    return f"tag:{name}"


def cluster(name: str) -> str:
    return f"cluster:{name}"


class Graph:
    def __init__(self) -> None:
        self._edges: dict[str, dict[tuple[str, str], float]] = {}  # node → (relation, other) → weight

    def __contains__(self, node: str) -> bool:
        return node in self._edges

    def nodes(self) -> list[str]:
        return sorted(self._edges)

    def link(self, one: str, relation: str, other: str, weight: float | None = None) -> None:
        """`weight` is for relates-to, from 0 to 1; every other relation has its own."""
        if relation != RELATES_TO or weight is None:
            weight = _WEIGHTS.get(relation, _OTHER)
        weight = min(max(weight, 0.0), 1.0)  # a step never gains: the walk relies on it
        self._edges.setdefault(one, {})[relation, other] = weight
        self._edges.setdefault(other, {})[relation, one] = weight

    def unlink(self, one: str, relation: str, other: str) -> None:
        for node, key in ((one, (relation, other)), (other, (relation, one))):
            if edges := self._edges.get(node):
                edges.pop(key, None)
                if not edges:
                    del self._edges[node]

    def drop(self, node: str) -> None:
        for relation, other in list(self._edges.get(node, ())):
            self.unlink(node, relation, other)

    def around(self, node: str) -> Iterator[tuple[str, str, float]]:
        """Relation, the node at its other end, weight; in an order that does not depend on the past."""
        for (relation, other), weight in sorted(self._edges.get(node, {}).items()):
            yield relation, other, weight
