"""What words say: the task's own, and the subjects under which files changed."""

from __future__ import annotations

import numpy as np

from .columns import Floats
from .past import LONG, Past, idf
from .paths import telling_words
from .together import Evidence, shared_commits

_COMMITS_PER_WORD = 400
_SIMILAR_COMMITS = 60
_CLOSEST_COMMITS = 8
_TOPIC_WORDS = 8
_DAY = 86_400


def task_words(past: Past, opened: list[int], text: str) -> Evidence:
    """How well each file fits the words of the task: by subjects it changed under, by its path,
    by commits with a similar subject, and by those among the opened files' own commits."""
    files = len(past.paths)
    words = telling_words(text)
    names = ("task_subjects", "task_path", "task_similar", "task_closest", "task_together", "task_names_it")
    found: Evidence = {name: np.zeros(files) for name in names}
    if not words:
        return found
    similar = np.zeros(past.now)
    length = 0.4 + 0.6 * (past.changes.values + 3.0) / (past.changes.values.mean() + 3.0)
    for word in words:
        commits = past.commits_with_word.last(word, _COMMITS_PER_WORD)
        similar[commits] += idf(past.now, past.commits_with_word.count(word))
        recent = 0.3 + 0.7 * np.exp2(-past.age(commits) / 2000.0)
        weight = past.votes(commits, [recent / np.sqrt(past.sizes(commits))])[0]
        named = past.files_told_by.last(word, files)
        found["task_path"][named] += idf(files, len(named))
        weight[named] += 1.5
        rarity = idf(files, int(np.count_nonzero(weight)))
        found["task_subjects"] += rarity * weight * 2.2 / (weight + 1.2 * length)
    found["task_similar"] = _votes_of_similar(past, similar)
    found["task_closest"] = _votes_of_closest(past, similar)
    found["task_together"] = _votes_of_opened(past, opened, similar)
    lower = text.lower()
    hits = {stem for file in np.flatnonzero(found["task_subjects"]) if (stem := past.facts[file].stem) in lower}
    for stem in sorted(hits):
        found["task_names_it"][past.files_with_stem.last(stem, files)] = np.log1p(len(stem))
    return found


def _votes_of_similar(past: Past, similar: Floats) -> Floats:
    commits = np.flatnonzero(similar)
    recent = 0.3 + 0.7 * np.exp2(-past.age(commits) / LONG)
    weight = similar[commits] ** 2 * recent / np.sqrt(past.sizes(commits))
    best = np.argsort(-weight, kind="stable")[:_SIMILAR_COMMITS]
    return past.votes(commits[best], [weight[best]])[0] / float(weight[best].sum() + 1e-9)


def _votes_of_closest(past: Past, similar: Floats) -> Floats:
    """A subject that says nearly the same, however short: backports, follow-ups, series."""
    commits = np.flatnonzero(similar)
    weight = (
        similar[commits]
        / np.sqrt(past.telling.values[commits] + 4.0)
        * (0.5 + 0.5 * np.exp2(-past.age(commits) / LONG))
    )
    best = np.argsort(-weight, kind="stable")[:_CLOSEST_COMMITS]
    return past.votes(commits[best], [weight[best] ** 2])[0] / float((weight[best] ** 2).sum() + 1e-9)


def _votes_of_opened(past: Past, opened: list[int], similar: Floats) -> Floats:
    votes = np.zeros(len(past.paths))
    for file in opened:
        commits = shared_commits(past, past.commits_of_file.last(file, _COMMITS_PER_WORD))
        weight = similar[commits] * np.exp2(-past.age(commits) / LONG)
        votes += past.votes(commits, [weight])[0] / (weight.sum() + 0.5)
    return votes


def topic_of_opened(past: Past, opened: list[int]) -> Floats:
    """Files that change under the words under which the opened files changed lately."""
    bag: dict[str, float] = {}
    for file in opened:
        for place, commit in enumerate(past.commits_of_file.last(file, 15)[::-1]):
            for word in past.subjects[commit]:
                bag[word] = bag.get(word, 0.0) + 2.0 ** (-place / 6.0)
    telling = [(count * _rarity(past, word), word) for word, count in bag.items()]
    return _under_words(past, sorted(telling, key=lambda item: (-item[0], item[1]))[:_TOPIC_WORDS])


def topic_of_author(past: Past, author: str, time: int) -> Floats:
    """Files that change under the words of the commit this person made today: work comes in series."""
    commits = past.commits_by_author.last(author, 1)
    words = [w for c in commits if time - past.when.values[c] < _DAY for w in past.subjects[c]]
    return _under_words(past, [(_rarity(past, word), word) for word in words])


def _rarity(past: Past, word: str) -> float:
    having = past.commits_with_word.count(word)
    return idf(past.now, having) if having > 1 else 0.0


def _under_words(past: Past, words: list[tuple[float, str]]) -> Floats:
    votes = np.zeros(len(past.paths))
    for weight, word in words:
        if weight:
            commits = past.commits_with_word.last(word, 150)
            recent = np.exp2(-past.age(commits) / LONG)
            each = past.votes(commits, [recent / past.sizes(commits)])[0]
            votes += weight * each / (each + 1.0)
    return votes
