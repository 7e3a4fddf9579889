"""Which files changed together with the opened ones: past commits vote for their files.

Every number is a vote of past commits under some weight: recent ones count more, large ones less,
the person's own more. For several opened files the votes are added up.
"""

from __future__ import annotations

import numpy as np

from .columns import Floats, Ints
from .past import LONG, SHORT, Past

Evidence = dict[str, Floats]

_COMMITS_PER_FILE = 400
_COMMITS_PER_FOLDER = 300
_COMMITS_PER_NEIGHBOUR = 100
_NEIGHBOURS = 8
_MONTH = 30 * 86_400.0
_DAY = 86_400.0
_TWO_HOURS = 7_200.0


def changed_together(past: Past, opened: list[int], author: str, time: int) -> Evidence:
    """How often, how lately, how surely and by whom each file was changed with the opened ones."""
    files = len(past.paths)
    shared = past.popularity(past.shared, LONG)
    # The share of recent commits a file is in: what we would say without knowing what is open.
    usual = shared / max(1.0, min(past.now, LONG / np.log(2)))
    total: Evidence = {name: np.zeros(files) for name in _ADDED}
    best: Evidence = {name: np.zeros(files) for name in ("surest", "backward", "lift")}
    total["commits_since"] = np.full(files, 12.0)
    total["changes_since"] = np.full(files, 7.0)
    who = past.name_number("author", author)
    for file in opened:
        commits = shared_commits(past, past.commits_of_file.last(file, _COMMITS_PER_FILE))
        if not len(commits):
            continue
        weights = _weights(past, commits, who, time)
        votes = dict(zip(weights, past.votes(commits, list(weights.values())), strict=True))
        for name in ("count", "short", "long", "sized", "damped", "month"):
            total[name] += votes[name]
        for name in ("newest", "newest3", "newest10"):
            total[name] += votes[name] / weights[name].sum()
        total["by_author"] += votes["by_author"] / (weights["by_author"].sum() + 1.0)
        pair, own = votes["long"], float(weights["long"].sum())
        forward = pair / (own + 0.5)
        total["forward"] += forward
        total["jaccard"] += pair / (own + shared - pair + 1.0)
        total["cosine"] += pair / np.sqrt((own + 1.0) * (shared + 1.0))
        total["expected"] += (pair + 3.0 * usual) / (own + 3.0)
        total["covered"] += (pair > 0) / len(opened)
        _keep_best(best, "surest", forward)
        _keep_best(best, "backward", pair / (shared + 1.0))
        _keep_best(best, "lift", np.log1p(pair / ((own + 1.0) * (usual + 0.003))))
        _note_last_time(past, commits, total)
        if past.first.values[file] == commits[0]:
            total["born_together"] += past.first.values == commits[0]
    total["backward_short"] = total["short"] / (past.popularity(past.short, SHORT) + 0.5)
    total["backward_all"] = total["count"] / (past.changes.values + 1.0)
    return total | best


_ADDED = (
    "count", "short", "long", "sized", "damped", "month", "newest", "newest3", "newest10",
    "by_author", "forward", "jaccard", "cosine", "expected", "born_together", "covered",
)  # fmt: skip


def shared_commits(past: Past, commits: Ints) -> Ints:
    """Those that touched more than one file."""
    return commits[past.sizes(commits) > 1]


def _weights(past: Past, commits: Ints, who: int, time: int) -> Evidence:
    age, others = past.age(commits), past.sizes(commits) - 1.0
    long = np.exp2(-age / LONG)
    place = np.arange(len(commits))[::-1]
    return {
        "count": np.ones(len(commits)),
        "short": np.exp2(-age / SHORT),
        "long": long,
        "sized": long / others,
        "damped": long / np.log2(2.0 + others),
        "by_author": long * (past.author.values[commits] == who),
        "month": np.exp2(-np.maximum(0.0, time - past.when.values[commits]) / _MONTH),
        "newest": np.exp2(-place),
        "newest3": np.exp2(-place / 3.0),
        "newest10": np.exp2(-place / 10.0),
    }


