"""Vectors come from the shipped model, without a network, and search goes on when there is none."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from forethought.memory import embed
from forethought.memory.embed import SHIPPED, Embedder, passages


@pytest.fixture(scope="module")
def shipped() -> Iterator[Embedder]:
    embedder = Embedder()
    yield embedder
    embedder.close()


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    tried: list[object] = []

    def refuse(_: socket.socket, address: object) -> None:
        tried.append(address)
        raise OSError("no network in this test")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    return tried


async def test_the_shipped_model_knows_what_means_the_same(shipped: Embedder, no_network: list[object]) -> None:
    made = await shipped.texts(["The database is PostgreSQL.", "We bake bread on Sundays."])
    asked = await shipped.query("Which SQL server stores our data?")
    assert made is not None and asked is not None
    assert asked.model == SHIPPED and asked.vectors.shape == (1, 384)
    same, other = (float((asked.vectors @ each.vectors.T).max()) for each in made)
    assert same > 0.3 > 0.15 > other
    assert no_network == []
    assert shipped.status == f"{SHIPPED}: ready"


async def test_a_vector_does_not_depend_on_what_it_was_made_with(shipped: Embedder) -> None:
    texts = [f"memory number {n} " * (n % 7 + 1) for n in range(70)]
    together = await shipped.texts(texts)
    alone = await Embedder().texts([texts[3]])
    assert together is not None and alone is not None
    assert np.allclose(together[3].vectors, alone[0].vectors, atol=1e-3)
    assert np.allclose([np.linalg.norm(each.vectors) for each in together], 1, atol=1e-3)


async def test_what_was_embedded_is_not_embedded_again(shipped: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await shipped.texts(["once"])
    monkeypatch.setattr(shipped, "_make", lambda _: pytest.fail("made again"))
    second = await shipped.texts(["once", "once"])
    assert first is not None and second is not None
    assert np.array_equal(first[0].vectors, second[1].vectors)


async def test_without_a_model_there_are_no_vectors_and_a_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(embed, "_ASSETS", tmp_path)
    embedder = Embedder()
    assert await embedder.texts(["anything"]) is None
    assert await embedder.query("anything") is None
    assert embedder.status.startswith("words only: ")


async def test_a_model_that_was_not_asked_for_is_not_fetched(no_network: list[object], tmp_path: Path) -> None:
    embedder = Embedder("BAAI/bge-small-en-v1.5", folder=tmp_path)
    assert await embedder.query("anything") is None
    assert embedder.problem is not None and "bge-small" in embedder.problem
    assert no_network == []


def test_a_long_text_is_cut_between_sentences_and_nothing_is_lost() -> None:
    text = " ".join(f"Sentence number {n} says a little more." for n in range(60))
    cut = passages(text)
    assert len(cut) > 1 and max(map(len, cut)) <= 700
    assert " ".join(cut) == text
    assert passages("short") == ["short"]
    assert [len(each) for each in passages("x" * 1500)] == [700, 700, 100]
    assert passages("\n" * 1500) == ["\n" * 700]
