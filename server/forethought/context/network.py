"""The default ranking: a small network over the evidence, trained across repositories.

The numbers in network.json come from `tests/bench/train_network.py`. They know no path, name or word, only
how much each kind of evidence is worth; what is special about a repository is learnt on top (learn.py).
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from .columns import Floats, product
from .features import Table

# Standardised evidence is cut here, so that one odd number cannot decide alone.
_FAR = 5.0
_LEAK = 0.1


class Network(NamedTuple):
    """One hidden layer and a direct path; `slope` and `offset` turn odds into calibrated ones."""

    columns: tuple[str, ...]
    mean: Table
    spread: Table
    hidden: Table
    hidden_offset: Table
    outer: Table
    direct: Table
    slope: float
    offset: float

    def standardise(self, table: Table) -> Table:
        scaled: Table = np.clip((table - self.mean) / self.spread, -_FAR, _FAR)
        return scaled

    def score(self, scaled: Table) -> Floats:
        inner = product(scaled, self.hidden) + self.hidden_offset
        score: Floats = product(np.maximum(inner, _LEAK * inner), self.outer) + product(scaled, self.direct)
        return score.astype(np.float64)


@cache
def default_network() -> Network:
    stored = json.loads(files(__package__).joinpath("network.json").read_text(encoding="utf-8"))
    layers: dict[str, Table] = {
        name: np.array(value, np.float32)
        for name, value in stored.items()
        if name not in ("columns", "slope", "offset")
    }
    return Network(
        columns=tuple(stored["columns"]),
        mean=layers["mean"],
        spread=layers["spread"],
        hidden=layers["hidden"],
        hidden_offset=layers["hidden_offset"],
        outer=layers["outer"],
        direct=layers["direct"],
        slope=stored["slope"],
        offset=stored["offset"],
    )
