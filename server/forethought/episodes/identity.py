"""Which project a checkout belongs to (SPEC §1), as an id that is safe as a folder's name."""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from forethought.episodes.git import CONFIG, Checkout, ask

_DEFAULT_PORTS = {"ssh": 22, "https": 443, "http": 80, "git": 9418}
_ROOT_COMMIT_SECONDS = 30.0  # a walk of all history; only where there is no origin


class ProjectId(NamedTuple):
    id: str
    origin: str  # what it was taken from: settings, origin, root commit, folder
    problem: str | None = None  # for the user: the settings could not be read


def project_id(checkout: Checkout) -> ProjectId:
    """The same for every worktree, and for every clone of one origin."""
    given, problem = _given_id(checkout.root / CONFIG)
    home = _home(checkout)
    if given:
        return ProjectId(_id("settings", given, given), "settings", problem)
    if checkout.git_dir:
        urls = ask("config", "--get-all", "remote.origin.url", at=checkout.root)
        if urls and (origin := normalised_origin(urls.decode(errors="replace").splitlines()[0], home)):
            return ProjectId(_id("origin", origin, origin.rpartition("/")[2]), "origin", problem)
        if commit := _root_commit(checkout):
            # Not the folder's name: the id stays when the folder is renamed.
            return ProjectId(_id("root commit", commit, "repository"), "root commit", problem)
    return ProjectId(_id("folder", str(home), home.name), "folder", problem)


def normalised_origin(url: str, home: Path) -> str | None:
    """One spelling for all addresses of a repository, without user, password or token.

    `home` is where a relative path starts. None: no address at all.
    """
    url = url.strip()
    if "://" not in url:
        host, colon, path = url.partition(":")
        if colon and "/" not in host:  # git's own rule: a slash before the colon makes it a path
            return _address(host.rpartition("@")[2].strip("[]"), None, path)
        return _bare(os.path.realpath(home / url)) if url else None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme == "file":
        return _bare(os.path.realpath(unquote(parts.path)))
    default = _DEFAULT_PORTS.get(parts.scheme.removeprefix("git+").removesuffix("+git"))
    return _address(parts.hostname or "", None if port == default else port, unquote(parts.path))


def _address(host: str, port: int | None, path: str) -> str | None:
    where = host.lower().rstrip(".") + (f":{port}" if port else "")
    return f"{where}/{_bare(path).lstrip('/')}".strip("/") or None


def _bare(path: str) -> str:
    tidy = re.sub("/+", "/", path).rstrip("/")
    return tidy.removesuffix("/.git").removesuffix(".git").rstrip("/")


def _given_id(settings: Path) -> tuple[str | None, str | None]:
    """`project.id` of the settings file, and what is wrong with the file."""
    try:
        read = tomllib.loads(settings.read_text("utf-8"))
    except FileNotFoundError:
        return None, None
    except (OSError, ValueError) as error:
        return None, f"{settings.name} could not be read: {error}"
    project = read.get("project", {})
    given = project.get("id") if isinstance(project, dict) else None
    if given is None:
        return None, None
    if not isinstance(given, str) or not given.strip() or len(given) > 200:
        return None, f"{settings.name}: project.id must be a text of 1 to 200 characters"
    return given.strip(), None


def _root_commit(checkout: Checkout) -> str | None:
    """The oldest commit without parents, whatever is checked out."""
    answer = ask(
        *("rev-list", "--timestamp", "--max-parents=0", "--all"), at=checkout.root, seconds=_ROOT_COMMIT_SECONDS
    )
    roots = [line.split() for line in (answer or b"").decode().splitlines()]
    return min(((int(when), commit) for when, commit in roots), default=(0, None))[1]


def _home(checkout: Checkout) -> Path:
    """The folder that stands for all worktrees of a repository."""
    if checkout.common_dir is None:
        return checkout.root
    return checkout.common_dir.parent if checkout.common_dir.name == ".git" else checkout.common_dir


def _id(kind: str, value: str, words: str) -> str:
    slug = re.sub("[^a-z0-9]+", "-", words.lower()).strip("-")[:40].strip("-") or "project"
    fingerprint = hashlib.sha256(os.fsencode(f"{kind}\0{value}")).hexdigest()
    return f"{slug}-{fingerprint[:12]}"
