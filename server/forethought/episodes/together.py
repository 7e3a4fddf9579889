"""Questions about what is edited together: from the recorded edits and, until there are enough of them, from
the repository's history."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Any, NamedTuple

from forethought.episodes.coedits import weight
from forethought.episodes.history import Rows, iso

# The history's word counts half once a file has been edited so often under our eyes.
FADES_AT = 10
# Commits count half after a year: repositories live longer than a person's habits.
_COMMIT_WEIGHT = "power(2, epoch(commits.time - $3::timestamp) / (365 * 86400))"
# A partner worth showing unasked.
SURE, OFTEN, SHOWN = 0.3, 3, 3


class Pair(NamedTuple):
    """`confidence`: how often `b` is edited when `a` is. `score` also asks how much evidence there is."""

    a: str
    b: str
    times: int
    confidence: float
    score: float
    last_seen: datetime
    source: str

    def answer(self) -> dict[str, Any]:
        return {
            "files": [self.a, self.b],
            "count": self.times,
            "confidence": round(self.confidence, 3),
            "last_seen": iso(self.last_seen),
            "source": self.source,
        }


async def pairs(rows: Rows, path: str | None, min_count: int, now: datetime) -> list[Pair]:
    """The pairs of one file, or of all of them, the surest first; each in the surer of its two directions."""
    recorded, told = await asyncio.gather(_recorded(rows, path, min_count, now), _from_git(rows, path, min_count, now))
    known = {_key(pair) for pair in recorded}
    found = recorded + [pair for pair in told if _key(pair) not in known]
    best: dict[frozenset[str], Pair] = {}
    for pair in sorted(found, key=_rank):
        best.setdefault(_key(pair), pair)
    return list(best.values())


async def partners(rows: Rows, path: str, now: datetime) -> list[str]:
    """The few files that a person who edits this one will want next."""
    found = await pairs(rows, path, OFTEN, now)
    return [pair.b for pair in found if pair.confidence >= SURE][:SHOWN]


async def _recorded(rows: Rows, path: str | None, min_count: int, now: datetime) -> list[Pair]:
    found = await rows(
        """select a, b, pairs, least(1.0, coedits.weight / worked_on.weight) as confidence,
                  coedits.weight / $3 as strength, last_seen
           from coedits join worked_on on worked_on.path = a and symbol = '' and worked_on.weight > 0
           where pairs >= $1 and coalesce(a = $2, true)""",
        [min_count, path, weight(now)],
    )
    return [_pair(row, "recorded") for row in found]


async def _from_git(rows: Rows, path: str | None, min_count: int, now: datetime) -> list[Pair]:
    found = await rows(
        f"""with mine as (select file as a, commit, {_COMMIT_WEIGHT} as weight, time
                          from commit_files join commits on commits.id = commit
                          where $1::varchar is null or file = (select file from commit_paths where path = $1)),
                 paired as (select a, file as b, count(*) as pairs, sum(weight) as strength, max(time) as last_seen
                          from mine join commit_files using (commit) where file <> a
                          group by all having count(*) >= $2)
            select first.path as a, second.path as b, pairs, strength, last_seen,
                   strength / (select sum(weight) from mine where mine.a = paired.a)
                     * $4 / ($4 + coalesce(edits, 0)) as confidence
            from paired join commit_paths as first on first.file = paired.a
                        join commit_paths as second on second.file = paired.b
                        left join worked_on on worked_on.path = first.path and symbol = ''""",
        [path, min_count, now, FADES_AT],
    )
    return [_pair(row, "git") for row in found]


def _pair(row: dict[str, Any], source: str) -> Pair:
    score = row["confidence"] * row["strength"] / (row["strength"] + 2)
    return Pair(row["a"], row["b"], row["pairs"], row["confidence"], score, row["last_seen"], source)


def _key(pair: Pair) -> frozenset[str]:
    return frozenset(pair[:2])


def _rank(pair: Pair) -> tuple[float, str, str]:
    return -pair.score, pair.a, pair.b
