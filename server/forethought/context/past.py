"""Everything known of the past: which files changed together, when, by whom, under which words.

Files and commits are numbers. A file keeps its number when it is renamed, so its past follows it.
Nothing is counted in advance: a question picks the past commits that matter to it and lets them vote.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from .changes import Commit, Touch
from .columns import Column, Floats, Ints, Postings
from .paths import PathFacts, path_facts, telling_words

# Commits that touch more files than this say nothing about which files belong together.
MOST_FILES = 30
# Half-lives, in commits, at which the popularity of a file is kept.
SHORT, LONG = 60.0, 800.0
_FOLDER_MOST = 25


class Past:
    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.paths: list[str] = []
        self.facts: list[PathFacts] = []
        self._moved: dict[str, int] = {}
        self._names: dict[tuple[str, str], int] = {}
        # Per file.
        self.alive = Column(np.bool_)
        self.bytes = Column(np.float64)
        self.changes = Column(np.float64)
        self.first = Column(np.float64)
        self.latest = Column(np.float64, -1e7)
        self.latest_time = Column(np.float64)
        self.short = Column(np.float64)
        self.long = Column(np.float64)
        self.shared = Column(np.float64)
        self.is_test = Column(np.bool_)
        self.folder = Column(np.int64)
        self.stem = Column(np.int64)
        self.ending = Column(np.int64)
        self.word_count = Column(np.float64)
        self.depth = Column(np.float64)
        self.imports: list[set[int]] = []
        self.importers: list[set[int]] = []
        # Per commit; the files of commit t are members[start[t]:start[t + 1]].
        self.members = Column(np.int64)
        self.start = Column(np.int64)
        self.start.append(0)
        self.when = Column(np.float64)
        self.author = Column(np.int64)
        self.earlier = Column(np.int64)
        self.later = Column(np.int64)
        self.telling = Column(np.float64)
        self.subjects: list[list[str]] = []
        self._popular: dict[Column, tuple[tuple[int, int], Floats]] = {}
        self.commits_of_file = Postings()
        self.commits_in_folder = Postings()
        self.commits_by_author = Postings()
        self.commits_with_word = Postings()
        self.files_with_word = Postings()
        self.files_told_by = Postings()
        self.files_under = Postings()
        self.files_with_stem = Postings()

    @property
    def now(self) -> int:
        """The number of the next commit."""
        return self.when.size

    # -- files

    def number(self, path: str) -> int:
        known = self.numbers.get(path)
        if known is not None:
            return known
        new = self.numbers[path] = len(self.paths)
        self.paths.append(path)
        self.facts.append(path_facts(path))
        self.imports.append(set())
        self.importers.append(set())
        for column in (self.alive, self.bytes, self.changes, self.latest, self.latest_time, self.short, self.long):
            column.append()
        self.first.append(self.now)
        for column in (self.shared, self.is_test, self.folder, self.stem, self.ending, self.word_count, self.depth):
            column.append()
        self._describe(new)
        return new

    def name_number(self, kind: str, name: str) -> int:
        return self._names.setdefault((kind, name), len(self._names))

    def _describe(self, file: int) -> None:
        facts = self.facts[file]
        self.is_test.values[file] = facts.is_test
        self.folder.values[file] = self.name_number("folder", facts.folder)
        self.stem.values[file] = self.name_number("stem", facts.stem)
        self.ending.values[file] = self.name_number("ending", facts.ending)
        self.word_count.values[file] = len(facts.words)
        self.depth.values[file] = len(facts.ancestors)
        for postings, key in self._filed(facts):
            postings.add(key, file)

    def _filed(self, facts: PathFacts) -> list[tuple[Postings, str]]:
        return [
            *((self.files_with_word, word) for word in sorted(facts.words)),
            *((self.files_told_by, word) for word in telling_words(facts.folder + "/" + facts.name)),
            *((self.files_under, folder) for folder in ("", *facts.ancestors)),
            (self.files_with_stem, facts.stem),
        ]

    def _rename(self, old: str, new: str) -> None:
        file = self.numbers.pop(old, None)
        if file is None:
            return
        displaced = self.numbers.get(new)
        if displaced is not None:
            self.alive.values[displaced] = False
        for postings, key in self._filed(self.facts[file]):
            postings.drop(key, file)
        self._moved[old] = file
        self.numbers[new] = file
        self.paths[file] = new
        self.facts[file] = path_facts(new)
        self._describe(file)

    def _touched(self, touch: Touch) -> int:
        """A parallel branch may still call a renamed file by its old name."""
        if touch.status == "M" and touch.path not in self.numbers and touch.path in self._moved:
            return self._moved[touch.path]
        new = touch.path not in self.numbers
        file = self.number(touch.path)
        if touch.status == "D":
            self.alive.values[file] = False
        elif new or touch.status != "M":
            self.alive.values[file] = True
        if touch.size:
            self.bytes.values[file] = touch.size
        return file

    # -- commits

    def observe(self, commit: Commit) -> None:
        for touch in commit.files:
            if touch.status == "R" and touch.old:
                self._rename(touch.old, touch.path)
        files = sorted({self._touched(touch) for touch in commit.files})
        for path, targets in commit.imports.items():
            self._import(self.number(path), targets)
        if commit.teaches and 0 < len(files) <= MOST_FILES:
            self._learn(commit, files)

    def _learn(self, commit: Commit, files: list[int]) -> None:
        now, size = self.now, len(files)
        some = np.array(files)
        gap = now - self.latest.values[some]
        for column, half_life in ((self.short, SHORT), (self.long, LONG), (self.shared, LONG)):
            column.values[some] *= np.exp2(-gap / half_life)
            column.values[some] += float(size > 1) if column is self.shared else 1.0
        self.changes.values[some] += 1
        self.latest.values[some] = now
        self.latest_time.values[some] = commit.time
        for file in files:
            self.members.append(file)
            self.commits_of_file.add(file, now)
            self.commits_in_folder.add(self.facts[file].folder, now)
        who = self.name_number("author", commit.author)
        before = self.commits_by_author.last(commit.author, 1)
        self.earlier.append(before[0] if len(before) else -1)
        self.later.append(-1)
        if len(before):
            self.later.values[before[0]] = now
        self.commits_by_author.add(commit.author, now)
        words = telling_words(commit.subject)
        for word in words:
            self.commits_with_word.add(word, now)
        self.start.append(self.members.size)
        self.when.append(commit.time)
        self.author.append(who)
        self.subjects.append(words)
        self.telling.append(sum(idf(now + 1, self.commits_with_word.count(word)) for word in words))

    def _import(self, file: int, targets: Iterable[str]) -> None:
        for target in self.imports[file]:
            self.importers[target].discard(file)
        found: set[int] = set()
        for path in targets:
            if path.endswith("/"):
                inside = [n for n in self._inside(path.strip("./")) if not self.facts[n].is_test]
                if len(inside) <= _FOLDER_MOST:
                    found.update(inside)
            else:
                found.add(self.number(path))
        found.discard(file)
        self.imports[file] = found
        for target in found:
            self.importers[target].add(file)

    def _inside(self, folder: str) -> list[int]:
        under = self.files_under.last(folder, 10_000)
        return [int(n) for n in under if self.facts[n].folder == folder and self.alive.values[n]]

    # -- questions

    def popularity(self, column: Column, half_life: float) -> Floats:
        """How often each file changes, the recent counting more, as of now."""
        state = (self.now, len(self.paths))
        known = self._popular.get(column)
        if known is None or known[0] != state:
            value: Floats = column.values * np.exp2(-(self.now - self.latest.values) / half_life)
            known = self._popular[column] = (state, value)
        return known[1]

    def sizes(self, commits: Ints) -> Ints:
        size: Ints = self.start.values[commits + 1] - self.start.values[commits]
        return size

    def unfold(self, commits: Ints) -> tuple[Ints, Ints]:
        """All files of the commits, and for each the place of its commit in `commits`."""
        size = self.sizes(commits)
        place = np.repeat(np.arange(len(commits)), size)
        before = np.cumsum(size) - size
        index = np.arange(len(place)) - before[place] + self.start.values[commits][place]
        return self.members.values[index], place

    def votes(self, commits: Ints, weights: list[Floats]) -> list[Floats]:
        """For each weighting of the commits, the sum that every file receives."""
        files, place = self.unfold(commits)
        total = len(self.paths)
        return [np.bincount(files, weights=weight[place], minlength=total).astype(np.float64) for weight in weights]

    def age(self, commits: Ints) -> Floats:
        ages: Floats = (self.now - commits).astype(np.float64)
        return ages


def idf(total: int, having: int) -> float:
    return math.log(1 + (total - having + 0.5) / (having + 0.5))
