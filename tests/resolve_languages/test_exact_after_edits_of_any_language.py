"""Whatever happens to the files and their configuration, the edges are those of a graph built from scratch."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from forethought.code.parse import parse
from forethought.code.resolve import Resolution
from resolve_languages.language_projects import PROJECTS, Project

SETTINGS = settings(max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck))


def shown(resolution: Resolution) -> list[str]:
    return [
        f"{e.source.path}:{e.source.qualified} {e.kind} {e.target.path}:{e.target.qualified} {e.certainty} {e.line}"
        for e in resolution.all_edges()
    ]


def machine(project: Project) -> type[RuleBasedStateMachine]:
    path = st.sampled_from(project.paths)

    class Edits(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.files: dict[str, str] = {}
            self.configs: dict[str, str] = {}
            self.resolution = Resolution()

        def write(self, path: str, text: str) -> None:
            self.files[path] = text
            self.resolution.set_facts(path, parse(text.encode(), project.language))

        def remove(self, path: str) -> None:
            if self.files.pop(path, None) is not None:
                self.resolution.set_facts(path, None)

        def from_scratch(self) -> Resolution:
            resolution = Resolution()
            for path, text in self.files.items():
                resolution.set_facts(path, parse(text.encode(), project.language))
            for path, text in self.configs.items():
                resolution.set_config(path, text)
            resolution.update()
            return resolution

        @initialize(texts=st.lists(project.source(), min_size=len(project.paths), max_size=len(project.paths)))
        def begin(self, texts: list[str]) -> None:
            for path, text in zip(project.paths, texts, strict=True):
                if text:
                    self.write(path, text)

        @rule(path=path, text=project.source())
        def rewrite(self, path: str, text: str) -> None:
            self.write(path, text)

        @rule(path=path, line=project.statement(), at=st.integers(0, 20))
        def type_a_line(self, path: str, line: str, at: int) -> None:
            lines = self.files.get(path, "").split("\n")
            self.write(path, "\n".join([*lines[:at], line, *lines[at:]]))

        @rule(path=path, at=st.integers(0, 20))
        def delete_a_line(self, path: str, at: int) -> None:
            lines = self.files.get(path, "").split("\n")
            self.write(path, "\n".join([*lines[:at], *lines[at + 1 :]]))

        @rule(path=path, to=path)
        def rename(self, path: str, to: str) -> None:
            if path in self.files and path != to:
                text = self.files[path]
                self.remove(path)
                self.write(to, text)

        @rule(path=path)
        def delete(self, path: str) -> None:
            self.remove(path)

        @rule(choice=st.integers(0, 5), version=st.integers(0, 5))
        def configure(self, choice: int, version: int) -> None:
            if project.configs:
                config = sorted(project.configs)[choice % len(project.configs)]
                text = project.configs[config][version % len(project.configs[config])]
                self.resolution.set_config(config, text)
                self.configs.pop(config, None)
                if text is not None:
                    self.configs[config] = text

        @invariant()
        def the_edges_are_those_of_a_graph_built_from_scratch(self) -> None:
            self.resolution.update()
            assert shown(self.resolution) == shown(self.from_scratch())

    return Edits


@pytest.mark.xfail(strict=False, reason="known fault: after some sequences of edits a few edges differ (Java at least)")
@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.language)
def test_the_edges_stay_those_of_a_graph_built_from_scratch(project: Project) -> None:
    run_state_machine_as_test(machine(project), settings=SETTINGS)
