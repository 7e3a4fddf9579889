"""Which files come next: the past, the default ranking and what this repository taught, behind three verbs.

    observe(commit)          a commit, or files that were edited together, is now past
    teach(query, needed)     what was really opened next, after what
    predict(query)           the files that are likely needed now, best first

Opens nothing and asks no clock: everything comes in as data.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

import numpy as np

from .changes import Commit
from .columns import Floats, product
from .features import Candidates, Query, candidates
from .learn import Learner
from .network import Network, default_network
from .past import Past
from .reasons import columns_of_kinds, contributions, reasons

# A change of so many files is a task; smaller teaches nothing to predict, larger is a sweep.
_FEWEST, _MOST = 2, 15
# The first commits of a history lay it out; before this many there is nothing to learn from.
_YOUNG = 100


class Prediction(NamedTuple):
    path: str
    score: float
    confidence: float
    why: tuple[str, ...]


class Predictor:
    def __init__(self, eligible: Callable[[str], bool] = lambda path: True, network: Network | None = None) -> None:
        """`eligible` says which paths may be answered at all."""
        self.past = Past()
        self._eligible = eligible
        self._network = network or default_network()
        self._learner = Learner(len(self._network.columns), self._network.slope, self._network.offset)
        self._kinds = columns_of_kinds(self._network.columns)
        self._asked = 0

    def observe(self, commit: Commit) -> None:
        if commit.teaches and self.past.now >= _YOUNG:
            self._examine(commit)
        self.past.observe(commit)

    def predict(self, query: Query, limit: int = 10, among: Container[str] | None = None) -> list[Prediction]:
        found = self._candidates(query, among)
        if not len(found.files):
            return []
        scaled = self._network.standardise(found.table)
        scores = self._network.score(scaled) + product(scaled, self._learner.correction)
        chosen = np.argsort(-scores, kind="stable")[:limit]
        confidence = self._learner.confidence(scores)
        added = contributions(self._network, self._learner.correction, scaled[chosen], scaled.mean(axis=0), self._kinds)
        answer = []
        for place, row in enumerate(chosen):
            facts = dict(zip(self._network.columns, found.table[row].tolist(), strict=True))
            why = reasons(facts, {kind: float(values[place]) for kind, values in added.items()})
            path = self.past.paths[found.files[row]]
            answer.append(Prediction(path, float(scores[row]), float(confidence[row]), tuple(why)))
        return answer

    def _examine(self, commit: Commit) -> None:
        """Ask ourselves before looking: by turns with one file open or several, with the task's words or without."""
        paths = {touch.old or touch.path for touch in commit.files if touch.status != "A"}
        known = [path for path in sorted(paths) if self._eligible(path) and self._alive(path)]
        if not _FEWEST <= len(known) <= _MOST:
            return
        turn = self._asked
        self._asked += 1
        known = known[turn % len(known) :] + known[: turn % len(known)]
        opened = 1 + turn // 4 % (len(known) - 1) if turn % 4 > 1 else 1
        text = commit.subject if turn % 2 else ""
        self.teach(Query(tuple(known[:opened]), commit.time, commit.author, text), set(known[opened:]))

    def teach(self, query: Query, needed: set[str]) -> None:
        """With this known, these files were really needed."""
        found = self._candidates(query, None)
        scaled = self._network.standardise(found.table)
        labels: Floats = np.array([self.past.paths[file] in needed for file in found.files], dtype=np.float64)
        self._learner.teach(scaled, self._network.score(scaled), labels)

    def _candidates(self, query: Query, among: Container[str] | None) -> Candidates:
        return candidates(self.past, query, self._eligible if among is None else among.__contains__)

    def _alive(self, path: str) -> bool:
        file = self.past.numbers.get(path)
        return file is not None and bool(self.past.alive.values[file])
