"""Whatever people write into .gitignore files, we read it as git does."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from forethought.code.ignore import Ignore

ENV = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/nowhere"}
Tree = tuple[set[str], dict[str, bytes]]  # files, and the text of .gitignore by folder


def git(root: Path, *args: str, stdin: bytes = b"") -> bytes:
    done = subprocess.run(["git", *args], cwd=root, env=ENV, input=stdin, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("repository").resolve()
    git(root, "init", "-q")
    return root


def plant(root: Path, tree: Tree) -> list[str]:
    """Make the repository hold exactly this tree; the paths that are in it, folders as well."""
    files, ignore_files = tree
    for old in root.iterdir():
        if old.is_dir() and old.name != ".git":
            shutil.rmtree(old)
        elif old.is_file():
            old.unlink()
    for file in sorted(files):
        path = root / file
        if not path.exists() and not any(parent.is_file() for parent in path.parents):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
    for folder, text in ignore_files.items():
        if (root / folder).is_dir():
            (root / folder / ".gitignore").write_bytes(text)
    found = (path.relative_to(root) for path in root.rglob("*"))
    return sorted(str(path) for path in found if path.parts[0] != ".git")


def ignored_by_git(root: Path, paths: list[str]) -> set[str]:
    asked = b"\0".join(map(os.fsencode, paths))
    answer = git(root, "check-ignore", "--no-index", "-z", "--stdin", stdin=asked)
    return {os.fsdecode(path) for path in answer.split(b"\0") if path}


NAMES = [
    "a",
    "b",
    "ab",
    "ba",
    "A",
    "é",
    "a.b",
    "a b",
    " a",
    "a ",
    "[a]",
    "!a",
    "#a",
    "a\\",
    "*",
    "a-b",
    "aab",
    "]",
    "-",
]
PIECES = (
    *("a", "a", "b", "b", "A", "é", ".", " ", "-", "!", "#", "*", "*", "*", "**", "**", "?", "?", "/", "/", "/", "/"),
    *("**/", "/**", "/**/", "[ab]", "[!a]", "[^b]", "[a-b]", "[]]", "[!]a]", "[[:alpha:]]", "[[:nope:]]", "[", "]"),
    *("[a", "\\", "\\*", "\\ ", "\\!", "[a\\]]", "[--a]", "[b-a]", "[a-]", "[[:]", "[/a]", "\\/", "\\[", "\\\\"),
    *("\t", "\r", "[\\a-b]", "[a-\\b]", "[[:space:][:upper:]]", "[[:", "\\a"),
)
names = st.sampled_from(NAMES)
files = st.sets(st.lists(names, min_size=1, max_size=4).map("/".join), min_size=10, max_size=30)
pattern = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join)
path_like = st.lists(names | st.sampled_from(["*", "**", "a*", "*b", "?", "*a*b"]), min_size=1, max_size=3).map(
    "/".join
)
line = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/"]),
    pattern | path_like,
    st.sampled_from(["", "", "/", " "]),
)
texts = st.lists(line, min_size=1, max_size=6).map(lambda lines: "\n".join(lines).encode())


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    found = draw(files)
    folders = sorted({str(parent) for file in found for parent in Path(file).parents})
    nested = draw(st.dictionaries(st.sampled_from(folders), texts, max_size=3))
    return found, {".": draw(texts)} | nested


@settings(
    max_examples=int(os.environ.get("IGNORE_EXAMPLES", "200")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(tree=trees())
@example(tree=({"a/b"}, {".": b"*\n!a/"}))
@example(tree=({"foo/x/bar", "foobar", "foox/bar"}, {".": b"foo**/bar"}))
@example(tree=({"a/b/c"}, {".": b"/*\n!/a", "a": b"b\n", "a/b": b"!c"}))
@example(tree=({"a", "b/a"}, {".": b"\xef\xbb\xbf/a\r\n", "b": b"a \\ \n"}))
@example(tree=({"a" * 200 + "/" + "a" * 200}, {".": b"*a*a*a*a*a*a*a*a*b\n" + b"**/*a/" * 9 + b"*b"}))
def test_every_path_of_a_tree_gets_the_verdict_of_git(repository: Path, tree: Tree) -> None:
    paths = plant(repository, tree)
    ignore = Ignore(repository)
    assert {path for path in paths if ignore.ignored(path)} == ignored_by_git(repository, paths)
