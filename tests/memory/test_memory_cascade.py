"""The walk finds every node within two steps by its best path, and decays once per step."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forethought.memory.cascade import walk
from forethought.memory.graph import CONTRADICTS, DERIVED_FROM, HAS_TAG, IN_CLUSTER, RELATES_TO, SUPERSEDES, Graph, tag


def graph(*edges: tuple[str, str, str] | tuple[str, str, str, float]) -> Graph:
    made = Graph()
    for one, relation, other, *weight in edges:
        made.link(one, relation, other, *weight)
    return made


@pytest.mark.parametrize(
    ("relation", "given", "weight"),
    [
        (HAS_TAG, None, 0.8),
        (IN_CLUSTER, None, 0.6),
        (SUPERSEDES, None, 0.9),
        (RELATES_TO, 0.45, 0.45),
        (RELATES_TO, None, 0.3),
        (CONTRADICTS, None, 0.3),
        (DERIVED_FROM, None, 0.3),
        (HAS_TAG, 0.1, 0.8),
    ],
)
@pytest.mark.parametrize(("start", "end"), [("a", "b"), ("b", "a")])
def test_a_step_costs_its_relation_and_the_decay_in_either_direction(
    relation: str, given: float | None, weight: float, start: str, end: str
) -> None:
    made = Graph()
    made.link("a", relation, "b", given)
    assert walk(made, {start: 1.0})[end].score == pytest.approx(weight * 0.7)


def test_two_steps_lead_through_a_tag_and_no_further() -> None:
    found = walk(graph(("a", HAS_TAG, tag("x")), ("b", HAS_TAG, tag("x")), ("b", RELATES_TO, "c", 1.0)), {"a": 1.0})
    assert found["b"].score == pytest.approx(0.8 * 0.7 * 0.8 * 0.7)
    assert found["b"].path == ((HAS_TAG, tag("x")), (HAS_TAG, "b"))
    assert "c" not in found


def test_the_better_of_two_paths_counts_even_when_it_is_found_later_or_is_longer() -> None:
    made = graph(("a", CONTRADICTS, "c"), ("a", SUPERSEDES, "b"), ("b", SUPERSEDES, "c"), ("c", RELATES_TO, "d", 1.0))
    found = walk(made, {"a": 1.0})
    assert found["c"].score == pytest.approx(0.9 * 0.7 * 0.9 * 0.7)
    # d is two steps away by the worse path to c: the better one must not hide it.
    assert found["d"].score == pytest.approx(0.3 * 0.7 * 0.7)


def test_what_was_found_itself_keeps_its_own_score() -> None:
    assert walk(graph(("a", SUPERSEDES, "b")), {"a": 1.0, "b": 0.9})["b"].score == 0.9


def test_a_dropped_node_is_no_longer_a_way() -> None:
    made = graph(("a", RELATES_TO, "b", 1.0), ("b", RELATES_TO, "c", 1.0))
    made.drop("b")
    assert set(walk(made, {"a": 1.0})) == {"a"} and "b" not in made


nodes = st.sampled_from("abcdef")
edges = st.lists(st.tuples(nodes, st.just(RELATES_TO), nodes, st.floats(0.1, 1.0)), max_size=14)


@given(edges, st.dictionaries(nodes, st.floats(0.1, 1.0), min_size=1))
def test_the_walk_equals_trying_every_path(drawn: list[tuple[str, str, str, float]], starts: dict[str, float]) -> None:
    made = graph(*(edge for edge in drawn if edge[0] != edge[2]))
    best: dict[str, float] = dict(starts)
    for start, score in starts.items():
        for _, middle, first in made.around(start):
            for node, gain in itertools.chain(
                [(middle, first * 0.7)], ((end, first * second * 0.49) for _, end, second in made.around(middle))
            ):
                best[node] = max(best.get(node, 0.0), score * gain)
    assert {node: reached.score for node, reached in walk(made, starts).items()} == pytest.approx(best)
