"""What is worked on anyway: popular files, recent ones, this person's, whatever is open."""

from __future__ import annotations

import numpy as np

from .columns import Floats, Ints
from .past import LONG, SHORT, Past
from .together import Evidence

_HOUR = 3_600.0
_OWN_COMMITS = 200
_LATELY = 40


def popularity(past: Past, time: int) -> Evidence:
    long = past.popularity(past.long, LONG)
    now = past.now
    return {
        "popular_short": np.log1p(past.popularity(past.short, SHORT)),
        "popular_long": np.log1p(long),
        "seldom_alone": past.popularity(past.shared, LONG) / (long + 1.0),
        "changes": np.log1p(past.changes.values),
        "commits_ago": np.log1p(np.minimum(1e5, now - past.latest.values)),
        "hours_ago": np.log1p(np.maximum(0.0, time - past.latest_time.values) / _HOUR),
        "file_age": np.log1p(np.maximum(0.0, now - past.first.values)),
        "bytes": np.log1p(past.bytes.values),
    }


def lately(past: Past, time: int) -> Evidence:
    """The last commits of anyone: work often goes on where it stopped."""
    commits = np.arange(max(0, past.now - _LATELY), past.now)
    hours = _hours_since(past, commits, time)
    age = past.age(commits)
    weights = [np.exp2(-age / 5.0), np.exp2(-hours / 12.0), (age <= 1.0).astype(np.float64)]
    names = ("lately_commits", "lately_hours", "last_commit")
    return dict(zip(names, past.votes(commits, weights), strict=True))


def of_author(past: Past, author: str, time: int) -> Evidence:
    commits = past.commits_by_author.last(author, _OWN_COMMITS)
    hours, age = _hours_since(past, commits, time), past.age(commits)
    long, burst = past.votes(commits, [np.exp2(-age / LONG), np.exp2(-hours / 6.0)])
    own_ago, own_hours = np.full(len(past.paths), 11.0), np.full(len(past.paths), 12.0)
    files, place = past.unfold(commits)
    own_ago[files] = np.log1p(age)[place]
    own_hours[files] = np.log1p(hours)[place]
    return {"own_long": np.log1p(long), "own_burst": burst, "own_commits_ago": own_ago, "own_hours_ago": own_hours}


def _hours_since(past: Past, commits: Ints, time: int) -> Floats:
    hours: Floats = np.maximum(0.0, time - past.when.values[commits]) / _HOUR
    return hours
