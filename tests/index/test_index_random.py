"""Random work on a checkout, then a comparison with a scan from scratch: the same, every time."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from forethought.code.cache import Cache
from index.followed import Followed, functions
from repo import git

PLACES = ("", "p/", "p/q/", "r/")
NAMES = ("a.py", "b.py", "c.ts", "d.txt", "made.py")


class Person:
    """Does things in a checkout and its editor; `open` is what the editor shows unsaved."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.open: dict[str, str] = {}
        self._chance = random.Random(seed)

    def step(self, followed: Followed) -> None:
        doing = self._chance.choice(
            [self.write, self.write, self.type, self.type, self.close, self.save, self.delete, self.rename,
             self.rename_folder, self.delete_folder, self.ignore, self.commit, self.switch]
        )  # fmt: skip
        doing(followed)

    def _path(self) -> str:
        return self._chance.choice(PLACES) + self._chance.choice(NAMES)

    def _text(self) -> str:
        return functions(*(f"f{self._chance.randrange(6)}" for _ in range(self._chance.randrange(4))))

    def _put(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def write(self, _: Followed) -> None:
        self._put(self._path(), self._text())

    def type(self, followed: Followed) -> None:
        path = self._path()
        if path.endswith((".txt", "made.py")):
            return
        self.open[path] = self._text()
        followed.index.typed(path, self.open[path])

    def close(self, followed: Followed) -> None:
        if self.open:
            path = self._chance.choice(sorted(self.open))
            del self.open[path]
            followed.index.closed(path)

    def save(self, _: Followed) -> None:
        if self.open:
            path = self._chance.choice(sorted(self.open))
            self._put(path, self.open[path])

    def delete(self, _: Followed) -> None:
        (self.root / self._path()).unlink(missing_ok=True)

    def rename(self, _: Followed) -> None:
        old, new = self.root / self._path(), self.root / self._path()
        if old.is_file() and new.parent.is_dir():
            old.rename(new)

    def rename_folder(self, _: Followed) -> None:
        old, new = self.root / self._chance.choice(("p", "p/q")), self.root / self._chance.choice(("r", "s"))
        if old.is_dir() and not new.exists():
            old.rename(new)

    def delete_folder(self, _: Followed) -> None:
        shutil.rmtree(self.root / self._chance.choice(("p/q", "r", "s")), ignore_errors=True)

    def ignore(self, _: Followed) -> None:
        self._put(".gitignore", self._chance.choice(("", "made.py\n", "/r/made.py\n*.txt\n")))

    def commit(self, _: Followed) -> None:
        git(self.root, "add", "-A")
        git(self.root, "commit", "-q", "--allow-empty", "-m", "work")

    def switch(self, _: Followed) -> None:
        git(self.root, "checkout", "-q", "-f", self._chance.choice(("main", "other")))


@pytest.mark.parametrize("seed", range(4))
async def test_after_random_work_the_facts_are_those_of_a_scan_from_scratch(
    root: Path, cache: Cache, seed: int
) -> None:
    git(root, "commit", "-q", "--allow-empty", "-m", "nothing")
    git(root, "branch", "other")
    person, chance = Person(root, seed), random.Random(seed)
    for _ in range(3):
        async with Followed(root, cache) as followed:
            for path, text in person.open.items():
                followed.index.typed(path, text)
            for _ in range(15):
                for _ in range(chance.randrange(1, 6)):
                    person.step(followed)
                await followed.exact(person.open)
        for _ in range(5):  # while nothing runs
            person.write(followed)
            person.switch(followed)
