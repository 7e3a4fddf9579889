"""Makes server/forethought/memory/judge/weights.json from the pairs in tests/judge.

    python tests/bench/train_judge.py            train, write the file, print what it scores where
    python tests/bench/train_judge.py --check    print alone; `crossed` is ten-fold cross-validation

A softmax regression with `compatible` as the label that needs no evidence. Needs NumPy; takes a second. The same
pairs and tables give the same file.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from forethought.memory.judge import read, verdict
from forethought.memory.judge.compare import clashes, evidence
from judge.pairs import KEPT, TUNED, Pair, load, score

LABELS = ("contradiction", "compatible", "duplicate")
NAMES = list(evidence(*(nothing := (read(""), read(""))), clashes(*nothing)))
CLASHES = [NAMES.index("clash"), NAMES.index("value"), NAMES.index("other")]
SHRINK, STEPS, FOLDS = 1.0, 300, 10


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    pairs = load(*TUNED)
    table, labels, names = tabled(pairs)
    weights = train(table, labels)
    shown("crossed", pairs, crossed(table, labels))
    shown("trained on", pairs, guess(weights, table))
    for name in KEPT:
        kept = load(name)
        shown(f"kept: {name}", kept, guess(weights, tabled(kept)[0]))
    if not check:
        rows = {label: weights[:, LABELS.index(label)] - weights[:, 1] for label in ("contradiction", "duplicate")}
        written = {
            label: dict(zip([*names, "bias"], row.round(3).tolist(), strict=True)) for label, row in rows.items()
        }
        path = Path(verdict.__file__).with_name("weights.json")
        path.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
        print(f"{len(names) + 1} weights for each of two labels → {path.name}")
    return 0


def tabled(pairs: list[Pair]) -> tuple[Any, Any, list[str]]:
    rows = []
    for pair in pairs:
        a, b = read(pair.older), read(pair.newer)
        rows.append(evidence(a, b, clashes(a, b)))
    table = np.array([[*row.values(), 1.0] for row in rows])
    return table, np.array([LABELS.index(pair.label) for pair in pairs]), list(rows[0])


def train(table: Any, labels: Any) -> Any:
    """Newton's steps with the bound of Böhning on the curvature: no step size to choose."""
    count, width = table.shape
    shrink = np.full(width, SHRINK / count)
    shrink[-1] = 1e-6
    inverse = np.linalg.inv(0.5 * table.T @ table / count + np.diag(shrink))
    wanted, weights = np.eye(3)[labels], np.zeros((width, 3))
    for _ in range(STEPS):
        weights -= inverse @ (table.T @ (chances(weights, table) - wanted) / count + shrink[:, None] * weights)
    return weights


def chances(weights: Any, table: Any) -> Any:
    scores = table @ weights
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


def guess(weights: Any, table: Any) -> Any:
    """As verdict does it: what clashes nowhere is no contradiction."""
    leaning = chances(weights, table) * [np.exp(verdict.LEAN), 1.0, 1.0]
    leaning[:, 0] *= table[:, CLASHES].any(axis=1)
    return leaning.argmax(axis=1)


def crossed(table: Any, labels: Any) -> Any:
    order = np.random.default_rng(0).permutation(len(labels))
    given = np.zeros(len(labels), int)
    for fold in range(FOLDS):
        left_out = order[fold::FOLDS]
        rest = np.setdiff1d(order, left_out)
        given[left_out] = guess(train(table[rest], labels[rest]), table[left_out])
    return given


def shown(title: str, pairs: list[Pair], given: Any) -> None:
    got = score(pairs, [LABELS[label] for label in given])
    print(
        f"{title:12} {len(pairs):4} pairs: contradictions recall {got.recall:.3f} precision {got.precision:.3f}, "
        f"duplicates found {got.duplicates:.3f}, accuracy {got.accuracy:.3f}"
    )


if __name__ == "__main__":
    sys.exit(main())
