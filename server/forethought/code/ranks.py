"""What matters most in the code: personalised PageRank over its links, and the map made of it."""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np
from numpy.typing import NDArray

from forethought.code.catalogue import Catalogue, Entry
from forethought.code.neighbours import Neighbours
from forethought.code.resolve import Resolution

Count = Callable[[str], int]
_DAMPING = 0.85
_ROUNDS = 30


def ranks(resolution: Resolution, neighbours: Neighbours, focus: Collection[str]) -> NDArray[np.float64]:
    """How much each symbol matters, by its number; seen from the focus files, or from everywhere."""
    symbols = resolution.program.symbols
    size = len(symbols.path)
    start = np.zeros(size)
    here = [path for path in focus if path in resolution.program.files] or resolution.program.files
    for path in here:
        start[resolution.program.files[path].ids] = 1.0 / len(here)
    start /= start.sum() or 1.0
    sources, targets = neighbours.links()
    leaving = np.bincount(sources, minlength=size).astype(float)
    rank = start
    for _ in range(_ROUNDS):
        flow = np.bincount(targets, weights=rank[sources] / leaving[sources], minlength=size)
        # What leads nowhere starts anew, so that nothing leaks away.
        rank = (1 - _DAMPING) * start + _DAMPING * (flow + rank[leaving == 0].sum() * start)
    return rank


def ranked(resolution: Resolution, catalogue: Catalogue, rank: NDArray[np.float64], least: int) -> list[Entry]:
    """At least that many definitions, if there are, most important first; equals in the order of their names."""
    symbols = resolution.program.symbols
    wanted = min(3 * least, len(rank))  # not every symbol is a definition to show
    if not wanted:
        return []
    rounded = np.round(rank, 12)
    floor = max(np.partition(rounded, -wanted)[-wanted], 1e-12)
    found = [
        (-rounded[number], entry.path, entry.first, entry)
        for number in np.flatnonzero(rounded >= floor).tolist()
        if (entry := catalogue.get(symbols.path[number], symbols.qualified[number]))
    ]
    return [entry for *_, entry in sorted(found)]


def cut_to(budget: int, count: Count, entries: list[Entry]) -> tuple[str, int]:
    """The map of as many of the first entries as fit, and its tokens: exact, and never over."""
    low, high = 0, len(entries)
    best, tokens = "", 0
    while low < high:
        middle = (low + high + 1) // 2
        text = drawn(entries[:middle])
        if (needed := count(text)) <= budget:
            low, best, tokens = middle, text, needed
        else:
            high = middle - 1
    return best, tokens


def drawn(entries: list[Entry]) -> str:
    """Files in the order of their best entry, each with its entries in the order of the text."""
    files: dict[str, list[Entry]] = {}
    for entry in entries:
        files.setdefault(entry.path, []).append(entry)
    lines = []
    for path, inside in files.items():
        lines.append(f"{path}:")
        for entry in sorted(inside, key=lambda entry: entry.first):
            depth = 1 + entry.qualified.count(".")
            lines += ["  " * depth + (entry.signature or entry.qualified)]
    return "\n".join(lines)
