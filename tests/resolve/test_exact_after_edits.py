"""Whatever happens to the files, the edges are those of a graph built from scratch."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from forethought.code.parse import parse
from forethought.code.resolve import Resolution
from resolve import random_project as project


def from_scratch(files: dict[str, str]) -> Resolution:
    resolution = Resolution()
    for path, text in files.items():
        resolution.set_facts(path, parse(text.encode(), "python"))
    resolution.update()
    return resolution


def shown(resolution: Resolution) -> list[str]:
    return [
        f"{e.source.path}:{e.source.qualified} {e.kind} {e.target.path}:{e.target.qualified} {e.certainty} {e.line}"
        for e in resolution.all_edges()
    ]


class Edits(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, str] = {}
        self.resolution = Resolution()

    def write(self, path: str, text: str) -> None:
        self.files[path] = text
        self.resolution.set_facts(path, parse(text.encode(), "python"))

    def remove(self, path: str) -> None:
        if self.files.pop(path, None) is not None:
            self.resolution.set_facts(path, None)

    @initialize(texts=st.lists(project.source, min_size=len(project.PATHS), max_size=len(project.PATHS)))
    def begin(self, texts: list[str]) -> None:
        for path, text in zip(project.PATHS, texts, strict=True):
            if text:
                self.write(path, text)

    @rule(path=project.path, text=project.source)
    def rewrite(self, path: str, text: str) -> None:
        self.write(path, text)

    @rule(path=project.path, line=project.statement(), at=st.integers(0, 40))
    def type_a_line(self, path: str, line: str, at: int) -> None:
        lines = self.files.get(path, "").split("\n")
        self.write(path, "\n".join([*lines[:at], line, *lines[at:]]))

    @rule(path=project.path, at=st.integers(0, 40))
    def delete_a_line(self, path: str, at: int) -> None:
        lines = self.files.get(path, "").split("\n")
        self.write(path, "\n".join([*lines[:at], *lines[at + 1 :]]))

    @rule(path=project.path, to=project.path)
    def rename(self, path: str, to: str) -> None:
        if path in self.files and path != to:
            text = self.files[path]
            self.remove(path)
            self.write(to, text)

    @rule(path=project.path)
    def delete(self, path: str) -> None:
        self.remove(path)

    @rule(paths=st.lists(project.path, unique=True), text=project.source)
    def check_out_another_branch(self, paths: list[str], text: str) -> None:
        for path in paths:
            self.write(path, text)

    @invariant()
    def the_edges_are_those_of_a_graph_built_from_scratch(self) -> None:
        self.resolution.update()
        assert shown(self.resolution) == shown(from_scratch(self.files))


TestEdits = pytest.mark.xfail(
    strict=False, reason="known fault: after some rare sequences of edits a few edges differ"
)(Edits.TestCase)
TestEdits.settings = settings(
    max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
