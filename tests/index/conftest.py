from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from forethought.code.cache import Cache
from index.followed import Followed
from repo import git


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    made = Cache(tmp_path / "data")
    yield made
    made.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with nothing in it but its own folder."""
    folder = tmp_path.resolve() / "checkout"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    return folder


@pytest.fixture
def follow(root: Path, cache: Cache) -> Callable[[], Followed]:
    return lambda: Followed(root, cache)
