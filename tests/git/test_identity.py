"""One project, one id: across worktrees, clones and spellings of an address; never one id for two projects."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from forethought.episodes.git import find_checkout
from forethought.episodes.identity import ProjectId, normalised_origin, project_id

HOME = Path("/home/ada/project")


def identity(root: Path) -> ProjectId:
    return project_id(find_checkout(root))


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/pallets/flask",
        "https://github.com/pallets/flask.git",
        "https://github.com/pallets/flask/",
        "https://github.com/pallets/flask.git/",
        "https://GitHub.com/pallets/flask",
        "https://github.com:443/pallets/flask",
        "https://ada:hunter2@github.com/pallets/flask",
        "https://token@github.com/pallets//flask",
        "https://github.com/pallets/flask?token=hunter2#x",
        "http://github.com:80/pallets/flask",
        "git://github.com:9418/pallets/flask.git",
        "ssh://git@github.com/pallets/flask",
        "ssh://git@github.com:22/pallets/flask.git",
        "git+ssh://git@github.com/pallets/flask.git",
        "git@github.com:pallets/flask.git",
        "github.com:/pallets/flask",
        "  git@github.com:pallets/flask \n",
    ],
)
def test_all_spellings_of_an_address_are_one(url: str) -> None:
    assert normalised_origin(url, HOME) == "github.com/pallets/flask"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("ssh://git@example.org:2222/a/b.git", "example.org:2222/a/b"),
        ("https://example.org:8443/a/b", "example.org:8443/a/b"),
        ("https://[::1]:443/a/b", "::1/a/b"),
        ("https://example.org/My%20Team/b", "example.org/My Team/b"),
        ("/srv/git/b.git", "/srv/git/b"),
        ("file:///srv/git/b.git/", "/srv/git/b"),
        ("../b/.git", "/home/ada/b"),
        ("./with:colon", "/home/ada/project/with:colon"),
        ("https://example.org:port/a", None),
        ("", None),
    ],
)
def test_what_differs_stays_apart(url: str, expected: str | None) -> None:
    assert normalised_origin(url, HOME) == expected


def test_the_settings_come_first(repository: Any) -> None:
    repository.git("remote", "add", "origin", "git@example.org:team/name.git")
    (repository.root / ".forethought.toml").write_text('[project]\nid = "Our Shop"\n')
    found = identity(repository.root)
    assert found.origin == "settings"
    assert re.fullmatch("our-shop-[0-9a-f]{12}", found.id)


def test_then_the_origin_so_two_clones_are_one_project(new_repository: Any) -> None:
    here, there = new_repository("here"), new_repository("there")
    here.git("remote", "add", "origin", "git@example.org:team/Name.git")
    there.git("remote", "add", "origin", "https://ada:hunter2@example.org/team/Name")
    assert identity(here.root) == identity(there.root)
    assert identity(here.root).origin == "origin"
    assert re.fullmatch("name-[0-9a-f]{12}", identity(here.root).id)


def test_then_the_root_commit_so_a_renamed_folder_stays_the_project(repository: Any) -> None:
    before = identity(repository.root)
    moved = repository.root.rename(repository.root.parent / "renamed")
    assert identity(moved) == before
    assert before.origin == "root commit"


def test_of_several_root_commits_the_oldest_counts_whatever_is_checked_out(
    repository: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = identity(repository.root)
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2090-01-01T00:00:00Z")
    repository.git("checkout", "-q", "--orphan", "pages")
    repository.commit("page")
    assert identity(repository.root) == before


def test_then_the_folder(tmp_path: Path, new_repository: Any) -> None:
    young = new_repository("Young one")
    assert identity(young.root).origin == identity(tmp_path).origin == "folder"
    assert re.fullmatch("young-one-[0-9a-f]{12}", identity(young.root).id)
    assert identity(young.root).id != identity(tmp_path).id


@pytest.mark.parametrize("origin", [None, "../relative/origin"])
def test_worktrees_are_one_project(repository: Any, origin: str | None) -> None:
    if origin:
        repository.git("remote", "add", "origin", origin)
    other = repository.root.parent / "elsewhere" / "other"
    repository.git("worktree", "add", "-q", str(other))
    assert identity(other) == identity(repository.root)


def test_two_projects_never_share_an_id(new_repository: Any) -> None:
    """The same words mean different things as an id in the settings and as an address."""
    one, two, three = (new_repository(name) for name in ("one", "two", "three"))
    (one.root / ".forethought.toml").write_text('project.id = "example.org/a"')
    two.git("remote", "add", "origin", "https://example.org/a")
    three.git("remote", "add", "origin", "https://example.org/b/a")
    assert len({identity(each.root).id for each in (one, two, three)}) == 3


@pytest.mark.parametrize(
    "text",
    ["[project\n", "project.id = 7", "project.id = ''", f"project.id = '{'x' * 201}'", b"\xff"],
)
def test_bad_settings_give_a_message_and_the_next_rule(repository: Any, text: str | bytes) -> None:
    expected = identity(repository.root)
    settings = repository.root / ".forethought.toml"
    settings.write_bytes(text if isinstance(text, bytes) else text.encode())
    found = identity(repository.root)
    assert found[:2] == expected[:2]
    assert found.problem
    assert ".forethought.toml" in found.problem


def test_other_settings_are_no_problem(repository: Any) -> None:
    (repository.root / ".forethought.toml").write_text("lens = 'off'\nproject = 'x'\n")
    assert identity(repository.root).problem is None


def test_no_credential_reaches_the_id(repository: Any) -> None:
    repository.git("remote", "add", "origin", "https://ada:hunter2@example.org")
    assert identity(repository.root).id.startswith("example-org-")


def test_an_id_is_a_safe_and_short_folder_name(repository: Any) -> None:
    settings = repository.root / ".forethought.toml"
    for words in ("../../etc", "Ünï·cödé", "x" * 200, "名前", "a b/c"):
        settings.write_text(f'project.id = "{words}"')
        assert re.fullmatch("[a-z0-9][a-z0-9-]{0,39}-[0-9a-f]{12}", identity(repository.root).id)
