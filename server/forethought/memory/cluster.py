"""Memories that belong together, under a name made of the words that tell them from all others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log

import msgspec
import numpy as np
from numpy.typing import NDArray

from forethought.memory.hdbscan import labels
from forethought.memory.words import asked

SMALLEST = 5
LARGEST = 4  # a cluster of more than that part of everything tells nothing
CLOSE = 0.9  # the cosine of two centroids that are one cluster, or one cluster as it was and as it is
_NAMED_BY = 3


class Cluster(msgspec.Struct, frozen=True):
    id: str
    label: str
    members: list[str]
    centroid: NDArray[np.float32]


def clusters(
    memories: Sequence[str], texts: Sequence[str], vectors: NDArray[np.float32], known: Sequence[Cluster] = ()
) -> list[Cluster]:
    """Largest first. One that was known keeps its id, however its members changed."""
    groups = _merged(labels(vectors, SMALLEST, SMALLEST, max(len(texts) // LARGEST, 2 * SMALLEST)), vectors)
    words = [{token: each.word for token, each in asked(text).items()} for text in texts]
    everywhere = Counter(token for each in words for token in each)
    free = list(known)
    found = []
    for rows in sorted(groups, key=lambda rows: (-len(rows), memories[rows[0]])):
        centroid = _centroid(vectors[rows])
        old = max(free, key=lambda each: float(each.centroid @ centroid), default=None)
        if old is not None and float(old.centroid @ centroid) >= CLOSE:
            free.remove(old)
            name = old.id
        else:
            name = memories[rows[0]]  # unique, and the same whenever the same memories are clustered
        telling = _telling([words[row] for row in rows], everywhere, len(texts))
        found.append(Cluster(name, telling, [memories[row] for row in rows], centroid))
    return found


def _merged(numbers: NDArray[np.int32], vectors: NDArray[np.float32]) -> list[list[int]]:
    """The rows of each group; two whose centroids are close become one."""
    groups = [np.flatnonzero(numbers == number).tolist() for number in range(int(numbers.max(initial=-1)) + 1)]
    merged: list[list[int]] = []
    for rows in groups:
        centroid = _centroid(vectors[rows])
        for other in merged:
            if float(_centroid(vectors[other]) @ centroid) >= CLOSE:
                other.extend(rows)
                other.sort()
                break
        else:
            merged.append(rows)
    return merged


def _centroid(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    mean = vectors.mean(axis=0)
    unit: NDArray[np.float32] = (mean / max(float(np.linalg.norm(mean)), 1e-6)).astype(np.float32)
    return unit


def _telling(members: Sequence[dict[str, str]], everywhere: Counter[str], total: int) -> str:
    """The words that many of the members hold and few of the others, as they are mostly written."""
    held: Counter[str] = Counter(token for each in members for token in each)
    written: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in members:
        for token, word in each.items():
            written[token][word.lower()] += 1
    scores = {
        token: count / len(members) * log(1 + total / everywhere[token])
        for token, count in held.items()
        if count >= len(members) / 4 and everywhere[token] <= total / 2
        if any(char.isalpha() for char in token)  # a number or a time tells nothing
    }
    best = sorted(scores, key=lambda token: (-scores[token], token))
    names = [min(written[token].items(), key=lambda pair: (-pair[1], pair[0]))[0] for token in best]
    return ", ".join(list(dict.fromkeys(names))[:_NAMED_BY])
