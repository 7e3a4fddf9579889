"""Remembering, finding again, changing and forgetting, asked of the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.desk import Clock, Desk
from forethought.engine import Engine
from forethought.errors import InvalidParams, NotFound, Refused

LOGIN = "shop/login.py"


async def say(desk: Desk, content: str, **fields: Any) -> str:
    answer = await desk.ask("memory.remember", content=content, **fields)
    assert answer["decision"] == "inserted", answer
    return str(answer["id"])


async def ids(desk: Desk, command: str, **params: Any) -> list[str]:
    return [row["id"] for row in (await desk.ask(command, **params))["memories"]]


async def test_what_is_remembered_is_found_by_its_words_and_says_why(desk: Desk) -> None:
    one = await say(desk, "Tokens expire after an hour", tags=["#auth"], files=[LOGIN])
    await say(desk, "The fence is painted green")
    [row] = (await desk.ask("memory.search", query="token expiry"))["memories"]
    assert (row["id"], row["kind"], row["scope"]) == (one, "fact", "project")
    assert "token" in row["why"]
    assert 0 < row["confidence"] <= 1 and row["score"] > 0
    assert {"auth", "python"} <= set(row["tags"])


async def test_the_answer_says_what_was_decided_and_why(desk: Desk) -> None:
    first = await desk.ask("memory.remember", content="We deploy on Fridays")
    assert first.keys() >= {"id", "decision", "because", "related", "redacted"}
    again = await desk.ask("memory.remember", content="we deploy on fridays")
    assert (again["decision"], again["id"]) == ("merged", first["id"])
    assert (await desk.ask("memory.get", id=first["id"]))["strength"] == 2
    other = await desk.ask("memory.remember", content="We never deploy on Fridays")
    assert (other["decision"], other["related"]) == ("contradicts", [first["id"]])
    [found] = (await desk.ask("contradictions.list"))["contradictions"]
    assert (found["a"]["id"], found["b"]["id"]) == (first["id"], other["id"])


async def test_a_corrected_fact_replaces_the_old_one(desk: Desk) -> None:
    old = await say(desk, "The port is 8000", key="port", value=8000)
    new = await desk.ask("memory.remember", content="The port is 9000", key="port", value=9000)
    assert new["decision"] == "superseded"
    assert await ids(desk, "memory.search", query="port") == [new["id"]]
    assert await ids(desk, "memory.list") == [new["id"]]
    before = await desk.ask("memory.get", id=old)
    assert (before["active"], before["superseded_by"]) == (False, new["id"])
    assert before["valid_to"] is not None
    assert (await desk.ask("memory.undo", id=new["id"]))["undone"] == 1
    assert await ids(desk, "memory.list") == [old]


async def test_secrets_never_reach_the_disk(desk: Desk) -> None:
    secret = "gh" + "p_" + "a1B2c3D4e5" * 4
    answer = await desk.ask(
        "memory.remember", content=f"CI logs in with {secret}", steps=[f"export TOKEN={secret}"], reason=secret
    )
    assert answer["redacted"]
    assert secret not in str(await desk.ask("memory.get", id=answer["id"]))
    only = await desk.ask("memory.remember", content=secret)
    assert (only["decision"], only["id"]) == ("rejected", None)
    await desk.ask("memory.update", id=answer["id"], content=f"new token {secret}")
    await desk.ask("memory.search", query=f"nothing like {secret}")
    await desk.engine.close()
    stored = b"".join(file.read_bytes() for file in desk.engine.home.rglob("*") if file.is_file())
    assert secret.encode() not in stored


@pytest.mark.parametrize(
    ("params", "names"),
    [
        ({"content": ""}, "content"),
        ({"content": "x", "kind": "poem"}, "kind"),
        ({"content": "x", "kind": "reasoning"}, "kind"),
        ({"content": "x", "importance": 2}, "importance"),
        ({"content": "x", "triggers": ["good", "("]}, r"triggers\[1\]"),
        ({"content": "x", "valid_to": "soon"}, "valid_to"),
        ({"content": "x", "files": ["../elsewhere.py"]}, "files"),
        ({"content": "x", "symbols": ["login"]}, "symbols"),
        ({"content": "x", "tags": [""]}, "tags"),
        ({"content": "x", "artifacts": [{"kind": "commit"}]}, "artifacts"),
    ],
)
async def test_wrong_fields_are_named_and_nothing_is_kept(desk: Desk, params: dict[str, Any], names: str) -> None:
    with pytest.raises(InvalidParams, match=names):
        await desk.ask("memory.remember", **params)
    assert await ids(desk, "memory.list") == []


@pytest.mark.parametrize("command", ["get", "update", "forget", "restore", "similar", "tag", "promote", "feedback"])
async def test_an_unknown_id_is_named(desk: Desk, command: str) -> None:
    more: dict[str, Any] = {"tag": {"tags": ["x"]}, "promote": {"to": "project"}, "feedback": {"outcome": "cited"}}
    with pytest.raises(NotFound, match="m-none"):
        await desk.ask(f"memory.{command}", id="m-none", **more.get(command, {}))


async def test_a_memory_is_changed_tagged_and_linked(desk: Desk) -> None:
    one, other = await say(desk, "Orders are kept in SQLite"), await say(desk, "Backups run at night")
    changed = await desk.ask(
        "memory.update", id=one, content="Orders are kept in DuckDB", kind="decision", importance=0.9
    )
    assert (changed["content"], changed["kind"], changed["importance"]) == (
        "Orders are kept in DuckDB",
        "decision",
        0.9,
    )
    assert await ids(desk, "memory.search", query="sqlite") == []
    assert (await desk.ask("memory.tag", id=one, tags=["#store", "db"]))["tags"][:2] == ["store", "db"]
    assert "db" not in (await desk.ask("memory.tag", id=one, tags=["db"], remove=True))["tags"]
    link = {"from": one, "to": other, "relation": "relates_to", "weight": 0.5}
    assert await desk.ask("memory.link", **link) == link
    graph = await desk.ask("memory.graph", id=one, depth=1)
    assert {node["id"] for node in graph["nodes"]} >= {one, other, "tag:store"}
    assert {**link, "weight": 0.5} in graph["edges"]
    assert other not in {node["id"] for node in (await desk.ask("memory.graph", id=one, depth=0))["nodes"]}


async def test_what_hangs_together_is_recalled_together(desk: Desk) -> None:
    one = await say(desk, "Login tokens expire after an hour")
    other = await say(desk, "Refresh happens in a cron job")
    await desk.ask("memory.link", **{"from": one, "to": other, "relation": "relates_to", "weight": 0.9})
    assert other not in await ids(desk, "memory.search", query="login tokens")
    rows = {row["id"]: row for row in (await desk.ask("memory.recall", context="login tokens"))["memories"]}
    assert f"relates to {one}" in rows[other]["why"]


async def test_forgetting_can_be_taken_back_for_thirty_days(
    desk: Desk, clock: Clock, home: Path, repository: Path
) -> None:
    one = await say(desk, "The fence is green")
    answer = await desk.ask("memory.forget", id=one, why="it was painted")
    assert answer["archived_until"] > "2026"
    assert await ids(desk, "memory.search", query="fence") == await ids(desk, "memory.list") == []
    assert await ids(desk, "memory.list", archived=True) == [one]
    with pytest.raises(InvalidParams, match="already"):
        await desk.ask("memory.forget", id=one)
    await desk.ask("memory.restore", id=one)
    assert await ids(desk, "memory.search", query="fence") == [one]
    await desk.ask("memory.forget", id=one)
    await desk.engine.close()
    clock.pass_days(31)
    later = Engine(home, clock=clock)
    with pytest.raises(NotFound):
        await Desk(later, repository).ask("memory.restore", id=one)
    await later.close()


async def test_a_memory_of_a_file_is_recalled_with_it(desk: Desk) -> None:
    one = await say(desk, "Rate limits live here", files=[LOGIN])
    await say(desk, "Something else entirely")
    [row] = (await desk.ask("memory.recall", file=LOGIN))["memories"]
    assert row["id"] == one
    assert row["why"].startswith(f"about {LOGIN}")


async def test_procedures_come_up_by_their_trigger(desk: Desk) -> None:
    one = await say(
        desk, "How we deploy", kind="procedure", name="deploy", triggers=["(?i)ship it"], steps=["test", "push"]
    )
    [row] = (await desk.ask("memory.recall", context="Let us ship it!"))["memories"]
    assert (row["id"], row["name"]) == (one, "deploy")
    assert "trigger" in row["why"]


async def test_nothing_is_surfaced_twice_in_one_topic(desk: Desk) -> None:
    one = await say(desk, "Login tokens expire after an hour")
    assert await ids(desk, "memory.recall", context="login tokens", fresh=True) == [one]
    assert await ids(desk, "memory.recall", context="tokens of the login", fresh=True) == []
    assert await ids(desk, "memory.recall", context="login tokens") == [one]
    assert await ids(desk, "memory.recall", context="painting a fence", fresh=True) == []
    assert await ids(desk, "memory.recall", context="login tokens", fresh=True) == [one]


async def test_feedback_changes_confidence_and_strength(desk: Desk) -> None:
    one = await say(desk, "The fence is green", confidence=0.5)
    answer = await desk.ask("memory.feedback", id=one, outcome="helpful")
    assert (answer["confidence"], answer["strength"]) == (0.55, 2)
    answer = await desk.ask("memory.feedback", id=one, outcome="unhelpful")
    assert answer["confidence"] == 0.45
    assert (await desk.ask("memory.feedback", id=one, outcome="cited"))["counts"]["citations"] == 1


async def test_use_and_gaps_are_noted_after_the_answer(desk: Desk) -> None:
    one = await say(desk, "The fence is green")
    await desk.ask("memory.search", query="fence")

    async def used() -> bool:
        return (await desk.ask("memory.list"))["memories"][0]["retrievals"] == 1

    await desk.until(used)
    await desk.ask("memory.search", query="quantum chromodynamics")

    async def noted() -> bool:
        return (await desk.ask("status"))["memory"]["gaps"] == 1

    await desk.until(noted)
    assert (await desk.ask("memory.get", id=one))["last_accessed"] is not None


async def test_lists_are_filtered_ordered_and_bounded(desk: Desk) -> None:
    some = [await say(desk, f"{word} is a colour", importance=number / 4, kind="convention" if number else "fact")
            for number, word in enumerate(["red", "green", "blue", "white"])]  # fmt: skip
    assert await ids(desk, "memory.list", order="importance") == some
    assert await ids(desk, "memory.list", order="-importance", limit=2) == some[:1:-1]
    assert (await desk.ask("memory.list", limit=2))["truncated"] is True
    assert await ids(desk, "memory.list", kind="fact") == some[:1]
    assert await ids(desk, "memory.list", filters={"importance": {"$gte": 0.5}}, order="importance") == some[2:]
    assert set(await ids(desk, "memory.list", tag="#convention")) == set(some[1:])
    with pytest.raises(InvalidParams, match="colour"):
        await desk.ask("memory.list", filters={"colour": "red"})
    with pytest.raises(InvalidParams, match="order"):
        await desk.ask("memory.list", order="size")


async def test_past_its_limit_a_project_archives_the_least_important(
    engine: Engine, repository: Path, clock: Clock
) -> None:
    desk = Desk(engine, repository, settings={"memory_limit": 20})
    for number in range(21):
        clock.pass_days(0.1)
        await say(desk, f"w{number} x{number} y{number}", importance=0.9 if number % 2 else 0.1)
    kept = (await desk.ask("memory.list", limit=100))["memories"]
    archive = (await desk.ask("memory.list", archived=True))["memories"]
    assert (len(kept), {row["content"] for row in archive}) == (19, {"w0 x0 y0", "w2 x2 y2"})
    assert all(row["archived_until"] is None for row in archive)


async def test_contradictions_are_resolved(desk: Desk) -> None:
    a = await say(desk, "Always squash commits")
    b = (await desk.ask("memory.remember", content="Never squash commits"))["id"]
    [found] = (await desk.ask("contradictions.list"))["contradictions"]
    resolved = await desk.ask("contradictions.resolve", id=found["id"], resolution="b_wins", note="we voted")
    assert (resolved["resolution"], resolved["note"]) == ("b_wins", "we voted")
    assert await ids(desk, "memory.list") == [b]
    assert (await desk.ask("memory.get", id=a))["superseded_by"] == b
    assert (await desk.ask("contradictions.list"))["contradictions"] == []
    assert len((await desk.ask("contradictions.list", status="resolved"))["contradictions"]) == 1


async def test_two_memories_are_merged_into_a_third(desk: Desk) -> None:
    await say(desk, "Always squash commits")
    await desk.ask("memory.remember", content="Never squash commits")
    [found] = (await desk.ask("contradictions.list"))["contradictions"]
    with pytest.raises(InvalidParams, match="merged_content"):
        await desk.ask("contradictions.resolve", id=found["id"], resolution="merged")
    await desk.ask("contradictions.resolve", id=found["id"], resolution="merged", merged_content="Squash fixups only")
    [row] = (await desk.ask("memory.list"))["memories"]
    assert row["content"] == "Squash fixups only"


async def test_memory_can_be_switched_off_here_and_everywhere(desk: Desk, engine: Engine, home: Path) -> None:
    await say(desk, "The fence is green")
    for everywhere in (False, True):
        assert (await desk.ask("memory.pause", everywhere=everywhere))["memory"] is False
        with pytest.raises(Refused, match=r"memory\.resume"):
            await desk.ask("memory.remember", content="x")
        assert await ids(desk, "memory.search", query="fence") == []
        assert len(await ids(desk, "memory.list")) == 1
        assert (await desk.ask("memory.resume", everywhere=everywhere))["memory"] is True
    untrusted = Desk(engine, desk.root, "guest", trusted=False)
    with pytest.raises(Refused, match="trusted"):
        await untrusted.ask("memory.remember", content="x")


async def test_the_record_of_commands_does_not_repeat_memories(desk: Desk) -> None:
    await desk.ask("memory.remember", content="thoughts of an aardvark", kind="reasoning", scope="task")
    await desk.engine.close()
    stored = b"".join(file.read_bytes() for file in desk.engine.home.rglob("*") if file.is_file())
    assert b"aardvark" not in stored
