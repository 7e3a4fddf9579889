"""Finding the repository of a file, and what it has checked out, mostly without starting git."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from forethought.episodes import git
from forethought.episodes.git import Checkout, GitFailed, Head, ask, find_checkout, head


@pytest.fixture
def no_git(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting git fails the test: the answer has to come from files."""

    def refuse(*args: object, **options: object) -> None:
        raise AssertionError(f"git was started: {args}")

    monkeypatch.setattr(git, "ask", refuse)


def test_the_nearest_repository_contains_the_file(repository: Any) -> None:
    folder = repository.root / "src" / "deep"
    folder.mkdir(parents=True)
    expected = Checkout(repository.root, repository.root / ".git", repository.root / ".git")
    assert find_checkout(folder) == find_checkout(folder / "not yet written.py") == expected
    assert find_checkout(repository.root / ".git" / "COMMIT_EDITMSG") == expected


def test_a_worktree_shares_the_common_directory(repository: Any, tmp_path: Path) -> None:
    other = tmp_path.resolve() / "other"
    repository.git("worktree", "add", "-q", "-b", "aside", str(other))
    common = repository.root / ".git"
    assert find_checkout(other / "file") == Checkout(other, common / "worktrees" / "other", common)
    assert head(find_checkout(other)) == Head("aside", repository.git("rev-parse", "HEAD"))


def test_a_submodule_is_a_repository_of_its_own(repository: Any, new_repository: Any) -> None:
    library = new_repository("library")
    commit = library.commit()
    repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library.root), "lib")
    modules = repository.root / ".git" / "modules" / "lib"
    found = find_checkout(repository.root / "lib" / "file")
    assert found == Checkout(repository.root / "lib", modules, modules)
    assert head(found) == Head("main", commit)


def test_a_symlink_leads_to_the_repository_of_the_real_file(repository: Any, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(repository.root)
    assert find_checkout(tmp_path / "link" / "file").root == repository.root


def test_without_a_repository_the_settings_file_marks_the_root(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    (root / "a" / "b").mkdir(parents=True)
    assert find_checkout(root / "a" / "b") == Checkout(root / "a" / "b")
    (root / "a" / ".forethought.toml").touch()
    assert find_checkout(root / "a" / "b" / "file") == Checkout(root / "a")


@pytest.mark.parametrize("content", ["", "gitdir: /nowhere/at/all", "nonsense"])
def test_what_only_looks_like_a_repository_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / ".git").write_text(content)
    assert find_checkout(tmp_path).git_dir is None


def test_an_empty_git_folder_is_no_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert find_checkout(tmp_path).git_dir is None


@pytest.mark.usefixtures("no_git")
class TestHeadIsReadFromFiles:
    def test_on_a_branch(self, repository: Any) -> None:
        repository.git("switch", "-q", "-c", "feature/größe")
        commit = repository.commit()
        assert head(find_checkout(repository.root)) == Head("feature/größe", commit)

    def test_with_packed_refs_newer_loose_ones_win(self, repository: Any) -> None:
        repository.git("branch", "main2", repository.commit())
        repository.git("reset", "-q", "--hard", "HEAD~1")
        commit = repository.git("rev-parse", "HEAD")
        repository.git("pack-refs", "--all")
        assert not (repository.root / ".git/refs/heads/main").exists()
        assert head(find_checkout(repository.root)) == Head("main", commit)
        newer = repository.commit()
        assert head(find_checkout(repository.root)) == Head("main", newer)

    def test_detached(self, repository: Any) -> None:
        repository.git("checkout", "-q", "--detach")
        assert head(find_checkout(repository.root)) == Head(None, repository.git("rev-parse", "HEAD"))

    def test_before_the_first_commit(self, new_repository: Any) -> None:
        assert head(find_checkout(new_repository("young").root)) == Head("main", None)

    def test_with_sha256_hashes(self, repository_at: Any) -> None:
        made = repository_at("sha256")
        made.root.mkdir()
        made.git("init", "-q", "-b", "main", "--object-format=sha256")
        commit = made.commit()
        assert len(commit) == 64
        assert head(find_checkout(made.root)) == Head("main", commit)

    def test_in_a_plain_folder(self, tmp_path: Path) -> None:
        assert head(Checkout(tmp_path)) == Head(None, None)


def test_git_is_asked_where_the_files_do_not_say(repository: Any) -> None:
    """HEAD as a symlink, and a branch that is an alias of another, are rare and left to git."""
    commit = repository.git("rev-parse", "HEAD")
    repository.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    repository.git("symbolic-ref", "HEAD", "refs/heads/alias")
    assert head(find_checkout(repository.root)).commit == commit
    (repository.root / ".git" / "HEAD").unlink()
    (repository.root / ".git" / "HEAD").symlink_to("refs/heads/main")
    assert head(find_checkout(repository.root)) == Head("main", commit)


def test_git_is_asked_in_a_repository_that_keeps_its_refs_in_a_table(
    repository: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a repository has this HEAD for those who do not know the format."""
    (repository.root / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")
    answers = {"symbolic-ref": b"main\n", "rev-parse": b"a" * 40 + b"\n"}
    monkeypatch.setattr(git, "ask", lambda command, *args, at: answers[command])
    assert head(find_checkout(repository.root)) == Head("main", "a" * 40)


def test_asking_git_ignores_the_repository_of_a_hook_that_started_us(
    repository: Any, new_repository: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(new_repository("another").root / ".git"))
    assert ask("rev-parse", "--verify", "HEAD", at=repository.root)


def test_asking_git_runs_nothing_the_repository_brings(repository: Any) -> None:
    trap = repository.root / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {repository.root}/sprung\n")
    trap.chmod(0o755)
    repository.git("config", "core.fsmonitor", str(trap))
    assert ask("status", "--porcelain", "-z", at=repository.root)
    assert not (repository.root / "sprung").exists()


def test_asking_git_leaves_the_index_alone(repository: Any) -> None:
    """`git status` would refresh it, and wake whoever watches."""
    index = repository.root / ".git" / "index"
    os.utime(repository.root / "file", (1, 1))
    before = index.stat()
    ask("status", "--porcelain", "-z", at=repository.root)
    assert (index.stat().st_mtime_ns, index.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_a_git_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "git").write_text(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitFailed, match=r"git status gave no answer in 0.2 s"):
        ask("status", at=tmp_path, seconds=0.2)


def test_without_git_installed_there_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ask("status", at=tmp_path) is None


def test_the_excludes_of_repository_and_user_are_known(repository: Any) -> None:
    common = repository.root / ".git"
    home = Path(os.environ["HOME"])
    assert git.exclude_files(find_checkout(repository.root)) == [
        common / "info" / "exclude",
        home / ".config" / "git" / "ignore",
    ]
    repository.git("config", "core.excludesFile", "~/mine")
    assert git.exclude_files(find_checkout(repository.root))[1] == home / "mine"


def test_whether_case_matters_comes_from_the_repository(repository: Any) -> None:
    repository.git("config", "core.ignoreCase", "true")
    assert git.folds_case(find_checkout(repository.root))
    repository.git("config", "core.ignoreCase", "false")
    assert not git.folds_case(find_checkout(repository.root))


def test_only_one_module_starts_git() -> None:
    package = Path(git.__file__).parents[1]
    pattern = r"\[\s*[\"']git[\"']"
    found = subprocess.run(["grep", "-rlE", pattern, str(package), "--include=*.py"], capture_output=True, text=True)
    assert [Path(file).name for file in found.stdout.split()] == ["git.py"]
