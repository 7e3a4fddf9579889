"""Questions about the code of a small project, asked of the graph itself."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forethought.code.graph import Graph
from forethought.code.parse import parse
from forethought.context.tokens import count
from repo import FIXTURES

SHOP = {
    path.relative_to(FIXTURES / "shop").as_posix(): path.read_bytes() for path in sorted(FIXTURES.glob("shop/**/*.py"))
}


def built(files: dict[str, bytes]) -> Graph:
    graph = Graph()
    graph.update({path: parse(source, "python") for path, source in files.items()})
    return graph


@pytest.fixture(scope="module")
def shop() -> Graph:
    return built(SHOP)


def names(graph: Graph, edges: list) -> list[tuple[str, str]]:
    return sorted((edge.source.qualified, edge.target.qualified) for edge in edges)


def test_callers_are_found_across_files_and_to_a_depth(shop: Graph) -> None:
    near = shop.callers(shop.meant("is_fresh"), 1, "likely")
    assert names(shop, near) == [("Login.who", "is_fresh")]
    far = shop.callers(shop.meant("is_fresh"), 2, "likely")
    assert ("Cart.add", "Login.who") in names(shop, far)


def test_callees_are_what_a_function_calls(shop: Graph) -> None:
    found = names(shop, shop.callees(shop.meant("Login.sign_in"), 1, "likely"))
    assert ("Login.sign_in", "issue") in found


@pytest.mark.parametrize("said", ["shop/login.py::Login.sign_in", "Login.sign_in", "sign_in", "shop/login.py:18"])
def test_a_symbol_is_meant_by_id_name_or_place(shop: Graph, said: str) -> None:
    assert [symbol.qualified for symbol in shop.meant(said)] == ["Login.sign_in"]


def test_nothing_is_meant_by_an_unknown_name(shop: Graph) -> None:
    assert shop.meant("no_such_thing") == []
    assert shop.meant("shop/login.py::no_such_thing") == []


def test_files_lean_on_each_other_in_both_directions(shop: Graph) -> None:
    assert {file.path for file in shop.dependencies("shop/cart.py", 1)} == {"shop/login.py"}
    leaning = {file.path: file.depth for file in shop.dependents("shop/tokens.py", 2)}
    assert leaning == {"shop/login.py": 1, "shop/cart.py": 2, "tests/test_login.py": 2}


def test_words_of_a_task_find_symbols(shop: Graph) -> None:
    found = [entry.qualified for _, entry in shop.relevant("why does a token expire too early", 3)]
    assert "Token" in found or "is_fresh" in found


@pytest.mark.parametrize("budget", [1, 5, 20, 60, 100, 1000])
def test_the_map_never_exceeds_its_budget(shop: Graph, budget: int) -> None:
    text, tokens = shop.map([], budget, count)
    assert tokens == count(text) <= budget
    if budget >= 60:
        assert "shop/login.py:" in text


def test_the_map_leans_to_its_focus(shop: Graph) -> None:
    text, _ = shop.map(["shop/cart.py"], 60, count)
    assert "def who(self, token: Token)" in text


def test_a_deleted_file_leaves_nothing_behind(shop: Graph) -> None:
    graph = built(SHOP)
    graph.update({"shop/tokens.py": None})
    rest = built({path: source for path, source in SHOP.items() if path != "shop/tokens.py"})
    assert list(graph.edges(None, None, "possible")) == list(rest.edges(None, None, "possible"))
    assert graph.counts() == rest.counts()


LINES = [
    "def issue(user):\n",
    "    return Token(user, 1)\n",
    "from shop.login import *\n",
    "x = issue('a')\n",
    "\n",
    "    pass\n",
]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_after_random_changes_the_graph_is_the_one_built_from_scratch(seed: int) -> None:
    """Lines come and go, files are deleted, renamed and brought back; every answer is compared at the end."""
    chance = random.Random(seed)
    files = dict(SHOP)
    graph = built(files)
    for _ in range(10):
        path = chance.choice(sorted(SHOP))
        lines = files.get(path, b"").decode().splitlines(keepends=True)
        match chance.randrange(5):
            case 0 if path in files:
                del files[path]
            case 1 if path in files:
                files[path.replace("shop/", "store/")] = files.pop(path)
            case 2 if lines:
                del lines[chance.randrange(len(lines))]
                files[path] = "".join(lines).encode()
            case _:
                lines.insert(chance.randrange(len(lines) + 1), chance.choice(LINES))
                files[path] = "".join(lines).encode()
        graph.update({p: parse(files[p], "python") if p in files else None for p in {*SHOP, *files, path}})
    for gone in [path for path in graph.catalogue.files if path not in files]:
        graph.update({gone: None})
    fresh = built(files)
    assert sorted(graph.edges(None, None, "possible")) == sorted(fresh.edges(None, None, "possible"))
    assert graph.counts() == fresh.counts()
    assert graph.map([], 200, count) == fresh.map([], 200, count)
    for path in files:
        assert graph.dependencies(path, 3) == fresh.dependencies(path, 3)
        assert graph.dependents(path, 3) == fresh.dependents(path, 3)
    assert graph.relevant("token login", 10) == fresh.relevant("token login", 10)
