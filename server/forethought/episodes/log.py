"""The repository's own history: which files were changed together, when and by whom."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from time import sleep
from typing import NamedTuple, TypeVar

from forethought.episodes import git
from forethought.episodes.git import Checkout

T = TypeVar("T")

MOST_COMMITS = 10_000
# A commit that touches more files says nothing about which of them belong together.
MOST_FILES = 30
_LATEST = 4_000_000_000
_FORMAT = "--format=tformat:%x01%H%x02%at%x02%aN%x02%s"


class Touch(NamedTuple):
    """A file in a commit; `status` is git's letter (A, M, D, R, C, T), `old` the path before a rename or copy."""

    status: str
    path: str
    old: str | None = None


class Commit(NamedTuple):
    hash: str
    time: datetime
    author: str
    subject: str
    files: tuple[Touch, ...]

    @property
    def id(self) -> int:
        """The same for a commit and its copies: a rebase or a cherry-pick does not count it twice."""
        text = repr((self.time, self.author, self.subject, sorted(touch.path for touch in self.files)))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


class History(NamedTuple):
    """What commits say, in today's names: a file that was renamed keeps its past."""

    commits: list[tuple[Commit, list[str]]]  # newest first, each with the files that teach
    renamed: dict[str, str]  # what the files were called before
    deleted: set[str]


def read(checkout: Checkout, known: str | None = None) -> list[Commit]:
    """The newest commits of the branch, newest first; only those that `known` does not have."""
    after = ("--not", known) if known else ()
    options = ("-z", "--name-status", "-M", "--no-merges", "-n", str(MOST_COMMITS), _FORMAT)
    answer = git.ask("log", *options, "HEAD", *after, "--", at=checkout.root, seconds=60)
    if answer is None and known:  # it is gone: rewritten and cleared away
        return read(checkout)
    return list(_commits(answer or b""))


def politely(items: Iterable[T]) -> Iterator[T]:
    """Go through many items in a thread without keeping the interpreter from those who answer questions."""
    for number, item in enumerate(items):
        if number % 25 == 24:
            sleep(0.0002)
        yield item


def taught(commits: Iterable[Commit]) -> History:
    """Follow renames from the newest commit to the oldest, and leave out what no longer exists."""
    names: dict[str, str] = {}
    renamed: dict[str, str] = {}
    deleted: set[str] = set()
    seen: set[str] = set()
    found = []
    for commit in politely(commits):
        files = []
        for status, path, old in commit.files:
            today = names.get(path, path)
            if status == "D" and today not in seen:
                deleted.add(today)
            seen.add(today)
            if today not in deleted:
                files.append(today)
            if status == "R" and old is not None:
                names[old] = renamed[old] = today
            if status == "A":  # what had this name before was another file
                names.pop(path, None)
        if 0 < len(commit.files) <= MOST_FILES and files:
            found.append((commit, files))
    return History(found, renamed, deleted)


def _commits(log: bytes) -> Iterator[Commit]:
    for record in politely(log.split(b"\x01")[1:]):
        head, _, rest = record.partition(b"\0")
        fields = head.decode(errors="replace").split("\x02", 3)
        if len(fields) != 4 or not fields[1].lstrip("-").isdigit():
            continue  # a name or a subject with our separators in it
        seconds = min(max(int(fields[1]), 0), _LATEST)  # git takes any number for a time
        time = datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)
        yield Commit(fields[0], time, fields[2], fields[3], tuple(_touches(rest)))


def _touches(names: bytes) -> Iterator[Touch]:
    parts = iter(part.decode(errors="replace") for part in names.strip(b"\n\0").split(b"\0"))
    for status in parts:
        letter = status.strip()[:1]
        if not letter:
            continue
        first = next(parts, "")
        if letter in "RC":
            yield Touch(letter, next(parts, ""), first)
        else:
            yield Touch(letter, first)
