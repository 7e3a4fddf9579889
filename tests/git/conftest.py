"""Real repositories, untouched by the configuration of whoever runs the tests."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest


class Repository:
    def __init__(self, root: Path) -> None:
        self.root = root

    def git(self, *args: str, check: bool = True) -> str:
        done = subprocess.run(["git", *args], cwd=self.root, capture_output=True, text=True, check=False)
        assert done.returncode == 0 or not check, f"git {args}: {done.stderr}"
        return done.stdout.strip()

    def commit(self, file: str = "file", text: str | None = None) -> str:
        """A commit that writes `file`; the commit's hash."""
        path = self.root / file
        path.write_text(path.read_text() + "more\n" if text is None and path.exists() else text or "text\n")
        self.git("add", file)
        self.git("commit", "-q", "-m", f"change {file}")
        return self.git("rev-parse", "HEAD")


@pytest.fixture(autouse=True)
def own_git_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "ada@example.org")


@pytest.fixture
def repository_at(tmp_path: Path) -> Callable[[str], Repository]:
    """A place for a repository; nothing is there yet."""
    return lambda name: Repository(tmp_path.resolve() / name)


@pytest.fixture
def new_repository(repository_at: Callable[[str], Repository]) -> Callable[[str], Repository]:
    """A repository without a commit."""

    def make(name: str) -> Repository:
        made = repository_at(name)
        made.root.mkdir(parents=True)
        made.git("init", "-q", "-b", "main")
        return made

    return make


@pytest.fixture
def repository(new_repository: Callable[[str], Repository]) -> Repository:
    """One commit on main."""
    made = new_repository("repository")
    made.commit()
    return made
