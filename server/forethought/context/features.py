"""From a question to a table: the files worth considering, one row each, one column per kind of evidence."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .activity import lately, of_author, popularity
from .columns import Floats, Ints
from .names import alike, folder_share, linked
from .past import LONG, Past
from .paths import telling_words
from .together import (
    Evidence,
    changed_around,
    changed_together,
    changed_with_folder,
    changed_with_neighbours,
    changed_with_several,
)
from .topics import task_words, topic_of_author, topic_of_opened

Table = npt.NDArray[np.float32]

# Nearly every needed file is among this many of the first, rough ranking.
POOL = 300
# Counts grow without bound: their logarithm is what compares.
_COUNTS = ("count", "short", "long", "sized", "damped", "month")
# The place within the answer says more than the number where repositories differ in size and pace.
_RANKED = (
    "long", "cosine", "newest10", "neighbours", "by_folder", "around", "topic", "popular_long", "own_long",
    "rough", "several", "common_words", "task_subjects", "task_similar",
    "task_path", "task_closest", "task_together",
)  # fmt: skip
# What the rough ranking adds up; hand-set, it only has to keep the needed files in.
_ROUGH = {
    "jaccard": 2.0, "forward": 1.5, "backward": 0.4, "popular_long": 0.25, "same_stem": 0.8, "same_folder": 0.15,
    "common_path": 0.3, "common_words": 0.5, "linked": 0.25, "by_folder": 1.0, "commits_ago": -0.02, "several": 0.5,
}  # fmt: skip
_ROUGH_RELATIVE = {"neighbours": 0.5, "topic": 0.2, "task_subjects": 1.0, "task_similar": 1.0, "task_closest": 0.5}


class Query(NamedTuple):
    """What is known at the moment of asking; `text` is a task, a prompt or a branch name."""

    opened: tuple[str, ...]
    time: int
    author: str = ""
    text: str = ""


class Candidates(NamedTuple):
    files: Ints
    table: Table


def gather(past: Past, query: Query) -> Evidence:
    """All evidence, for all files ever seen."""
    opened = sorted(past.numbers[path] for path in set(query.opened) if path in past.numbers)
    found = changed_together(past, opened, query.author, query.time)
    found |= changed_with_several(past, opened)
    found["by_folder"] = changed_with_folder(past, opened)
    found["neighbours"] = changed_with_neighbours(past, opened, found["jaccard"])
    found["around"] = changed_around(past, opened)
    found["topic"] = topic_of_opened(past, opened)
    found["author_topic"] = topic_of_author(past, query.author, query.time)
    found |= folder_share(past, found["forward"])
    found |= popularity(past, query.time) | lately(past, query.time) | of_author(past, query.author, query.time)
    found |= alike(past, opened) | linked(past, opened) | task_words(past, opened, query.text)
    for name in _COUNTS:
        found[name] = np.log1p(found[name])
    found["around_log"] = np.log1p(10.0 * found["around"])
    found["expected"] = np.log(found["expected"] + 1e-4)
    found["odds"] = np.log((found["surest"] + 0.02) / (1.02 - np.minimum(1.0, found["surest"])))
    found["rough"] = _rough(found)
    return found


def candidates(past: Past, query: Query, eligible: Callable[[str], bool]) -> Candidates:
    """The files worth ranking, with their table, in rough order."""
    evidence = gather(past, query)
    files = _pool(past, query, evidence, eligible)
    columns = [evidence[name][files] for name in sorted(evidence)]
    columns += [_place(evidence[name][files]) for name in _RANKED]
    columns += [_strength(evidence[name][files]) for name in _RANKED]
    columns += [np.full(len(files), value) for value in _situation(past, query, evidence, files).values()]
    return Candidates(files, np.column_stack(columns).astype(np.float32))


def names() -> list[str]:
    """The columns of the table, in order; an empty past has them all."""
    past, query = Past(), Query((), 0)
    evidence = gather(past, query)
    ranked = [f"{name}_place" for name in _RANKED] + [f"{name}_strength" for name in _RANKED]
    return sorted(evidence) + ranked + list(_situation(past, query, evidence, np.empty(0, np.int64)))


def _pool(past: Past, query: Query, evidence: Evidence, eligible: Callable[[str], bool]) -> Ints:
    rough = np.where(past.alive.values, evidence["rough"], -np.inf)
    chosen: list[int] = []
    for file in np.argsort(-rough, kind="stable"):
        if rough[file] == -np.inf or len(chosen) == POOL:
            break
        path = past.paths[file]
        if path not in query.opened and eligible(path):
            chosen.append(int(file))
    return np.array(chosen, dtype=np.int64)


def _rough(evidence: Evidence) -> Floats:
    rough = sum((weight * evidence[name] for name, weight in _ROUGH.items()), np.zeros(1))
    for name, weight in _ROUGH_RELATIVE.items():
        rough = rough + weight * _strength(evidence[name])
    return rough


def _place(values: Floats) -> Floats:
    place = np.empty(len(values))
    place[np.argsort(-values, kind="stable")] = np.arange(len(values))
    # Files without this evidence share the place behind those that have it.
    place[values <= 0] = np.count_nonzero(values > 0)
    return np.log1p(place)


def _strength(values: Floats) -> Floats:
    strength: Floats = values / (values.max(initial=0.0) + 1e-9)
    return strength


def _situation(past: Past, query: Query, evidence: Evidence, files: Ints) -> dict[str, float]:
    """What is the same for all candidates, but changes how much the evidence is worth."""
    opened = [past.numbers[path] for path in query.opened if path in past.numbers]
    long, shared = past.popularity(past.long, LONG)[opened], past.popularity(past.shared, LONG)[opened]
    return {
        "opened": float(len(query.opened)),
        "opened_changes": float(np.log1p(past.changes.values[opened]).mean()) if opened else 0.0,
        "opened_seldom_alone": float((shared / (long + 0.5)).mean()) if opened else 0.0,
        "opened_tests": float(past.is_test.values[opened].mean()) if opened else 0.0,
        "files": float(np.log1p(np.count_nonzero(past.alive.values))),
        "surest_of_all": float(evidence["surest"][files].max(initial=0.0)),
        "task": float(bool(query.text)),
        "task_of_tests": float("test" in telling_words(query.text)),
    }
