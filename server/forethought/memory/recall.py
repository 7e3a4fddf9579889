"""What fits a question, best first, each with its reason: by words and meaning, then by what hangs together."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np

from forethought.memory.cascade import Reached, walk
from forethought.memory.embed import Embedding
from forethought.memory.graph import HAS_TAG, IN_CLUSTER, RELATES_TO, SUPERSEDES, Graph
from forethought.memory.index import Index

SIMILAR = 0.4  # what a memory must reach to be offered unasked
SEEDS = 10

Weigh = Callable[[str], float]
"""What a memory's score is multiplied by: recency, confidence, feedback, staleness. 0 hides it.

What is forgotten leaves index and graph; what is superseded stays, hidden, as a way to what took its place.
"""


class Found(msgspec.Struct, frozen=True):
    id: str
    score: float
    why: str
    words: float = 0.0
    meaning: float = 0.0


def search(
    index: Index,
    query: str,
    embedding: Embedding | None = None,
    *,
    limit: int = SEEDS,
    threshold: float = 0.0,
    weigh: Weigh = lambda _: 1.0,
) -> list[Found]:
    """By words and meaning alone."""
    shown, _ = _fitting(index, query, embedding, limit, threshold, weigh)
    return shown


def recall(
    index: Index,
    graph: Graph,
    query: str,
    embedding: Embedding | None = None,
    *,
    limit: int = SEEDS,
    threshold: float = SIMILAR,
    weigh: Weigh = lambda _: 1.0,
) -> list[Found]:
    """By words and meaning, and from there over the graph."""
    shown, fits = _fitting(index, query, embedding, max(limit, SEEDS), threshold, weigh)
    found = {each.id: each for each in shown}
    for node, reached in walk(graph, fits).items():
        if node in index and reached.path and (weight := weigh(node)) > 0:
            score = reached.score * weight
            if node not in found or found[node].score < score:
                found[node] = Found(node, score, _way(reached))
    return _ordered(list(found.values()))[:limit]


def _fitting(
    index: Index, query: str, embedding: Embedding | None, limit: int, threshold: float, weigh: Weigh
) -> tuple[list[Found], dict[str, float]]:
    """The first `limit` that are not hidden; and how well all that rank with them fit, hidden ones too.

    Words and meaning are both shares of what was asked, so they add up: each speaks as loud as it has to say.
    """
    signals = index.signals(query, embedding)
    fit = np.where(signals.alive, signals.words + signals.meaning, 0)
    pool = max(64, 4 * limit)
    while True:
        slots = _top(fit, pool, threshold)
        weights = [weigh(index.id(slot)) for slot in slots]
        kept = [(float(fit[slot]) * weight, slot) for slot, weight in zip(slots, weights, strict=True) if weight > 0]
        if len(kept) >= limit or len(slots) < pool:
            break
        pool *= 8
    kept.sort(key=lambda pair: (-pair[0], index.id(pair[1])))
    shown = []
    for score, slot in kept[:limit]:
        words, meaning = float(signals.words[slot]), float(signals.meaning[slot])
        shown.append(
            Found(index.id(slot), score, _because(index.matched(signals.asked, slot), words, meaning), words, meaning)
        )
    lowest = min((float(fit[slot]) for _, slot in kept[:limit]), default=0.0)
    ranked = [slot for slot in slots if fit[slot] >= lowest]
    return shown, {index.id(slot): float(fit[slot]) for slot in ranked[: 2 * limit]}


def _top(fit: np.ndarray[tuple[int], np.dtype[np.float32]], count: int, threshold: float) -> list[int]:
    """The best slots, best first; whole ties at the end, so that their order does not depend on chance."""
    if len(fit) > count:
        threshold = max(threshold, float(np.partition(fit, len(fit) - count)[len(fit) - count]))
    slots = np.flatnonzero((fit >= threshold) & (fit > 0))
    return [int(slot) for slot in slots[np.argsort(-fit[slots], kind="stable")]]


def _ordered(found: list[Found]) -> list[Found]:
    return sorted(found, key=lambda each: (-each.score, each.id))


def _because(matched: list[str], words: float, meaning: float) -> str:
    reasons = []
    if matched:
        reasons.append("says " + ", ".join(matched[:5]))
    elif words > 0:
        reasons.append("stands beside what says it")
    if meaning > 0:
        reasons.append(f"meaning {meaning:.2f}")
    return "; ".join(reasons)


_STEPS = {
    HAS_TAG: "tagged {}",
    IN_CLUSTER: "in {}",
    RELATES_TO: "relates to {}",
    SUPERSEDES: "in the line of {}",
}


def _way(reached: Reached) -> str:
    """The path, told from its end: `tagged tag:auth, tagged m7, which fits`."""
    nodes = [reached.start, *(node for _, node in reached.path)]
    relations = [relation for relation, _ in reached.path]
    told = [
        _STEPS.get(relation, relation.replace("_", " ") + " {}").format(nodes[step])
        for step, relation in reversed(list(enumerate(relations)))
    ]
    return ", ".join(told) + ", which fits"
