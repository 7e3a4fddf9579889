"""What fits is found, best first, with its reason; what is hidden leads on but is not shown."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forethought.memory.embed import Embedding
from forethought.memory.graph import HAS_TAG, SUPERSEDES, Graph, tag
from forethought.memory.index import Index
from forethought.memory.recall import recall, search

TEXTS = {
    "db": "The database is PostgreSQL 15",
    "cache": "Redis caches sessions for an hour",
    "parser": "parse_header lives in net/http.py and rejects folded lines",
    "style": "Prefer early returns over nested ifs",
}


def indexed(texts: dict[str, str], *, in_order: bool = False) -> Index:
    index, last = Index(), None
    for memory, text in texts.items():
        index.put(memory, text, after=last if in_order else None)
        last = memory
    return index


def vector(*numbers: float, model: str = "m", floor: float = 0.0) -> Embedding:
    row = np.array([numbers], np.float32)
    return Embedding(model, row / np.linalg.norm(row), floor)


def ids(index: Index, query: str, embedding: Embedding | None = None) -> list[str]:
    return [found.id for found in search(index, query, embedding)]


@pytest.mark.parametrize(
    ("query", "first"),
    [("which database?", "db"), ("parseHeader", "parser"), ("http.py", "parser"), ("nesting of ifs", "style")],
)
def test_a_memory_is_found_by_its_words(query: str, first: str) -> None:
    assert ids(indexed(TEXTS), query)[0] == first


def test_what_shares_no_word_and_no_meaning_is_not_found() -> None:
    assert ids(indexed(TEXTS), "kubernetes") == ids(indexed(TEXTS), "") == ids(Index(), "database") == []


def test_a_memory_is_found_by_its_meaning_and_says_so() -> None:
    index = indexed(TEXTS)
    index.embed("style", vector(1, 0))
    index.embed("db", vector(0, 1))
    [found] = search(index, "guard clauses", vector(0.9, 0.1), threshold=0.4)
    assert found.id == "style" and found.why == "meaning 0.99"


def test_a_result_names_the_words_it_was_found_by() -> None:
    assert search(indexed(TEXTS), "What Database, sessions?")[0].why in ("says Database", "says sessions")


def test_of_a_long_text_the_nearest_passage_counts() -> None:
    index = Index()
    index.put("long", "x", Embedding("m", np.array([[1, 0], [0, 1]], np.float32)))
    index.put("short", "y", vector(0.6, 0.4))
    assert ids(index, "?", vector(0, 1)) == ["long", "short"]


def test_vectors_of_different_models_are_never_compared() -> None:
    index = indexed(TEXTS)
    index.embed("db", vector(1, 0, model="old"))
    index.embed("cache", vector(1, 0, 0, model="new"))
    assert ids(index, "?", vector(1, 0, 0, model="new")) == ["cache"]
    assert ids(index, "?", vector(1, 0, model="old")) == ["db"]
    index.forget_model("old")
    assert ids(index, "?", vector(1, 0, model="old")) == []


def test_what_a_model_gives_to_unrelated_texts_counts_for_nothing() -> None:
    index = indexed(TEXTS)
    index.embed("db", vector(1, 0))
    assert ids(index, "?", vector(0.6, 0.8, floor=0.6)) == []


def test_words_that_nothing_holds_make_the_others_count_for_less() -> None:
    [known] = search(indexed(TEXTS), "database")
    [partly] = search(indexed(TEXTS), "database migration rollback")
    assert partly.score < known.score / 2


def test_who_said_it_comes_before_who_is_named() -> None:
    index = indexed({"to": "Ben: Ada, the lake was cold", "by": "Ada: Ben, the lake was cold"})
    assert ids(index, "what did Ada say about the lake") == ["by", "to"]


def test_what_stands_beside_the_words_is_found_too_when_it_came_in_order() -> None:
    turns = {"q": "Which painting did you like?", "a": "The one with the lake", "far": "I have to go", "end": "Bye"}
    assert ids(indexed(turns), "painting") == ["q"]
    assert ids(indexed(turns, in_order=True), "painting") == ["q", "a", "far"]
    beside = search(indexed(turns, in_order=True), "painting")[1]
    assert beside.why == "stands beside what says it"


def test_a_removed_turn_lets_its_neighbours_move_together() -> None:
    index = indexed({"a": "painting", "b": "one", "c": "two", "d": "three"}, in_order=True)
    index.remove("b")
    assert ids(index, "painting") == ["a", "c", "d"]


def test_weights_reorder_and_zero_hides() -> None:
    index = indexed({"old": "the port is 8080", "new": "the port is 9090", "no": "the port is 1"})
    weights = {"old": 0.5, "new": 1.5, "no": 0.0}
    assert [found.id for found in search(index, "port", weigh=weights.__getitem__)] == ["new", "old"]


def test_a_filter_that_lets_few_pass_still_finds_them() -> None:
    index = indexed({f"m{number}": "port" for number in range(500)})
    found = search(index, "port", weigh=lambda memory: float(memory in ("m3", "m499")))
    assert [each.id for each in found] == ["m3", "m499"]


def test_equal_scores_come_in_the_order_of_their_ids() -> None:
    index = indexed({f"m{number}": "port" for number in (5, 3, 9, 1)})
    assert ids(index, "port") == ["m1", "m3", "m5", "m9"]


def test_the_cascade_brings_what_shares_a_tag_and_says_the_way() -> None:
    index, graph = indexed(TEXTS), Graph()
    for memory in ("db", "cache"):
        graph.link(memory, HAS_TAG, tag("storage"))
    found = recall(index, graph, "database")
    assert [each.id for each in found] == ["db", "cache"]
    assert found[1].score == pytest.approx(found[0].score * (0.8 * 0.7) ** 2)
    assert found[1].why == "tagged tag:storage, tagged db, which fits"


def test_a_superseded_memory_is_not_shown_but_leads_to_what_took_its_place() -> None:
    index, graph = indexed({"old": "deploys go to Fargate", "new": "Kubernetes it is"}), Graph()
    graph.link("new", SUPERSEDES, "old")
    found = recall(index, graph, "Fargate", weigh=lambda memory: float(memory != "old"))
    assert [each.id for each in found] == ["new"]


def test_unasked_only_what_is_similar_enough_is_offered() -> None:
    assert recall(indexed(TEXTS), Graph(), "database kubernetes helm ingress canary") == []


operations = st.lists(
    st.tuples(
        st.sampled_from("abcdef"),
        st.one_of(st.none(), st.lists(st.sampled_from(["red", "green", "blue", "grey"]), max_size=4).map(" ".join)),
    ),
    max_size=30,
)


@settings(max_examples=60)
@given(operations, st.booleans())
def test_what_is_found_does_not_depend_on_the_past(changes: list[tuple[str, str | None]], tidy: bool) -> None:
    """An index that was added to, changed and emptied equals one made afresh, gaps closed or not."""
    index, now = Index(), dict[str, str]()
    for memory, text in changes:
        if text is None:
            index.remove(memory)
            now.pop(memory, None)
        else:
            embedding = vector(len(text) + 1.0, ord(memory) - 90.0)
            index.put(memory, text, embedding)
            now[memory] = text
    if tidy:
        index._close_gaps()
    fresh = Index()
    for memory, text in now.items():
        fresh.put(memory, text, vector(len(text) + 1.0, ord(memory) - 90.0))
    for query in ("red", "green blue", "red grey unknown"):
        found = [(each.id, round(each.score, 4)) for each in search(index, query, vector(1, 1))]
        assert sorted(found) == sorted((each.id, round(each.score, 4)) for each in search(fresh, query, vector(1, 1)))
    assert len(index) == len(now)


def test_a_memory_of_several_passages_has_one_vector_for_clustering() -> None:
    index = indexed(TEXTS)
    index.embed("db", Embedding("m", np.array([[1, 0], [0, 1]], np.float32)))
    index.embed("cache", vector(0, 1))
    memories, vectors = index.vectors("m")
    assert memories == ["db", "cache"]
    assert np.allclose(vectors, [[0.5**0.5, 0.5**0.5], [0, 1]])
    assert index.vectors("another")[0] == []


def test_many_changes_do_not_let_the_index_grow() -> None:
    index = Index()
    for number in range(5000):
        index.put(f"m{number % 10}", f"text {number}", vector(1, number))
    assert len(index) == 10 and len(index._ids) < 1100
    assert ids(index, "4999") == ["m9"]
