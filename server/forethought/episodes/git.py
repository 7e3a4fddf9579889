"""Where a checkout keeps its things, and asking git: nothing else in the project runs it.

What is needed often (which repository, which branch) is read from files in microseconds; git itself is
started for the rest, in a way that takes no lock, asks nobody, and runs nothing the repository brings.
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from forethought.errors import Unavailable

CONFIG = ".forethought.toml"

# Variables such as GIT_DIR point git to another repository, when we were started from one of its hooks.
_KEPT = {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"}
_QUIET = {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "SSH_ASKPASS": ""}
_SAFE = (
    *("--no-optional-locks", "--no-pager", "-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}", "-c", "log.showSignature=false"),
)
_is_commit = re.compile("(?:[0-9a-f]{40}|[0-9a-f]{64})").fullmatch


class GitFailed(Unavailable):
    """Git gave no answer in time."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """A work tree. A linked worktree has a git directory of its own beside the common one."""

    root: Path
    git_dir: Path | None = None  # None: a folder without a repository
    common_dir: Path | None = None


@dataclass(frozen=True, slots=True)
class Head:
    branch: str | None  # None: detached
    commit: str | None  # None: nothing committed yet


def ask(*args: str, at: Path, seconds: float = 5.0) -> bytes | None:
    """What git prints; None where it says no (an unset key, no such commit) or is not installed."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or key in _KEPT}
    try:
        done = subprocess.run(
            ["git", *_SAFE, *args],
            cwd=at,
            env=inherited | _QUIET,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise GitFailed(f"git {args[0]} gave no answer in {seconds:g} s") from late
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def find_checkout(path: str | os.PathLike[str]) -> Checkout:
    """The nearest repository containing the path, else the nearest folder with our settings, else the folder."""
    real = Path(os.path.realpath(path))
    here = real if real.is_dir() else real.parent
    for folder in (here, *here.parents):
        if git_dir := _git_dir(folder / ".git"):
            return Checkout(folder, git_dir, _common_dir(git_dir))
    return Checkout(next((folder for folder in (here, *here.parents) if (folder / CONFIG).is_file()), here))


def head(checkout: Checkout) -> Head:
    """What is checked out."""
    if checkout.git_dir is None or checkout.common_dir is None:
        return Head(None, None)
    path = checkout.git_dir / "HEAD"
    text = None if path.is_symlink() else _first_line(path)
    if text and _is_commit(text):
        return Head(None, text)
    if text and text.startswith("ref:") and (ref := text[4:].strip()) != "refs/heads/.invalid":  # else: reftable
        commit = _commit(checkout.common_dir, ref)
        if commit is None or _is_commit(commit):
            return Head(ref.removeprefix("refs/heads/"), commit)
    return _ask_head(checkout.root)


def standing(checkout: Checkout) -> Head:
    """What a person would call checked out: during a rebase HEAD is detached, but the work is on its branch."""
    found = head(checkout)
    if found.branch or checkout.git_dir is None:
        return found
    names = (_first_line(checkout.git_dir / state / "head-name") for state in ("rebase-merge", "rebase-apply"))
    branch = next((name for name in names if name and name.startswith("refs/heads/")), None)
    return Head(branch.removeprefix("refs/heads/") if branch else None, found.commit)


def exclude_files(checkout: Checkout) -> list[Path]:
    """Ignore files outside the work tree, strongest first: the repository's own, then the user's."""
    answer = ask("config", "--type=path", "--get", "core.excludesFile", at=checkout.root)
    default = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config", "git", "ignore")
    users = Path(os.fsdecode(answer.removesuffix(b"\n"))) if answer is not None else default
    own = [checkout.common_dir / "info" / "exclude"] if checkout.common_dir else []
    return [*own, checkout.root / users]


def folds_case(checkout: Checkout) -> bool:
    """Whether the repository lies on a file system where `A` and `a` are one file."""
    return ask("config", "--type=bool", "--get", "core.ignoreCase", at=checkout.root) == b"true\n"


def _git_dir(dot_git: Path) -> Path | None:
    """The git directory behind a `.git`: itself, or where the file points in worktrees and submodules."""
    pointed = _first_line(dot_git) if dot_git.is_file() else None
    if pointed and pointed.startswith("gitdir:"):
        dot_git = Path(os.path.realpath(dot_git.parent / pointed[7:].strip()))
    has_head = os.path.lexists(dot_git / "HEAD")
    return dot_git if has_head and (_common_dir(dot_git) / "objects").is_dir() else None


def _common_dir(git_dir: Path) -> Path:
    common = _first_line(git_dir / "commondir")
    return Path(os.path.realpath(git_dir / common)) if common else git_dir


def _commit(common_dir: Path, ref: str) -> str | None:
    """What a branch points to: its own file wins over the packed list. None: no commit yet."""
    if loose := _first_line(common_dir / ref):
        return loose
    try:
        packed = (common_dir / "packed-refs").read_bytes()
    except OSError:
        return None
    found = re.search(rb"^([0-9a-f]{40,64}) " + re.escape(ref.encode()) + rb"$", packed, re.MULTILINE)
    return found.group(1).decode() if found else None


def _ask_head(root: Path) -> Head:
    branch = ask("symbolic-ref", "-q", "--short", "HEAD", at=root)
    commit = ask("rev-parse", "-q", "--verify", "HEAD^{commit}", at=root)
    return Head(*(answer.decode(errors="replace").strip() if answer else None for answer in (branch, commit)))


def _first_line(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return file.readline(4096).decode(errors="replace").strip()
    except (OSError, ValueError):
        return None
