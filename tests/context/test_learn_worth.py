"""What a repository teaches on top of the defaults."""

from __future__ import annotations

import numpy as np

from forethought.context.features import names
from forethought.context.learn import Learner, log_odds
from forethought.context.network import default_network


def lesson(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """Sixty candidates; the needed one is where the second column is highest, which the defaults ignore."""
    rows = np.random.default_rng(seed).standard_normal((60, 3)).astype(np.float32)
    needed = np.zeros(60)
    needed[np.argmax(rows[:, 1])] = 1.0
    return rows, rows[:, 0].astype(np.float64), needed


def test_evidence_that_decides_here_gains_worth_and_the_rest_does_not() -> None:
    learner = Learner(3, 1.0, 0.0)
    for seed in range(300):
        learner.teach(*lesson(seed))
    ignored, decisive, noise = learner.correction
    assert decisive > 1.0
    assert abs(noise) < 0.2 * decisive
    assert ignored < 0  # what the defaults believed in is taken back


def test_a_young_repository_keeps_the_defaults() -> None:
    learner = Learner(3, 1.0, 0.0)
    for seed in range(99):
        learner.teach(*lesson(seed))
    assert not learner.correction.any()


def test_a_lesson_without_an_answer_is_none() -> None:
    learner = Learner(3, 1.0, 0.0)
    rows, scores, needed = lesson(1)
    for _ in range(200):
        learner.teach(rows, scores, needed * 0)
    assert not learner.correction.any()


def test_confidence_follows_what_really_came() -> None:
    """Scores that are pure noise end in a confidence near the share that is needed, whatever they claim."""
    learner = Learner(3, 1.0, 0.0)
    rng = np.random.default_rng(5)
    for _ in range(400):
        needed = np.zeros(60)
        needed[rng.integers(60)] = 1.0
        learner.teach(np.zeros((60, 3), np.float32), 3.0 * rng.standard_normal(60), needed)
    claimed = np.array([6.0, *([0.0] * 59)])
    assert learner.confidence(claimed)[0] < 0.2


def test_log_odds_of_even_scores_are_those_of_a_fair_draw() -> None:
    assert np.allclose(log_odds(np.zeros(4)), np.log((1 / 4) / (3 / 4)))


def test_the_default_network_reads_the_columns_that_are_computed() -> None:
    network = default_network()
    assert list(network.columns) == names()
    assert network.hidden.shape == (len(names()), len(network.outer))
