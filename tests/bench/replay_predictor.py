"""Lets the evaluation's replay of real histories ask the product's own ranker; no logic of its own."""

from __future__ import annotations

from typing import Any

from forethought.context.changes import Commit, Touch
from forethought.context.features import Query
from forethought.context.predict import Predictor


class ReplayPredictor:
    name = "forethought"

    def __init__(self, predictor: Predictor) -> None:
        self.predictor = predictor

    def observe(self, commit: Any) -> None:
        self.predictor.observe(as_commit(commit))

    def begin(self, context: Any) -> None:
        self.context = context

    def predict(self, opened: list[str], k: int) -> list[str]:
        query = Query(tuple(opened), self.context.time, str(self.context.author), self.context.text)
        return [found.path for found in self.predictor.predict(query, k, self.context.candidates)]


def as_commit(commit: Any) -> Commit:
    files = tuple(Touch(file.status, file.path, file.old, file.size) for file in commit.files)
    teaches = not (commit.big or commit.sync)
    return Commit(commit.time, str(commit.author), commit.subject, files, commit.imports, teaches)


def is_source(path: str) -> bool:
    from replay import is_source  # the evaluation asks for source files only, by its own rule

    return bool(is_source(path))


def make_predictor() -> ReplayPredictor:
    return ReplayPredictor(Predictor(eligible=is_source))
