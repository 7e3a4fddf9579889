"""Export, import and what a person reads."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from engine.desk import Clock, Desk
from forethought.engine import Engine
from forethought.errors import InvalidParams, NotFound, Refused


async def filled(desk: Desk) -> None:
    """A bit of everything: corrected, forgotten, linked, contradicting, unusual."""
    one = (await desk.ask("memory.remember", content="The port is 8000", key="port", value=8000, tags=["net"]))["id"]
    await desk.ask("memory.remember", content="The port is 9000", key="port", value=9000)
    two = (await desk.ask("memory.remember", content="Naïve “quotes”\n\tand\u2028lines 😀", kind="decision"))["id"]
    await desk.ask("memory.link", **{"from": one, "to": two, "relation": "derived_from"})
    gone = (await desk.ask("memory.remember", content="Paint it black", kind="procedure", steps=["one", "two"]))["id"]
    await desk.ask("memory.forget", id=gone, why="ugly")
    await desk.ask("memory.remember", content="Always squash commits")
    await desk.ask("memory.remember", content="Never squash commits")
    await desk.ask("memory.feedback", id=two, outcome="cited")
    await desk.ask("memory.remember", content="I like tea", scope="global", kind="preference", confirm=True)


async def test_export_purge_import_is_the_same_byte_for_byte(desk: Desk, clock: Clock) -> None:
    await filled(desk)
    count = (await desk.ask("memory.export", path="one.jsonl"))["count"]
    before = (await desk.ask("memory.list"))["memories"]
    await desk.ask("memory.purge", scope="all", confirm=True)
    clock.pass_days(2)
    assert (await desk.ask("memory.export", path="none.jsonl"))["count"] == 0
    preview = await desk.ask("memory.import", path="one.jsonl", dry_run=True, confirm=True)
    assert (await desk.ask("memory.list"))["memories"] == []
    assert (
        await desk.ask("memory.import", path="one.jsonl", confirm=True)
        == preview
        == {"added": count, "merged": 0, "skipped": 0}
    )
    await desk.ask("memory.export", path="two.jsonl")
    one, two = (Path(desk.path(name)).read_bytes() for name in ("one.jsonl", "two.jsonl"))
    assert one == two
    after = (await desk.ask("memory.list"))["memories"]
    assert [row["id"] for row in after] == [row["id"] for row in before]
    assert len((await desk.ask("contradictions.list"))["contradictions"]) == 1


async def test_importing_twice_changes_nothing(desk: Desk) -> None:
    await filled(desk)
    count = (await desk.ask("memory.export", path="one.jsonl"))["count"]
    journals = sorted(desk.engine.home.rglob("memories.jsonl"))
    before = [file.read_bytes() for file in journals]
    for _ in range(2):
        assert await desk.ask("memory.import", path="one.jsonl") == {"added": 0, "merged": 0, "skipped": count}
    assert [file.read_bytes() for file in journals] == before


async def test_what_is_newer_wins(desk: Desk, clock: Clock) -> None:
    one = (await desk.ask("memory.remember", content="old words"))["id"]
    await desk.ask("memory.export", path="old.jsonl")
    clock.pass_days(1)
    await desk.ask("memory.update", id=one, content="new words")
    await desk.ask("memory.export", path="new.jsonl")
    assert (await desk.ask("memory.import", path="old.jsonl"))["skipped"] == 1
    await desk.ask("memory.undo", id=one)
    assert (await desk.ask("memory.get", id=one))["content"] == "old words"
    assert (await desk.ask("memory.import", path="new.jsonl"))["merged"] == 1
    assert (await desk.ask("memory.get", id=one))["content"] == "new words"


async def test_memories_for_all_projects_come_in_only_with_a_yes(desk: Desk) -> None:
    await filled(desk)
    await desk.ask("memory.export", path="one.jsonl")
    await desk.ask("memory.purge", scope="all", confirm=True)
    with pytest.raises(Refused, match="confirm"):
        await desk.ask("memory.import", path="one.jsonl")
    assert (await desk.ask("memory.list"))["memories"] == []


@pytest.mark.parametrize(
    "line", ["noise", '{"what": "poem"}', '{"what": "memory", "id": "x"}', '{"what": "memory", "colour": 1}']
)
async def test_a_wrong_line_is_named_and_nothing_is_taken(desk: Desk, line: str) -> None:
    await desk.ask("memory.remember", content="The fence is green")
    await desk.ask("memory.export", path="one.jsonl")
    await desk.ask("memory.purge", scope="project", confirm=True)
    file = Path(desk.path("one.jsonl"))
    file.write_text(file.read_text() + line + "\n")
    with pytest.raises(InvalidParams, match="line 2"):
        await desk.ask("memory.import", path="one.jsonl")
    assert (await desk.ask("memory.list"))["memories"] == []
    with pytest.raises(NotFound, match=r"no-such\.jsonl"):
        await desk.ask("memory.import", path="no-such.jsonl")


async def test_secrets_do_not_come_in_by_a_file(desk: Desk) -> None:
    await desk.ask("memory.remember", content="Log in with PLACEHOLDER")
    await desk.ask("memory.export", path="one.jsonl")
    await desk.ask("memory.purge", scope="project", confirm=True)
    secret = "gh" + "p_" + "a1B2c3D4e5" * 4
    file = Path(desk.path("one.jsonl"))
    file.write_text(file.read_text().replace("PLACEHOLDER", secret))
    await desk.ask("memory.import", path="one.jsonl")
    [row] = (await desk.ask("memory.list"))["memories"]
    assert "redacted" in row["content"]


async def test_markdown_is_for_reading(desk: Desk) -> None:
    await filled(desk)
    await desk.ask("memory.export", path="notes.md", format="markdown", scope="project")
    file = Path(desk.path("notes.md"))
    text = file.read_text()
    assert "## Project" in text and "### Decision" in text
    assert "steps: one → two" in text and "superseded by" in text and "#net" in text
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_an_export_never_overwrites_something_else(desk: Desk) -> None:
    with pytest.raises(InvalidParams, match="no export"):
        await desk.ask("memory.export", path="shop/login.py")
    await desk.ask("memory.export", path="one.jsonl")
    await desk.ask("memory.export", path="one.jsonl")


async def test_another_project_takes_memories_as_its_own(desk: Desk, engine: Engine, tmp_path: Path) -> None:
    await desk.ask("memory.remember", content="The fence is green")
    out = str(tmp_path / "out.jsonl")
    await desk.ask("memory.export", path=out, scope="project")
    (tmp_path / "garden").mkdir()
    other = Desk(engine, tmp_path / "garden", "garden")
    assert (await other.ask("memory.import", path=out))["added"] == 1
    [mine], [theirs] = [(await each.ask("memory.list"))["memories"] for each in (desk, other)]
    assert mine["project"] != theirs["project"]
