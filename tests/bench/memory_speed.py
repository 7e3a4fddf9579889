"""How long a search takes over 10,000 and 100,000 memories: by words, and with vectors (the query's one given).

python tests/bench/memory_speed.py
"""

from __future__ import annotations

import random
import time

import numpy as np

from forethought.memory.embed import Embedding
from forethought.memory.index import Index
from forethought.memory.recall import search

_WORDS, _LENGTH, _DIM = 20_000, 25, 384


def measure(count: int) -> None:
    rng, letters = np.random.default_rng(1), random.Random(1)
    words = ["".join(letters.choices("abcdefghijklmnoprstuvwz", k=7)) for _ in range(_WORDS)]
    often = 1 / np.arange(1, _WORDS + 1) ** 0.9  # as words are used: few often, most seldom
    often /= often.sum()
    index = Index()
    chosen = rng.choice(_WORDS, size=(count, _LENGTH), p=often)
    for number in range(count):
        vector = rng.standard_normal((1, _DIM), np.float32)
        before = str(number - 1) if number % 20 else None
        text = " ".join(words[word] for word in chosen[number])
        index.put(str(number), text, Embedding("m", vector / np.linalg.norm(vector)), after=before)
    for name, embedding in (("words", None), ("words + vectors", Embedding("m", np.eye(1, _DIM, dtype=np.float32)))):
        took = []
        for _ in range(200):
            query = " ".join(words[word] for word in rng.choice(_WORDS, size=10, p=often))
            start = time.perf_counter()
            search(index, query, embedding)
            took.append((time.perf_counter() - start) * 1e3)
        p50, p95 = np.percentile(took, [50, 95])
        print(f"{count:8,} memories  {name:16} p50 {p50:6.2f} ms   p95 {p95:6.2f} ms", flush=True)


if __name__ == "__main__":
    measure(10_000)
    measure(100_000)
