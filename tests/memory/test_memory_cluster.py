"""Clusters are those of HDBSCAN as scikit-learn 1.9 finds them, and are named by what tells them apart.

hdbscan_expected.json holds four made-up sets of points with its labels (min_cluster_size 5, algorithm brute) for
min_samples 1, where no two distances tie, and for 5, where ties may be broken either way.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from forethought.memory.cluster import clusters
from forethought.memory.hdbscan import labels

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "hdbscan_expected.json").read_text())


def unit(rows: Any) -> NDArray[np.float32]:
    made = np.array(rows, float)
    return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)


def together(numbers: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which pairs are in one group."""
    return (numbers[:, None] == numbers[None]) & (numbers >= 0)[:, None]


@pytest.mark.parametrize("case", CASES)
def test_groups_are_those_of_the_reference(case: dict[str, Any]) -> None:
    ours = together(labels(unit(case["vectors"]), smallest=5, nearest=1, largest=10_000))
    assert np.array_equal(ours, together(np.array(case["alone"])))


@pytest.mark.parametrize("case", CASES)
def test_where_distances_tie_nearly_all_pairs_agree(case: dict[str, Any]) -> None:
    ours = together(labels(unit(case["vectors"]), smallest=5, nearest=5, largest=10_000))
    theirs = together(np.array(case["among_five"]))
    assert (ours & theirs).sum() / (ours | theirs).sum() > 0.95


def test_too_few_points_or_copies_of_one_make_no_trouble() -> None:
    for rows in (np.empty((0, 3)), np.ones((3, 3)), np.ones((40, 3))):
        vectors = np.full(rows.shape, 3**-0.5, np.float32)
        assert len(labels(vectors, smallest=5, nearest=5, largest=100)) == len(rows)


def topics(*, seed: int = 0) -> tuple[list[str], list[str], NDArray[np.float32]]:
    rng = np.random.default_rng(seed)
    said = {"postgres": "the postgres migration", "vue": "a Vue component", "ci": "the pipeline cache"}
    texts, rows = [], []
    for number, (_, text) in enumerate(said.items()):
        for copy in range(8):
            texts.append(f"we changed {text} in step {copy}")
            rows.append(np.eye(8)[number] + 0.1 * rng.standard_normal(8))
    for number in range(6):
        texts.append(f"we had lunch {number}")
        rows.append(rng.standard_normal(8))
    return [f"m{number:02}" for number in range(len(texts))], texts, unit(rows)


def test_clusters_are_named_by_their_telling_words() -> None:
    found = clusters(*topics())
    ours = sorted(found, key=lambda each: each.members[0])
    for topic, each in enumerate(ours):
        assert set(each.members) >= {f"m{8 * topic + n:02}" for n in range(8)}
    named = [set(each.label.split(", ")) for each in ours]
    assert named == [{"postgres", "migration"}, {"vue", "component"}, {"pipeline", "cache"}]


def test_a_cluster_keeps_its_id_when_it_is_found_again() -> None:
    before = clusters(*topics())
    memories, texts, vectors = topics(seed=1)
    after = clusters([f"other{memory}" for memory in memories], texts, vectors, known=before)
    assert {each.id for each in after} == {each.id for each in before}


def test_copies_of_one_topic_are_merged() -> None:
    rng = np.random.default_rng(2)
    lumps = [np.eye(16)[0] + 0.3 * np.eye(16)[1 + lump] for lump in range(2)]
    rows = [lump + 0.02 * rng.standard_normal(16) for lump in lumps for _ in range(10)]
    rows += [rng.standard_normal(16) for _ in range(40)]
    memories = [f"m{number:02}" for number in range(len(rows))]
    found = clusters(memories, ["text"] * len(rows), unit(rows))
    assert set(memories[:20]) <= set(found[0].members)
