"""What becomes of something said, given what is known."""

from __future__ import annotations

import pytest

from forethought.memory.changes import change, changed, to_undo, undone
from forethought.memory.decide import Near, decide
from forethought.memory.records import Contradiction, Memory
from memories.made import memory

KNOWN = memory("We deploy with Docker on Fridays", id="known")


def test_what_nobody_said_is_inserted() -> None:
    new = memory("The build takes a minute")
    decision = decide(new, [], [Near(KNOWN, 0.1)])
    assert (decision.verdict, decision.id, decision.related) == ("inserted", new.id, ())


@pytest.mark.parametrize(
    ("content", "meaning"),
    [
        ("we deploy with Docker on fridays.", 0.0),
        ("We deploy on Fridays, with Docker", 0.0),
        ("Docker deploys: Fridays", 0.95),
    ],
)
def test_what_was_said_before_gains_strength(content: str, meaning: float) -> None:
    new = memory(content, tags=("ops",))
    decision = decide(new, [], [Near(KNOWN, meaning)])
    assert (decision.verdict, decision.id) == ("merged", "known")
    [step] = decision.changes
    merged = changed(KNOWN, step)
    assert isinstance(merged, Memory)
    assert (merged.strength, merged.content, merged.tags) == (2, KNOWN.content, ("ops",))
    assert len(merged.provenance) == 2


@pytest.mark.parametrize(
    "content",
    [
        "We do not deploy with Docker on Fridays",
        "We deploy with Docker on Fridays at 30 past",
        "We deploy users_api on Fridays",
    ],
)
def test_near_in_meaning_is_not_the_same(content: str) -> None:
    assert decide(memory(content), [], [Near(KNOWN, 0.95)]).verdict != "merged"


def test_another_kind_is_another_memory() -> None:
    assert decide(memory(KNOWN.content, kind="decision"), [], [Near(KNOWN, 1.0)]).verdict == "inserted"


def test_a_key_with_another_value_supersedes() -> None:
    old = memory("db is postgres", id="old", key="db", value="postgres")
    new = memory("db is mysql", key="DB", value="mysql")
    decision = decide(new, [old], [])
    assert (decision.verdict, decision.id) == ("superseded", new.id)
    before, after = (changed(known, step) for known, step in zip((old, None), decision.changes, strict=True))
    assert isinstance(before, Memory) and isinstance(after, Memory)
    assert (before.active, before.superseded_by, before.valid_to) == (False, new.id, new.created)
    assert after.supersedes == ("old",)


def test_a_key_with_the_same_value_merges() -> None:
    old = memory("db is postgres", id="old", key="db", value="Postgres")
    assert decide(memory("the db: postgres!", key="db", value="postgres"), [old], []).verdict == "merged"


def test_a_correction_supersedes_what_it_corrects() -> None:
    new = memory("We deploy with Podman on Fridays", kind="correction", source="user_corrected")
    decision = decide(new, [], [Near(KNOWN, 0.8)])
    assert (decision.verdict, decision.related) == ("superseded", ("known",))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Always squash commits", "Never squash commits"), ("Timeouts are 30 seconds", "Timeouts are 60 seconds"),
     ("Indent with tabs in Makefiles", "Indent with spaces in Makefiles"),
     ("Use ORM queries", "Do not use ORM queries")],
)  # fmt: skip
def test_a_possible_contradiction_is_recorded_open(one: str, other: str) -> None:
    old = memory(one, id="old")
    decision = decide(memory(other), [], [Near(old, 0.7)])
    assert (decision.verdict, decision.related[0]) == ("contradicts", "old")
    found = changed(None, decision.changes[1])
    assert isinstance(found, Contradiction)
    assert (found.a, found.b, found.status) == ("old", decision.id, "open")


def test_a_deeper_judge_is_believed() -> None:
    assert decide(memory("x y"), [], [Near(KNOWN, 0.5)], lambda one, other: "contradiction").verdict == "contradicts"


def test_a_change_forth_and_back_is_no_change() -> None:
    after = memory("We deploy by hand", id="known", strength=3, archived_why="old")
    step = change(KNOWN, after)
    assert changed(KNOWN, step) == after
    assert changed(after, undone(step)) == KNOWN
    assert changed(None, change(None, KNOWN)) == KNOWN
    assert changed(KNOWN, change(KNOWN, None)) is None


def test_nothing_is_undone_twice() -> None:
    assert to_undo([], memory="known") == []
