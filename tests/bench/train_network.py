"""Makes server/forethought/context/network.json: the default worth of each kind of evidence.

    python tests/bench/train_network.py --eval ../shared/eval                 train on all histories, write the file
    python tests/bench/train_network.py --eval ../shared/eval --leave-out     judge: each history with a network
                                                                              that was trained without it

Every history is walked as the product walks it; the lessons it would learn from are what is trained on.
Needs NumPy alone; takes a few minutes. The same data gives the same file, with OPENBLAS_NUM_THREADS=1: several
threads add up in another order, which changes the last digits.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from replay_predictor import ReplayPredictor, as_commit, is_source

from forethought.context import learn, network
from forethought.context.features import names
from forethought.context.network import Network
from forethought.context.predict import Predictor

MODEL = Path(network.__file__).with_name("network.json")
LESSONS = 1500  # of each history, so that long ones do not outvote the others
UNITS, SEEDS, PASSES, BATCH = 24, (0, 1), 10, 48
RATE, DECAY, DROPPED = 2e-3, 2e-3, 0.1


class Collector(Predictor):
    """Walks a history and keeps the lessons instead of learning from them."""

    def __init__(self) -> None:
        super().__init__(is_source, untrained())
        self.lessons: list[tuple[Any, Any, Any]] = []

    def teach(self, query: Any, needed: set[str]) -> None:
        found = self._candidates(query, None)
        hits = np.array([self.past.paths[file] in needed for file in found.files], dtype=np.float64)
        if 0 < hits.sum() < len(hits):
            picked, weights = learn.sample(hits, len(self.lessons))
            self.lessons.append((found.table[picked], weights, hits[picked]))


def untrained() -> Network:
    width = len(names())
    flat = np.zeros(width, np.float32)
    nothing = np.zeros(1, np.float32)
    hidden = np.zeros((width, 1), np.float32)
    return Network(tuple(names()), flat, flat + 1, hidden, nothing, nothing, flat, 1.0, 0.0)


def collect(commits: list[Any]) -> list[tuple[Any, Any, Any]]:
    collector = Collector()
    for commit in commits:
        collector.observe(as_commit(commit))
    step = max(1.0, len(collector.lessons) / LESSONS)
    return [collector.lessons[int(place)] for place in np.arange(0, len(collector.lessons), step)]


def train(lessons: list[tuple[Any, Any, Any]]) -> Network:
    table = np.concatenate([rows for rows, _, _ in lessons])
    mean, spread = table.mean(axis=0), table.std(axis=0) + 1e-6
    blank = untrained()._replace(mean=mean, spread=spread)
    scaled = [(blank.standardise(rows), np.log(weights), hits / hits.sum()) for rows, weights, hits in lessons]
    nets = [descend(scaled, seed) for seed in SEEDS]
    share = 1 / len(nets)  # networks side by side are one wider network that answers their mean
    net = blank._replace(
        hidden=np.hstack([net[0] for net in nets]),
        hidden_offset=np.hstack([net[1] for net in nets]),
        outer=np.hstack([net[2] for net in nets]) * share,
        direct=np.sum([net[3] for net in nets], axis=0) * share,
    )
    return calibrated(net, lessons)


def calibrated(net: Network, lessons: list[tuple[Any, Any, Any]]) -> Network:
    """How sure to be, from how often the best-ranked files of the lessons were needed."""
    outcomes = []
    for rows, weights, hits in lessons:
        scores = net.score(net.standardise(rows))
        top = np.argsort(-np.where(weights > 1, -np.inf, scores), kind="stable")[:20]
        share = np.exp(scores - scores.max())
        share = np.clip(share / (weights * share).sum(), 1e-6, 1 - 1e-6)
        outcomes.append((np.log(share / (1 - share))[top], hits[top]))
    slope, offset = learn.calibrate(outcomes, np.array([1.0, 0.0]))
    return net._replace(slope=float(slope), offset=float(offset))


def descend(lessons: list[tuple[Any, Any, Any]], seed: int) -> list[Any]:
    """Adam on the listwise loss: the needed files of a lesson share all its chance."""
    rng = np.random.default_rng(seed)
    width = lessons[0][0].shape[1]
    hidden = rng.standard_normal((width, UNITS)) / np.sqrt(width)
    outer = rng.standard_normal(UNITS) / np.sqrt(UNITS) / 2
    parts = [part.astype(np.float32) for part in (hidden, np.zeros(UNITS), outer, np.zeros(width))]
    slow, square = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    steps = PASSES * -(-len(lessons) // BATCH)
    for step in range(1, steps + 1):
        if (step - 1) % -(-len(lessons) // BATCH) == 0:
            order = rng.permutation(len(lessons))
        at = (step - 1) % -(-len(lessons) // BATCH) * BATCH
        batch = [lessons[place] for place in order[at : at + BATCH]]
        keep = (rng.random(width) > DROPPED).astype(np.float32)
        rate = RATE * min(1.0, step / 50) * (1 - step / (steps + 1))
        for place, gradient in enumerate(slopes(parts, batch, keep)):
            slow[place] += 0.1 * (gradient - slow[place])
            square[place] += 0.001 * (gradient**2 - square[place])
            size = np.sqrt(square[place] / (1 - 0.999**step)) + 1e-8
            parts[place] -= (rate * slow[place] / (1 - 0.9**step) / size).astype(np.float32)
    return parts


def slopes(parts: list[Any], batch: list[tuple[Any, Any, Any]], keep: Any) -> list[Any]:
    hidden, offset, outer, direct = parts
    rows = np.concatenate([lesson[0] for lesson in batch]) * keep
    length = np.array([len(lesson[0]) for lesson in batch])
    start, of = np.cumsum(length) - length, np.repeat(np.arange(len(batch)), length)
    inner = rows @ hidden + offset
    active = np.maximum(inner, 0.1 * inner)
    score = active @ outer + rows @ direct + np.concatenate([lesson[1] for lesson in batch])
    chance = np.exp(score - np.maximum.reduceat(score, start)[of])
    chance /= np.add.reduceat(chance, start)[of]
    error = ((chance - np.concatenate([lesson[2] for lesson in batch])) / len(batch)).astype(np.float32)
    back = error[:, None] * outer * np.where(inner > 0, 1, 0.1).astype(np.float32)
    found = [rows.T @ back, back.sum(axis=0), active.T @ error, rows.T @ error]
    return [gradient + (DECAY * part if part.ndim else 0) for gradient, part in zip(found, parts, strict=True)]


def store(net: Network) -> None:
    numbers = {
        name: value if isinstance(value, tuple) else np.round(np.asarray(value, float), 5).tolist()
        for name, value in net._asdict().items()
    }
    MODEL.write_text(json.dumps(numbers, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ask.add_argument("--eval", required=True, help="folder of replay.py and the histories")
    ask.add_argument("--leave-out", action="store_true", help="judge instead of writing the file")
    ask.add_argument("--mode", default="oneshot,text,session", help="what to judge")
    given = ask.parse_args()
    sys.path.insert(0, given.eval)
    import replay

    histories = {Path(prefix).name: replay.load(prefix) for prefix in replay.find_repos(given.eval)}
    lessons = {name: collect(commits) for name, commits in histories.items()}
    print("lessons:", {name: len(some) for name, some in lessons.items()}, flush=True)
    if not given.leave_out:
        store(train([lesson for some in lessons.values() for lesson in some]))
        return
    totals: dict[str, list[Any]] = {}
    for name, commits in histories.items():
        net = train([lesson for other, some in lessons.items() if other != name for lesson in some])
        for mode in given.mode.split(","):
            judged = ReplayPredictor(Predictor(is_source, net))
            kind = "session" if mode == "session" else "oneshot"
            totals.setdefault(mode, []).append(replay.replay(commits, judged, kind, text=mode == "text"))
            print(name, mode, {key: round(totals[mode][-1][key], 4) for key in ("rec@10", "tier", "p95ms")}, flush=True)
    for mode, results in totals.items():
        print(
            "macro",
            mode,
            {key: round(float(np.mean([r[key] for r in results])), 4) for key in ("hit@5", "rec@10", "tier")},
        )


if __name__ == "__main__":
    main()
