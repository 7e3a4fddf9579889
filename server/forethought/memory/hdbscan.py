"""HDBSCAN in NumPy: groups of any density, of vectors of length 1, without saying how many there are.

After Campello, Moulavi and Sander (2013): distances are stretched to how sparse both ends are, the minimum
spanning tree of that is cut from its longest edge down, and of the tree of groups that fall apart on the way those
are kept that live longest (excess of mass).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_BLOCK = 256
_READY = 2048  # rows kept for later, 80 MB of 10,000 points
_INSIDE = -3  # less than any cosine: the point is in the tree
_LEAST = 1e-6  # of a distance: copies of one text lie no nearer, so that every density is finite


def labels(vectors: Floats, smallest: int, nearest: int, largest: int) -> NDArray[np.int32]:
    """Each row's group, numbered from 0; -1 for those in none. How sparse it is around a row is told by the
    distance to its n-th nearest, itself counted."""
    if len(vectors) < 2 * smallest:
        return np.full(len(vectors), -1, np.int32)
    order, cosines = _joining_order(vectors, _density(vectors, nearest))
    lengths = np.sqrt(np.maximum(2 - 2 * cosines, _LEAST**2))
    shortest = np.argsort(lengths, kind="stable")
    edges = np.stack([order[:-1], order[1:]], axis=1)
    return _Tree(edges[shortest], lengths[shortest], smallest).labels(largest)


def _density(vectors: Floats, nearest: int) -> Floats:
    """Each row's cosine to its n-th nearest, itself counted."""
    found = np.empty(len(vectors), np.float32)
    nth = len(vectors) - nearest
    for start in range(0, len(vectors), _BLOCK):
        cosines = vectors[start : start + _BLOCK] @ vectors.T
        found[start : start + _BLOCK] = np.partition(cosines, nth, axis=1)[:, nth]
    return found


def _joining_order(vectors: Floats, density: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The points as Prim's algorithm takes them into the tree, and the cosine at which each but the first joins.

    Whatever holds together at a distance is a run of that order, so the chain says all that the tree does.
    Cosines will do for distances: the largest of these is the smallest of those. A point's row of them is needed
    when it joins; those likely to join soon are made with it, as many at once cost a tenth of one by one.
    """
    nearest = np.full(len(vectors), -2, np.float32)
    order = np.zeros(len(vectors), np.int64)
    cosines = np.empty(len(vectors) - 1, np.float32)
    ready: dict[int, Floats] = {}
    for step in range(len(cosines)):
        current = int(order[step])
        nearest[current] = _INSIDE
        if current not in ready:
            if len(ready) > _READY:
                ready.clear()
            likely = np.argpartition(-nearest, min(_BLOCK, len(nearest) - 1))[:_BLOCK].tolist()
            batch = [current, *(point for point in likely if nearest[point] > _INSIDE and point not in ready)]
            ready.update(zip(batch, vectors[batch] @ vectors.T, strict=True))
        reach = np.minimum(np.minimum(ready.pop(current), density), density[current])
        np.maximum(nearest, reach, out=nearest, where=nearest > _INSIDE)
        order[step + 1] = np.argmax(nearest)
        cosines[step] = nearest[order[step + 1]]
    return order, cosines


class _Tree:
    """The groups that appear as the tree is cut, and how long each of them lives."""

    def __init__(self, edges: NDArray[np.int64], lengths: Floats, smallest: int) -> None:
        self._points = len(edges) + 1
        self._smallest = smallest
        self._lengths = lengths
        self._children, self._sizes = _joined(edges)
        self._parents = [-1]  # of each group; the first is everything
        self._births = [0.0]
        self._mass = [0.0]
        self._members = [self._points]
        self._group_of = np.zeros(self._points, np.int32)  # the last group that a point was in
        self._fall_apart()

    def labels(self, largest: int) -> NDArray[np.int32]:
        chosen = self._chosen(largest)
        numbers = {group: number for number, group in enumerate(sorted(set(chosen) - {-1}))}
        return np.array([numbers.get(chosen[group], -1) for group in self._group_of], np.int32)

    def _fall_apart(self) -> None:
        pending = [(2 * self._points - 2, 0)]
        while pending:
            node, group = pending.pop()
            density = 1 / float(self._lengths[node - self._points])
            children = self._children[node - self._points]
            large = [child for child in children if self._sizes[child] >= self._smallest]
            self._mass[group] += (density - self._births[group]) * sum(
                self._sizes[child] for child in children if len(large) == 2 or child not in large
            )
            for child in children:
                if child not in large:
                    self._group_of[self._leaves(child)] = group
                elif len(large) == 1:
                    pending.append((child, group))
                else:
                    pending.append((child, self._born(group, density, self._sizes[child])))

    def _born(self, parent: int, density: float, members: int) -> int:
        self._members.append(members)
        self._parents.append(parent)
        self._births.append(density)
        self._mass.append(0.0)
        return len(self._parents) - 1

    def _leaves(self, node: int) -> list[int]:
        found, pending = [], [node]
        while pending:
            at = pending.pop()
            if at < self._points:
                found.append(at)
            else:
                pending.extend(self._children[at - self._points])
        return found

    def _chosen(self, largest: int) -> list[int]:
        """For each group the one that stands for it: itself, the larger one it is part of, or none (-1)."""
        mass, below = list(self._mass), [0.0] * len(self._parents)
        kept = [False] * len(self._parents)
        for group in range(len(self._parents) - 1, 0, -1):  # children come after their parents
            kept[group] = mass[group] >= below[group] and self._members[group] <= largest
            mass[group] = mass[group] if kept[group] else below[group]
            below[self._parents[group]] += mass[group]
        chosen = [-1] * len(self._parents)
        for group in range(1, len(self._parents)):
            above = chosen[self._parents[group]]
            chosen[group] = above if above >= 0 else group if kept[group] else -1
        return chosen


def _joined(edges: NDArray[np.int64]) -> tuple[list[tuple[int, int]], list[int]]:
    """The spanning tree, shortest edge first, as joins of two nodes each; nodes after the points are joins."""
    points = len(edges) + 1
    parents = list(range(2 * points - 1))
    sizes = [1] * points
    children = []
    for number, (one, other) in enumerate(edges.tolist()):
        pair = _top(parents, one), _top(parents, other)
        parents[pair[0]] = parents[pair[1]] = points + number
        children.append(pair)
        sizes.append(sizes[pair[0]] + sizes[pair[1]])
    return children, sizes


def _top(parents: list[int], node: int) -> int:
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return node
