"""What every backend of memories must do, asked of each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from forethought.errors import InvalidParams
from forethought.memory.backend import Backend, InMemory
from forethought.memory.embed import Embedding
from forethought.memory.filters import FIELDS, LIST, Order, conditions, order
from forethought.memory.records import Memory
from forethought.store.duck import Store
from forethought.store.memories import STEPS, Memories
from memories.made import NOON, memory

FACT = memory("a fact", id="m1", importance=0.2, tags=("auth", "db"), key="db", value="postgres", files=("a.py",))
RULE = memory("a rule", id="m2", kind="convention", importance=0.8, tags=("auth",), created=NOON + timedelta(days=1))
GONE = memory("gone", id="m3", active=False, importance=0.5, archived=NOON, stage="plan")


@pytest.fixture(params=["in memory", "DuckDB"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    if request.param == "in memory":
        yield InMemory()
        return
    store = Store.open(tmp_path / "memories.duckdb", steps=STEPS)
    yield Memories(store)
    store.close()


@pytest.fixture
def filled(backend: Backend) -> Backend:
    backend.add([FACT, RULE, GONE])
    return backend


def test_what_was_added_is_got_back_whole(filled: Backend) -> None:
    assert filled.get("m1") == FACT
    assert filled.get("m3") == GONE
    assert filled.get("m9") is None


def test_adding_again_replaces(filled: Backend) -> None:
    filled.add([memory("another fact", id="m1")])
    found = filled.get("m1")
    assert found is not None and found.content == "another fact"
    assert filled.count() == 3


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (None, "m1 m2 m3"),
        ({"kind": "fact"}, "m1 m3"),
        ({"kind": {"$ne": "fact"}}, "m2"),
        ({"importance": {"$gt": 0.5}}, "m2"),
        ({"importance": {"$gte": 0.5}}, "m2 m3"),
        ({"importance": {"$lt": 0.5}}, "m1"),
        ({"importance": {"$lte": 0.5, "$gt": 0.3}}, "m3"),
        ({"importance": [0.2, 0.8]}, "m1 m2"),
        ({"tags": "auth"}, "m1 m2"),
        ({"tags": ["db", "nothing"]}, "m1"),
        ({"tags": {"$ne": "db"}}, "m2 m3"),
        ({"files": "a.py"}, "m1"),
        ({"kind": ["fact", "convention"], "active": True}, "m1 m2"),
        ({"key": None}, "m2 m3"),
        ({"key": {"$ne": None}}, "m1"),
        ({"value": "postgres"}, "m1"),
        ({"archived": {"$ne": None}}, "m3"),
        ({"created": {"$gt": "2026-11-18T12:00:00Z"}}, "m2"),
        ({"created": {"$lte": "2026-11-18T13:00:00+01:00"}}, "m1 m3"),
        ({"stage": "plan"}, "m3"),
        ({"kind": []}, ""),
        ({"content": "'; drop table memories; --"}, ""),
    ],
)
def test_a_query_finds_what_fits(filled: Backend, filters: dict[str, Any] | None, ids: str) -> None:
    wanted = conditions(filters)
    assert [found.id for found in filled.query(wanted, Order("id", False))] == ids.split()
    assert filled.count(wanted) == len(ids.split())


@pytest.mark.parametrize(
    ("by", "ids"),
    [("importance", "m1 m3 m2"), ("-importance", "m2 m3 m1"), ("key", "m1 m2 m3"), ("-archived", "m3 m1 m2")],
)
def test_a_query_keeps_an_order_with_the_absent_last(filled: Backend, by: str, ids: str) -> None:
    assert [found.id for found in filled.query([], order(by))] == ids.split()
    assert [found.id for found in filled.query([], order(by), 2)] == ids.split()[:2]


@pytest.mark.parametrize(
    "filters",
    [{"colour": "red"}, {"kind": {"$like": "f"}}, {"importance": "high"}, {"created": "soon"}, {"active": 1},
     {"importance": {"$gt": None}}, {"tags": 3}, {"kind": {"$in": "fact"}}],
)  # fmt: skip
def test_a_wrong_condition_is_refused_by_name(filters: dict[str, Any]) -> None:
    with pytest.raises(InvalidParams, match=next(iter(filters))):
        conditions(filters)


def test_what_was_deleted_is_gone(filled: Backend) -> None:
    assert filled.delete(["m1", "m9"]) == 1
    assert filled.get("m1") is None
    assert filled.clear() == 2
    assert filled.count() == 0


def test_the_nearest_in_meaning_come_first_and_only_of_one_model(backend: Backend) -> None:
    vectors = {"m1": Embedding("x", _unit(1, 0)), "m2": Embedding("x", _unit(1, 1)), "m3": Embedding("y", _unit(1, 0))}
    backend.add([FACT, RULE, GONE], vectors)
    found = backend.similar(Embedding("x", _unit(1, 0)))
    assert [(each.id, round(cosine, 2)) for each, cosine in found] == [("m1", 1.0), ("m2", 0.71)]
    assert [
        each.id for each, _ in backend.similar(Embedding("x", _unit(1, 0)), conditions({"kind": "convention"}))
    ] == ["m2"]
    backend.delete(["m1"])
    assert [each.id for each, _ in backend.similar(Embedding("x", _unit(1, 0)))] == ["m2"]


@pytest.mark.parametrize("seed", range(3))
def test_both_backends_answer_alike(tmp_path: Path, seed: int) -> None:
    """Random memories, random questions: DuckDB says what plain Python says."""
    chance = random.Random(seed)
    store = Store.open(tmp_path / "memories.duckdb", steps=STEPS)
    both: tuple[Backend, Backend] = (InMemory(), Memories(store))
    some = [_any(chance, number) for number in range(60)]
    for backend in both:
        backend.add(some)
    for _ in range(150):
        field = chance.choice(sorted(FIELDS))
        name = chance.choice(["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in"])
        example = getattr(chance.choice(some), field)
        value = chance.choice(example or ("auth",)) if FIELDS[field] == LIST else example
        if value is None and name not in ("$eq", "$ne", "$in"):
            continue
        plain = value.isoformat() if hasattr(value, "isoformat") else value
        wanted = conditions({field: {name: [plain] if name == "$in" else plain}})
        by = Order(chance.choice([each for each in sorted(FIELDS) if FIELDS[each] != LIST]), chance.random() < 0.5)
        first, second = (backend.query(wanted, by, 20) for backend in both)
        assert first == second, (wanted, by)
    store.close()


def _any(chance: random.Random, number: int) -> Memory:
    moment = NOON + timedelta(minutes=chance.randrange(1000))
    return memory(
        chance.choice(["left", "right", "über"]),
        id=f"m{number:03}",
        kind=chance.choice(["fact", "decision"]),
        key=chance.choice([None, "k"]),
        value=chance.choice([None, "v", 3, True]),
        tags=tuple(chance.sample(["auth", "db", "ui"], chance.randrange(3))),
        importance=chance.randrange(5) / 4,
        strength=chance.randrange(1, 4),
        created=moment,
        last_accessed=chance.choice([None, moment]),
        active=chance.random() < 0.7,
    )


def _unit(*numbers: float) -> np.ndarray[Any, np.dtype[np.float32]]:
    vector = np.array([numbers], np.float32)
    return vector / np.linalg.norm(vector)
