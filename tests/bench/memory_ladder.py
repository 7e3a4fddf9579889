"""What each part of memory search adds, rung by rung: words, vectors, both, neighbours, the cascade.

    python tests/bench/memory_ladder.py --eval FOLDER [--devmem FOLDER]

FOLDER of --eval holds locomo_eval.py and memory/locomo.json.gz; that of --devmem the sessions.json and
questions.json of DevMemBench. Both are for measuring and are not part of the project.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from forethought.memory.cluster import clusters
from forethought.memory.embed import Embedder, Embedding
from forethought.memory.graph import IN_CLUSTER, Graph, cluster
from forethought.memory.index import Index
from forethought.memory.recall import recall, search

_loop = asyncio.new_event_loop()
_embedder = Embedder()


class Retriever(Protocol):
    def index(self, texts: Sequence[str]) -> None: ...
    def search(self, query: str, k: int) -> list[int]: ...


class Rung:
    def __init__(self, words: bool = True, vectors: bool = True, beside: bool = False, cascade: bool = False) -> None:
        self._words, self._vectors, self._beside, self._cascade = words, vectors, beside, cascade

    def index(self, texts: Sequence[str]) -> None:
        self._index, self._graph = Index(), Graph()
        embeddings = _embedded(tuple(texts))
        for number, (text, embedding) in enumerate(zip(texts, embeddings, strict=True)):
            before = str(number - 1) if self._beside else None
            self._index.put(str(number), text if self._words else "", embedding, after=before)
        if self._cascade:
            vectors = np.stack([embedding.vectors[0] for embedding in embeddings])
            for group in clusters([str(number) for number in range(len(texts))], texts, vectors):
                for member in group.members:
                    self._graph.link(member, IN_CLUSTER, cluster(group.id))

    def search(self, query: str, k: int) -> list[int]:
        embedding = _loop.run_until_complete(_embedder.query(query)) if self._vectors else None
        if self._cascade:
            found = recall(self._index, self._graph, query, embedding, limit=k, threshold=0.0)
        else:
            found = search(self._index, query, embedding, limit=k)
        return [int(each.id) for each in found]


RUNGS: dict[str, Callable[[], Retriever]] = {
    "words": lambda: Rung(vectors=False),
    "vectors": lambda: Rung(words=False),
    "words + vectors": lambda: Rung(),
    "words + vectors + neighbours": lambda: Rung(beside=True),
    "the same + cascade": lambda: Rung(beside=True, cascade=True),
}


@cache
def _embedded(texts: tuple[str, ...]) -> list[Embedding]:
    made = _loop.run_until_complete(_embedder.texts(texts))
    assert made is not None, _embedder.status
    return made


def locomo(folder: Path) -> None:
    spec = importlib.util.spec_from_file_location("locomo_eval", folder / "locomo_eval.py")
    assert spec is not None and spec.loader is not None
    script: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    print(f"{'LoCoMo, recall@10':34}{'all':>7}{'single':>9}{'temporal':>10}{'multi-hop':>11}{'open':>7}{'p95 ms':>9}")
    for name, make in RUNGS.items():
        rows, seconds = script.evaluate(folder / "memory" / "locomo.json.gz", make)
        kind, at_10 = rows[:, 0], rows[:, 2]
        parts = [at_10[kind == category].mean() for category in (4, 2, 1, 3)]
        print(
            f"  {name:32}{at_10[kind != 5].mean():7.3f}{parts[0]:9.3f}{parts[1]:10.3f}{parts[2]:11.3f}{parts[3]:7.3f}"
            f"{np.percentile(seconds, 95) * 1e3:9.1f}",
            flush=True,
        )


def devmem(folder: Path) -> None:
    """A session is one text; a question is answered when one of the sessions that hold the answer is found."""
    sessions = json.loads((folder / "sessions.json").read_text())
    texts = ["\n".join(message["content"] for message in each["messages"]) for each in sessions]
    numbers = {each["sessionId"]: number for number, each in enumerate(sessions)}
    questions = [each for each in json.loads((folder / "questions.json").read_text()) if each["haystackSessionIds"]]
    print(f"{'DevMemBench':34}{'hit@1':>7}{'hit@5':>9}")
    for name, make in RUNGS.items():
        retriever = make()
        retriever.index(texts)
        ranks = []
        for each in questions:
            wanted = {numbers[session] for session in each["haystackSessionIds"]}
            found = retriever.search(each["question"], 10)
            ranks.append(next((rank for rank, number in enumerate(found) if number in wanted), 10))
        hits = [np.mean(np.array(ranks) < k) for k in (1, 5)]
        print(f"  {name:32}{hits[0]:7.3f}{hits[1]:9.3f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eval", type=Path)
    parser.add_argument("--devmem", type=Path)
    given = parser.parse_args()
    if given.devmem:
        devmem(given.devmem)
    if given.eval:
        locomo(given.eval)