def _keep_best(best: Evidence, name: str, value: Floats) -> None:
    np.maximum(best[name], value, out=best[name])


def _note_last_time(past: Past, commits: Ints, total: Evidence) -> None:
    """How many commits ago, and how many changes of the opened file ago, the pair last met."""
    files, place = past.unfold(commits)
    last = np.full(len(past.paths), -1)
    last[files] = place  # commits come oldest first: the newest is written last
    met = np.flatnonzero(last >= 0)
    ages = np.log1p(past.age(commits))[last[met]]
    changes = np.log1p(len(commits) - 1.0 - last[met])
    total["commits_since"][met] = np.minimum(total["commits_since"][met], ages)
    total["changes_since"][met] = np.minimum(total["changes_since"][met], changes)


def changed_with_several(past: Past, opened: list[int]) -> Evidence:
    """Votes of the commits that touched two or more of the opened files at once; `like_this` listens to those
    whose files are nearly the opened ones."""
    lists = [past.commits_of_file.last(file, _COMMITS_PER_FILE) for file in opened]
    commits, times = np.unique(np.concatenate([*lists, np.empty(0, np.int64)]), return_counts=True)
    commits, times = commits[times > 1], times[times > 1]
    recent = np.exp2(-past.age(commits) / LONG)
    weights: list[Floats] = [recent * (times - 1.0), recent * times**2.0 / past.sizes(commits)]
    votes = past.votes(commits, weights)
    found = [vote / (weight.sum() + 0.5) for vote, weight in zip(votes, weights, strict=True)]
    return {"several": found[0], "like_this": found[1]}


def changed_with_folder(past: Past, opened: list[int]) -> Floats:
    """Votes of the commits in the opened files' folders: speaks for files that are new themselves."""
    votes = np.zeros(len(past.paths))
    for folder in sorted({past.facts[file].folder for file in opened}):
        commits = shared_commits(past, past.commits_in_folder.last(folder, _COMMITS_PER_FOLDER))
        weight = np.exp2(-past.age(commits) / LONG)
        votes += past.votes(commits, [weight / np.log2(1.0 + past.sizes(commits))])[0] / (weight.sum() + 0.5)
    return votes


def changed_with_neighbours(past: Past, opened: list[int], closeness: Floats) -> Floats:
    """One step further: what changes together with the files that change together with the opened ones."""
    closeness = closeness.copy()
    closeness[opened] = 0.0
    walks: list[tuple[Ints, Floats]] = []
    for near in np.argsort(-closeness, kind="stable")[:_NEIGHBOURS]:
        commits = shared_commits(past, past.commits_of_file.last(int(near), _COMMITS_PER_NEIGHBOUR))
        if closeness[near] > 0 and len(commits):
            weight = np.exp2(-past.age(commits) / LONG)
            walks.append((commits, weight * closeness[near] / (weight.sum() + 1.0)))
    return _combined(past, walks)


def changed_around(past: Past, opened: list[int]) -> Floats:
    """What the same person committed just before or after commits of the opened files, within a day."""
    walks: list[tuple[Ints, Floats]] = []
    for file in opened:
        commits = past.commits_of_file.last(file, 200)
        recent = np.exp2(-past.age(commits) / LONG)
        for step in (past.earlier.values, past.later.values):
            beside = commits
            for hop in (1, 2):
                beside = np.where(beside >= 0, step[beside], -1)
                gap = np.abs(past.when.values[beside] - past.when.values[commits])
                near = (beside >= 0) & (gap < _DAY)
                weight = recent * np.exp2(-gap / _TWO_HOURS) / (recent.sum() + 0.5) / hop
                size = past.sizes(beside[near])
                walks.append((beside[near], weight[near] / np.sqrt(size)))
    return _combined(past, walks)


def _combined(past: Past, walks: list[tuple[Ints, Floats]]) -> Floats:
    if not walks:
        return np.zeros(len(past.paths))
    commits, weights = zip(*walks, strict=True)
    return past.votes(np.concatenate(commits), [np.concatenate(weights)])[0]
