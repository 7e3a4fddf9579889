"""The numbers of use: feedback, rank, capacity, archive, topics."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from forethought.memory.anchors import Seen, check
from forethought.memory.embed import Embedding
from forethought.memory.records import Anchor
from forethought.memory.topic import Topic
from forethought.memory.upkeep import (
    archived,
    feedback,
    restored,
    shared_tag,
    sure,
    together,
    too_many,
    used,
    weight,
)
from memories.made import NOON, memory


@pytest.mark.parametrize(
    ("outcome", "start", "confidence", "strength", "citations", "ignores"),
    [
        ("helpful", 0.5, 0.55, 2, 0, 0),
        ("helpful", 0.98, 1.0, 2, 0, 0),
        ("unhelpful", 0.5, 0.4, 1, 0, 2),
        ("unhelpful", 0.05, 0.0, 1, 0, 2),
        ("ignored", 0.5, 0.48, 1, 0, 3),
        ("cited", 0.5, 0.5, 1, 1, 0),
    ],
)
def test_feedback(outcome: str, start: float, confidence: float, strength: int, citations: int, ignores: int) -> None:
    after = feedback(memory(confidence=start, ignores=2), outcome)  # type: ignore[arg-type]
    assert (after.confidence, after.strength, after.citations) == (confidence, strength, citations)
    assert after.ignores == ignores


@pytest.mark.parametrize(
    ("kind", "source", "days", "accesses", "expected"),
    [
        ("fact", "user_stated", 0, 0, 1.0),
        ("fact", "user_stated", 30, 0, 0.3679),
        ("correction", "user_stated", 365, 0, 0.3679),
        ("preference", "user_stated", 90, 0, 0.3679),
        ("procedure", "user_stated", 60, 0, 0.3679),
        ("decision", "user_stated", 365, 0, 0.3679),
        ("negative", "user_stated", 365, 0, 0.3679),
        ("episode", "user_stated", 60, 0, 0.3679),
        ("decision", "inferred", 7, 0, 0.3679),
        ("fact", "user_stated", 30, 9, 0.4526),
    ],
)
def test_confidence_fades_by_kind(kind: str, source: str, days: int, accesses: int, expected: float) -> None:
    old = memory(kind=kind, source=source, accesses=accesses)
    assert round(sure(old, NOON + timedelta(days=days)), 4) == expected


def test_rank_follows_use() -> None:
    now = NOON + timedelta(days=10)
    plain = weight(memory(), now)
    assert weight(memory(citations=3), now) > plain
    assert weight(memory(ignores=2), now) == plain > weight(memory(ignores=3), now) > weight(memory(ignores=6), now)
    assert weight(memory(last_accessed=now), now) == pytest.approx(1.5 * plain, rel=1e-3)
    assert weight(memory(), now, stale=True) == plain / 2
    assert weight(memory(trust=0.5), now) == plain / 2
    assert weight(memory(valid_to=NOON), now) == weight(memory(active=False), now) == 0


def test_being_found_counts_and_the_relevant_gain() -> None:
    found = used(memory(confidence=0.5), NOON, relevant=True)
    assert (found.confidence, found.accesses, found.retrievals, found.last_accessed) == (0.52, 1, 1, NOON)
    assert used(memory(confidence=0.5), NOON, relevant=False).confidence == 0.5


def test_past_capacity_the_least_important_oldest_tenth_goes() -> None:
    some = [
        memory(id=f"m{number:02}", importance=0.1 if number % 2 else 0.9, created=NOON + timedelta(hours=-number))
        for number in range(21)
    ]
    assert too_many(some[:20], 20) == []
    assert [each.id for each in too_many(some, 20)] == ["m19", "m17"]


def test_forgetting_can_be_taken_back_for_thirty_days_making_room_for_ever() -> None:
    gone = archived(memory(id="m"), NOON, "wrong", purged=True)
    assert (gone.active, gone.archived_until) == (False, NOON + timedelta(days=30))
    assert archived(memory(), NOON, "room", purged=False).archived_until is None
    assert restored(gone) == memory(id="m")
    superseded = archived(memory(active=False, superseded_by="m2"), NOON, None, purged=True)
    assert restored(superseded).active is False


def test_what_was_found_together_is_linked_pair_by_pair() -> None:
    assert together(["c", "a", "b", "z"]) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert together(["a"]) == []


def test_a_tag_of_all_but_one_is_inferred_for_that_one() -> None:
    some = [memory(id=f"m{number}", tags=("auth",) if number else ()) for number in range(4)]
    found = shared_tag(some)
    assert found is not None and (found[0].id, found[1]) == ("m0", "auth")
    assert shared_tag(some[:3]) is None


def test_nothing_is_shown_twice_until_the_topic_changes() -> None:
    topic = Topic()
    topic.turn("fix the login token", _embedding(1, 0))
    assert topic.fresh(["a", "b"]) == ["a", "b"]
    assert not topic.turn("why does the token expire", _embedding(0.8, 0.6))
    assert topic.fresh(["b", "c"]) == ["c"]
    assert topic.turn("paint the fence", _embedding(0, 0, 1))
    assert topic.fresh(["a"]) == ["a"]


def test_without_a_model_words_tell_a_change_of_topic() -> None:
    topic = Topic()
    assert not topic.turn("token expiry in login", None)
    assert not topic.turn("login token", None)
    assert topic.turn("paint the fence", None)


LOGIN = Anchor(path="a.py", name="login", hash="h1")


@pytest.mark.parametrize(
    ("seen", "state", "path"),
    [
        (Seen("a.py", "login", "h1"), "fresh", "a.py"),
        (Seen("b.py", "login", "h1"), "moved", "b.py"),
        (Seen("a.py", "login", "h2"), "stale", "a.py"),
        (Seen(None), "stale", "a.py"),
        (None, "fresh", "a.py"),
    ],
)
def test_an_anchor_is_fresh_moved_or_stale(seen: Seen | None, state: str, path: str) -> None:
    found, [anchor] = check([LOGIN], lambda *_: seen)
    assert (found, anchor.path) == (state, path)


def test_without_a_graph_nothing_is_called_stale() -> None:
    assert check([LOGIN], None) == ("fresh", (LOGIN,))


def _embedding(*numbers: float) -> Embedding:
    vector = np.zeros((1, 3), np.float32)
    vector[0, : len(numbers)] = numbers
    return Embedding("x", vector / np.linalg.norm(vector))
