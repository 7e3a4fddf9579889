"""With the shipped model: found by meaning, merged by meaning, clustered, and swapped for another."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.desk import Clock, Desk
from forethought.engine import Engine
from forethought.engine.meaning import Meaning
from forethought.errors import InvalidParams
from forethought.memory.embed import SHIPPED, Embedder

GARDEN = ["The garden fence is painted green", "The garden fence is painted every year", "Paint for the garden fence",
          "The fence of the garden needs paint", "A green garden fence", "The painted fence stands in the garden",
          "The garden fence was painted in spring"]  # fmt: skip
DATABASE = ["Orders are kept in a PostgreSQL table", "The orders table is in the PostgreSQL database",
            "The database of orders is backed up", "Queries of the orders table are logged",
            "The orders database has an index", "PostgreSQL keeps the orders", "Old orders are archived"]  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder of a user who keeps the model that came along."""
    return tmp_path / "home"


@pytest.fixture
async def desk(home: Path, clock: Clock, repository: Path) -> AsyncIterator[Desk]:
    engine = Engine(home, clock=clock)
    await engine.memories.meaning.embedder.query("load it")
    yield Desk(engine, repository)
    await engine.close()


async def embedded(desk: Desk) -> int:
    return int((await desk.ask("status"))["memory"].get("embedded", 0))


async def test_memories_are_found_by_meaning_and_grouped(desk: Desk, clock: Clock) -> None:
    for content in GARDEN + DATABASE:
        clock.pass_days(0.01)
        await desk.ask("memory.remember", content=content)
    [best, *_] = (await desk.ask("memory.search", query="where are purchases stored?"))["memories"]
    assert best["content"] in DATABASE
    assert "meaning" in best["why"]
    groups = (await desk.ask("memory.clusters"))["clusters"]
    contents = {row["id"]: row["content"] for row in (await desk.ask("memory.list"))["memories"]}
    assert groups and all({"id", "label", "size", "members"} <= group.keys() for group in groups)
    for group in groups:
        sides = {contents[member] in GARDEN for member in group["members"]}
        assert len(sides) == 1, group
    assert (await desk.ask("status"))["embedding_model"] == f"{SHIPPED}: ready"
    similar = (await desk.ask("memory.similar", id=best["id"]))["memories"]
    assert similar and best["id"] not in {row["id"] for row in similar}


async def test_vectors_survive_a_restart_and_are_made_again_when_lost(
    desk: Desk, home: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("forethought.engine.memories.IDLE", 0.0)
    await desk.ask("memory.remember", content=GARDEN[0])
    await desk.engine.close()
    engine = Engine(home)
    assert await embedded(Desk(engine, repository)) == 1
    assert engine.memories.meaning.embedder.status.endswith("loads at first use")
    await engine.close()
    next(home.rglob("projects/*/memories.duckdb")).unlink()
    engine = Engine(home)
    again = Desk(engine, repository)

    async def made() -> bool:
        return await embedded(again) == 1

    await again.until(made)
    await engine.close()


async def test_another_model_is_swapped_in_when_all_is_embedded(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for content in GARDEN[:3]:
        await desk.ask("memory.remember", content=content)
    with pytest.raises(InvalidParams, match="no-such"):
        await desk.ask("model.use", name="no-such")
    answer = await desk.ask("model.use", name="none")
    assert SHIPPED in answer["models"]

    async def active(name: str) -> bool:
        state = await desk.ask("model.list")
        return state["active"] == name and not state["re_embedding"]

    await desk.until(lambda: active("none"))
    assert (await desk.ask("status"))["embedding_model"].startswith("words only")
    [row] = (await desk.ask("memory.search", query="green"))["memories"]
    assert "meaning" not in row["why"]
    assert await embedded(desk) == 0
    await desk.ask("model.use", name=SHIPPED)
    await desk.until(lambda: active(SHIPPED))
    assert await embedded(desk) == 3


async def test_a_model_that_cannot_be_had_changes_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.ask("memory.remember", content=GARDEN[0])

    def broken(self: Meaning, name: str, download: bool = False) -> Embedder:
        embedder = Embedder(name)
        embedder.problem = "there is no network"
        return embedder

    monkeypatch.setattr(Meaning, "_embedder", broken)
    await desk.ask("model.use", name="BAAI/bge-small-en-v1.5")

    async def settled() -> bool:
        return not (await desk.ask("model.list"))["re_embedding"]

    await desk.until(settled)
    assert (await desk.ask("model.list"))["active"] == SHIPPED
    assert any("no network" in data.get("text", "") for name, data in desk.notices if name == "message")
    assert await embedded(desk) == 1
