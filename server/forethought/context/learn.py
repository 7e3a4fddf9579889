"""What a repository teaches on top of the defaults: which evidence is worth more or less here, and how sure to be.

Every past change is a lesson: had this file been open, which others were really needed? The correction is the
best one for the last lessons under a prior that prefers none, so a young repository keeps the defaults.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np

from .columns import Floats, Ints, product
from .features import Table

_LESSONS = 1200
_EVERY = 100
# How strongly the defaults hold: about as much as this many lessons.
_PRIOR = 200.0
_CALIBRATION_PRIOR = 20.0
_HARD = 20
_EASY = 20
_CALIBRATED = 20


class Lesson(NamedTuple):
    """Some of the candidates of one question: the needed ones, their rivals, a sample of the rest."""

    rows: Table
    scores: Floats
    weights: Floats
    needed: Floats


class Learner:
    def __init__(self, columns: int, slope: float, offset: float) -> None:
        self.correction = np.zeros(columns)
        self._default = np.array([slope, offset])
        self._line = self._default.copy()
        self._lessons: deque[Lesson] = deque(maxlen=_LESSONS)
        self._outcomes: deque[tuple[Floats, Floats]] = deque(maxlen=_LESSONS)
        self._taught = 0

    def teach(self, rows: Table, scores: Floats, needed: Floats) -> None:
        """Rows come in rough order, so that the first are the rivals; needed is 1 or 0 for each."""
        if not 0 < needed.sum() < len(needed):
            return
        final = scores + product(rows, self.correction)
        top = np.argsort(-final, kind="stable")[:_CALIBRATED]
        self._outcomes.append((log_odds(final)[top], needed[top]))
        picked, weights = sample(needed, self._taught)
        self._lessons.append(Lesson(rows[picked], scores[picked], weights, needed[picked]))
        self._taught += 1
        if self._taught % _EVERY == 0:
            self.correction = _fit(list(self._lessons))
            self._line = calibrate(list(self._outcomes), self._default)

    def confidence(self, final: Floats) -> Floats:
        """The chance that each file is really needed, from the scores of all candidates."""
        slope, offset = self._line
        return _sigmoid(slope * log_odds(final) + offset)


def log_odds(scores: Floats) -> Floats:
    """Of being the one that is chosen among all."""
    share = np.exp(scores - scores.max(initial=0.0))
    share = np.clip(share / share.sum(), 1e-6, 1 - 1e-6)
    odds: Floats = np.log(share / (1 - share))
    return odds


def sample(needed: Floats, turn: int) -> tuple[Ints, Floats]:
    """Of the many files that were not needed: the rivals, and every n-th of the rest standing for n."""
    others = np.flatnonzero(needed == 0)
    step = max(1, (len(others) - _HARD) // _EASY)
    rest = others[_HARD:]
    easy = rest[turn % step :: step]
    hits = np.flatnonzero(needed)
    weights = [np.ones(len(hits)), np.ones(min(_HARD, len(others))), np.full(len(easy), float(step))]
    return np.concatenate([hits, others[:_HARD], easy]), np.concatenate(weights)


def _fit(lessons: list[Lesson]) -> Floats:
    """Newton's method on the listwise loss: the needed files share all the chance of their lesson."""
    rows = np.concatenate([lesson.rows for lesson in lessons]).astype(np.float64)
    length = np.array([len(lesson.needed) for lesson in lessons])
    start, of = np.cumsum(length) - length, np.repeat(np.arange(len(lessons)), length)
    base = np.concatenate([lesson.scores + np.log(lesson.weights) for lesson in lessons])
    wanted = np.concatenate([lesson.needed / lesson.needed.sum() for lesson in lessons])
    correction = np.zeros(rows.shape[1])
    for _ in range(3):
        scores = base + rows @ correction
        share = np.exp(scores - np.maximum.reduceat(scores, start)[of])
        share /= np.add.reduceat(share, start)[of]
        shared = rows * share[:, None]
        mean = np.add.reduceat(shared, start, axis=0)
        slope = rows.T @ (share - wanted) + _PRIOR * correction
        curve = rows.T @ shared - mean.T @ mean + _PRIOR * np.eye(len(correction))
        correction -= np.linalg.solve(curve, slope)
    return correction


def calibrate(outcomes: list[tuple[Floats, Floats]], default: Floats) -> Floats:
    """Logistic regression of what was needed on the odds that were given at the time."""
    odds = np.concatenate([given for given, _ in outcomes])
    came = np.concatenate([needed for _, needed in outcomes])
    inputs = np.column_stack([odds, np.ones(len(odds))])
    line = default.copy()
    for _ in range(6):
        chance = _sigmoid(inputs @ line)
        slope = inputs.T @ (chance - came) + _CALIBRATION_PRIOR * (line - default)
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + _CALIBRATION_PRIOR * np.eye(2)
        line = line - np.linalg.solve(curve, slope)
    return line


def _sigmoid(value: Floats) -> Floats:
    chance: Floats = 1.0 / (1.0 + np.exp(-np.clip(value, -30.0, 30.0)))
    return chance
