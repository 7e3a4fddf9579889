"""Why a file was predicted, in words: only what raised its score is said, the strongest first."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .columns import Floats
from .features import Table
from .network import Network

_SAID = 3
_LITTLE = 0.05

# Which columns belong to which kind of reason, by how their names begin.
_KINDS: dict[str, tuple[str, ...]] = {
    "together": (
        "count", "short", "long", "sized", "damped", "month", "newest", "by_author", "forward", "jaccard", "cosine",
        "expected", "born_together", "surest", "backward", "lift", "odds", "commits_since", "changes_since", "several",
    ),
    "nearby": ("by_folder", "folder_", "neighbours", "around"),
    "links": ("imported", "importing", "linked", "same_imports"),
    "names": ("same_", "common_", "is_test", "both_tests", "test_and_subject", "deeper"),
    "activity": ("popular_", "seldom_alone", "changes", "commits_ago", "hours_ago", "lately_", "last_commit"),
    "own": ("own_", "author_topic"),
    "task": ("task_",),
    "topic": ("topic",),
}  # fmt: skip


def columns_of_kinds(columns: tuple[str, ...]) -> dict[str, Floats]:
    """For each kind of reason, a mask of its columns; the first kind that fits has the column."""
    masks = {kind: np.zeros(len(columns)) for kind in _KINDS}
    for place, column in enumerate(columns):
        for kind, beginnings in _KINDS.items():
            if column.startswith(beginnings):
                masks[kind][place] = 1.0
                break
    return masks


def contributions(
    network: Network, correction: Floats, scaled: Table, usual: Table, masks: Mapping[str, Floats]
) -> dict[str, Floats]:
    """What each kind of evidence adds: the score with it, less the score if it were as usual among candidates."""
    full = network.score(scaled) + scaled @ correction
    added = {}
    for kind, mask in masks.items():
        without = np.where(mask > 0, usual, scaled).astype(np.float32)
        added[kind] = full - network.score(without) - without @ correction
    return added


def reasons(row: Mapping[str, float], added: Mapping[str, float]) -> list[str]:
    said: list[str] = []
    for kind in sorted(added, key=lambda kind: (-added[kind], kind)):
        if added[kind] > _LITTLE:
            said += _phrases(kind, row)
    return said[:_SAID] or ["changes often"]


def _phrases(kind: str, row: Mapping[str, float]) -> list[str]:
    if kind == "together":
        times = round(float(np.expm1(row["count"])))
        if not times:
            return []
        return [f"changed together {times} times" if times > 1 else "changed together once"]
    if kind == "links":
        out, back = row["imported"] > 0, row["importing"] > 0
        beside = row["same_imports"] > 0 or row["imported_beside"] > 0
        direct = "they import each other" if out and back else "it is imported" if out else "imports it"
        return [direct] if out or back else ["shares imports"] if beside else []
    if kind == "names":
        if row["same_stem"] > 0:
            return ["test and subject" if row["test_and_subject"] > 0 else "same name"]
        return ["same folder"] if row["same_folder"] > 0 else ["similar path"] if row["common_words"] > 0.3 else []
    said = {
        "nearby": ("changes with its neighbours", row["by_folder"] + row["neighbours"] + row["around"] > 0),
        "activity": ("changed lately", row["lately_commits"] > 0.1),
        "own": ("you worked on it lately", row["own_commits_ago"] < 4),
        "task": ("fits the words of the task", row["task_subjects"] > 0),
        "topic": ("changes under the same words", row["topic"] > 0),
    }
    phrase, holds = said[kind]
    return [phrase] if holds else []
