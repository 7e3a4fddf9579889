"""Whatever people write into .gitignore files, we read it as git does."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from forethought.code.ignore import Ignore

ENV = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/nowhere"}


def git(root: Path, *args: str, stdin: bytes = b"") -> bytes:
    done = subprocess.run(["git", *args], cwd=root, env=ENV, input=stdin, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def build(root: Path, files: set[str], ignore_files: dict[str, bytes]) -> None:
    git(root, "init", "-q")
    for file in sorted(files, key=len):
        path = root / file
        if path.is_dir() or any(parent.is_file() for parent in path.parents):
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    for folder, text in ignore_files.items():
        if (root / folder).is_dir():
            (root / folder / ".gitignore").write_bytes(text)


def everything_below(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if ".git" not in path.relative_to(root).parts)


def ignored_by_git(root: Path, paths: list[str]) -> set[str]:
    asked = b"\0".join(map(os.fsencode, paths))
    answer = git(root, "check-ignore", "--no-index", "-z", "--stdin", stdin=asked)
    return {os.fsdecode(path) for path in answer.split(b"\0") if path}


def agrees(files: set[str], ignore_files: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name).resolve()
        build(root, files, ignore_files)
        paths = everything_below(root)
        ignore = Ignore(root)
        assert {path for path in paths if ignore.ignored(path)} == ignored_by_git(root, paths)


names = st.text("abAé.- ![]*\\#", min_size=1, max_size=3).filter(
    lambda name: name not in (".", "..") and name.strip(".")
)
files = st.sets(st.lists(names, min_size=1, max_size=4).map("/".join), min_size=1, max_size=12)
pieces = st.sampled_from(
    ["a", "b", "A", "ab", "é", ".", " ", "-", "!", "#", "*", "**", "?", "/", "/", "**/", "/**", "/**/", "[ab]", "[!a]"]
    + [
        "[^b]",
        "[a-b]",
        "[]]",
        "[!]a]",
        "[[:alpha:]]",
        "[[:nope:]]",
        "[",
        "]",
        "[a",
        "\\",
        "\\*",
        "\\ ",
        "\\!",
        "[a\\]]",
    ]
    + ["[--a]", "[b-a]", "[a-]", "[[:]", "[/a]", "\\/", "\\[", "\\\\", "\t", "\r"]
)
lines = st.builds(
    lambda negated, body: negated + "".join(body), st.sampled_from(["", "", "", "!"]), st.lists(pieces, max_size=5)
)
texts = st.lists(lines, max_size=6).map(lambda body: "\n".join(body).encode())
trees = files.flatmap(
    lambda found: st.tuples(
        st.just(found),
        st.dictionaries(st.sampled_from(sorted({str(Path(file).parent) for file in found} | {"."})), texts, max_size=3),
    )
)


@settings(
    max_examples=int(os.environ.get("IGNORE_EXAMPLES", "150")), deadline=None, suppress_health_check=list(HealthCheck)
)
@given(trees)
@example(({"a/b"}, {".": b"*\n!a/"}))
@example(({"foo/x/bar", "foobar", "foox/bar"}, {".": b"foo**/bar"}))
def test_every_path_of_a_random_tree_gets_the_verdict_of_git(tree: tuple[set[str], dict[str, bytes]]) -> None:
    found, ignore_files = tree
    agrees({file for file in found}, ignore_files)
