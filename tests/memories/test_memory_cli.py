"""Memories from the shell: every command of the registry, and `memory edit` in the person's editor."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from forethought.cli import main
from forethought.cli.edit import fields_of, text_of
from forethought.engine.choices import Choices
from forethought.errors import InvalidParams

Shell = Callable[..., Any]


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """Runs `forethought memory …` and gives the answer, or the message after a refusal."""
    Choices(model="none").save(tmp_path / "home")
    monkeypatch.setenv("FORETHOUGHT_HOME", str(tmp_path / "home"))
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")

    def run(*words: str) -> Any:
        code = main(["memory", *words, "--json", "--standalone"])
        said = capsys.readouterr()
        return said.err if code else json.loads(said.out)

    return run


def test_every_memory_command_works_from_the_shell(shell: Shell, tmp_path: Path) -> None:
    one = shell("remember", "Tokens expire after an hour", "--tags", '["auth"]', "--importance", "0.7")["id"]
    two = shell("remember", "The fence is green", "--kind", "decision")["id"]
    assert [row["id"] for row in shell("search", "token expiry")["memories"]] == [one]
    assert [row["id"] for row in shell("recall", "--context", "green fence")["memories"]] == [two]
    assert len(shell("list", "--filters", '{"importance": {"$gt": 0.6}}')["memories"]) == 1
    assert shell("get", one)["content"] == "Tokens expire after an hour"
    assert shell("similar", one)["memories"] == []
    assert shell("update", one, "--content", "Tokens expire after a day")["content"] == "Tokens expire after a day"
    assert shell("link", one, two, "relates_to", "--weight", "0.5")["to"] == two
    assert "colour" in shell("tag", two, '["colour"]')["tags"]
    assert {node["id"] for node in shell("graph", "--id", one)["nodes"]} >= {one, two}
    assert shell("clusters")["clusters"] == []
    assert shell("feedback", one, "cited")["counts"]["citations"] == 1
    assert shell("forget", two, "--why", "painted")["archived_until"]
    assert shell("restore", two)["active"] is True
    assert "confirm" in shell("promote", two, "global")
    assert shell("promote", two, "global", "--confirm")["scope"] == "global"
    assert shell("export", "out.jsonl")["count"] == 3
    assert (tmp_path / "project" / "out.jsonl").exists()
    assert shell("import", "out.jsonl")["skipped"] == 3
    assert shell("undo", "--id", one)["undone"] == 1
    assert shell("pause")["memory"] is False
    assert shell("resume")["memory"] is True
    assert "confirm" in shell("purge", "all")
    assert shell("purge", "all", "--confirm")["removed"]["memories"] == 3


def test_a_memory_is_changed_in_the_persons_editor(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    one = shell("remember", "The fence is green", "--tags", '["garden"]')["id"]
    monkeypatch.setenv("EDITOR", "sed -i -e s/green/blue/ -e s/garden/'garden, new'/")
    assert shell("edit", one)["changed"] == ["content", "tags"]
    after = shell("get", one)
    assert (after["content"], after["tags"]) == ("The fence is blue", ["garden", "new"])
    monkeypatch.setenv("EDITOR", "true")
    assert shell("edit", one)["changed"] == []
    monkeypatch.setenv("EDITOR", "false")
    assert "nothing was changed" in shell("edit", one)
    monkeypatch.setenv("EDITOR", "truncate -s 0")
    assert "nothing was changed" in shell("edit", one)
    monkeypatch.setenv("EDITOR", "/no/such/editor")
    assert "cannot be started" in shell("edit", one)
    assert shell("get", one)["content"] == "The fence is blue"


def test_a_text_with_rules_and_colons_comes_back_as_it_is() -> None:
    memory = {
        "kind": "fact",
        "importance": 0.5,
        "tags": ["a", "b"],
        "inferred_tags": ["b"],
        "content": "x: y\n---\n\nz",
    }
    assert fields_of(text_of(memory)) == {"kind": "fact", "importance": 0.5, "tags": ["a"], "content": "x: y\n---\n\nz"}
    with pytest.raises(InvalidParams, match="importance"):
        fields_of(text_of(memory).replace("0.5", "much"))
