"""What is neither recorded nor indexed, what is only not indexed, and how fast that is known."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from forethought.code.ignore import Ignore
from forethought.code.secret_files import bears_secrets
from forethought.episodes.git import exclude_files, find_checkout, folds_case

Plant = Callable[[dict[str, str]], Path]


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """A folder holding these files."""

    def make(files: dict[str, str]) -> Path:
        root = tmp_path.resolve() / "root"
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return root

    return make


def test_each_reason_has_its_word(plant: Plant) -> None:
    root = plant({".gitignore": "*.log\n", ".forethoughtignore": "drafts/\n", "src/.secretsignore": "prod.*\n"})
    ignore = Ignore(root)
    assert ignore.ignored("run.log") == "gitignore"
    assert ignore.ignored("drafts/plan.md") == "forethoughtignore"
    assert ignore.ignored("src/prod.json") == "secretsignore"
    assert ignore.ignored("src/.env.local") == "secret file"
    assert ignore.ignored(".git/config") == "git"
    assert ignore.ignored("../elsewhere.py") == "outside"
    assert ignore.ignored("/etc/passwd") == "outside"
    assert ignore.ignored(root / "src" / "a.py") is None
    assert ignore.ignored("prod.json") is None
    assert ignore.ignored("") is None


def test_a_sibling_that_only_begins_like_the_root_is_outside(plant: Plant) -> None:
    root = plant({"a": ""})
    assert Ignore(root).ignored(f"{root}-other/a") == "outside"


def test_deeper_files_win_but_nothing_comes_back_from_an_ignored_folder(plant: Plant) -> None:
    root = plant({".gitignore": "*.log\nout/\n", "keep/.gitignore": "!*.log\n", "out/.gitignore": "!*\n"})
    ignore = Ignore(root)
    assert ignore.recordable("keep/run.log")
    assert not ignore.recordable("run.log")
    assert not ignore.recordable("out/kept")


def test_ignore_files_of_different_kinds_do_not_overrule_each_other(plant: Plant) -> None:
    root = plant({".gitignore": "*.log\n", ".forethoughtignore": "!*.log\n!.env\n"})
    assert Ignore(root).ignored("run.log") == "gitignore"
    assert Ignore(root).ignored(".env") == "secret file"


def test_the_excludes_of_repository_and_user_count_less_than_the_files_of_the_tree(
    plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    (tmp_path / "config").write_text(f"[core]\n\texcludesFile = {tmp_path}/mine\n")
    (tmp_path / "mine").write_text("*.swp\n*.bak\n*.tmp\n")
    root = plant({".gitignore": "!wanted.tmp\n"})
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    (root / ".git/info/exclude").write_text("scratch\n!wanted.bak\n")
    checkout = find_checkout(root)
    ignore = Ignore(checkout.root, exclude_files(checkout), folds_case(checkout))
    ignored = {name for name in ("a.swp", "wanted.tmp", "wanted.bak", "scratch") if ignore.ignored(name)}
    assert ignored == {"a.swp", "scratch"}


def test_where_case_does_not_matter_patterns_fold_it(plant: Plant) -> None:
    root = plant({".gitignore": "Build-[a-c]/\n"})
    assert Ignore(root, fold_case=True).ignored("build-B/x") == "gitignore"
    assert Ignore(root).ignored("build-B/x") is None


def test_vendored_folders_are_not_indexed_but_work_in_them_is_recorded(plant: Plant) -> None:
    ignore = Ignore(plant({"envs/mine/pyvenv.cfg": "", "src/a.py": ""}))
    for path in ("build/tool.py", "web/node_modules/x/index.js", "vendor/a/b/c.go", "envs/mine/lib/a.py"):
        assert ignore.recordable(path)
        assert not ignore.indexable(path)
    assert ignore.indexable("src/a.py")
    assert ignore.indexable("src/build")  # a file of that name


def test_a_vendored_folder_can_be_taken_back_in(plant: Plant) -> None:
    ignore = Ignore(plant({".forethoughtignore": "!/build/\n"}))
    assert ignore.indexable("build/tool.py")
    assert not ignore.indexable("src/build/tool.py")


@pytest.mark.parametrize(
    "name",
    [
        ".env",
        ".env.production",
        ".envrc",
        ".ENV",
        "prod.env",
        "id_rsa",
        "id_ed25519.pub",
        "server.pem",
        "tls.KEY",
        "store.p12",
        "a.pfx",
        "app.jks",
        "release.keystore",
        ".netrc",
        ".pgpass",
        ".npmrc",
        ".pypirc",
        "credentials",
        "credentials.json",
        "aws-credentials.yaml",
        "vault.kdbx",
        "secrets.yaml",
        "secrets.json",
        "secret.toml",
        "terraform.tfvars",
        "terraform.tfstate",
        ".ssh",
        ".aws",
        ".git-credentials",
        "client_secret_123.json",
        ".bash_history",
        "kubeconfig",
    ],
)
def test_files_with_secrets_are_known_by_name(name: str) -> None:
    assert bears_secrets(name)


@pytest.mark.parametrize(
    "name",
    [
        "environment.py",
        "env.py",
        "secrets.py",
        "credentials.ts",
        "keys.go",
        "monkey",
        "key.rs",
        "package.json",
        "history.md",
        "pem.c",
        "README.md",
        "config.json",
        "test_env.py",
        "keyboard.key.ts",
    ],
)
def test_code_about_secrets_is_code(name: str) -> None:
    assert not bears_secrets(name)


def test_a_symlink_does_not_disguise_an_ignored_file(plant: Plant, tmp_path: Path) -> None:
    root = plant({".gitignore": "private/\nhidden-link\n", ".env": "", "private/a": "", "a.py": ""})
    (tmp_path / "beyond").write_text("")
    for link, target in {"settings": ".env", "open": "private", "far": "../beyond", "hidden-link": "a.py"}.items():
        (root / link).symlink_to(target)
    ignore = Ignore(root)
    assert ignore.ignored("settings") == "secret file"
    assert ignore.ignored("open/a") == "gitignore"
    assert ignore.ignored("far") == "outside"
    assert ignore.ignored("hidden-link") == "gitignore"


def test_a_root_reached_through_a_symlink_is_the_same_root(plant: Plant, tmp_path: Path) -> None:
    root = plant({"a.py": "", ".gitignore": "*.log"})
    (tmp_path / "alias").symlink_to(root)
    ignore = Ignore(tmp_path / "alias")
    assert ignore.ignored(tmp_path / "alias" / "a.py") is None
    assert ignore.ignored(root / "a.log") == "gitignore"


def test_names_no_file_can_have_are_outside(plant: Plant) -> None:
    ignore = Ignore(plant({"a": ""}))
    assert ignore.ignored("a\0b") == "outside"
    assert ignore.ignored("half \ud83d pair") == "outside"


def test_changed_ignore_files_are_noticed_within_a_second(plant: Plant) -> None:
    root = plant({"a/b/x": "", ".gitignore": ""})
    now = 0.0
    ignore = Ignore(root, [root / "extra"], clock=lambda: now)
    assert ignore.recordable("a/b/x")
    for file, text in {
        "a/.gitignore": "b",
        "extra": "x",
        ".secretsignore": "/a",
        "a/b/.forethoughtignore": "*",
    }.items():
        (root / file).write_text(text)
        now += 1.01
        assert not ignore.recordable("a/b/x"), file
        (root / file).unlink()
        assert not ignore.recordable("a/b/x"), "within the second the files are not looked at again"
        now += 1.01
        assert ignore.recordable("a/b/x"), file


def test_refresh_does_not_wait_for_the_second(plant: Plant) -> None:
    root = plant({"a": ""})
    ignore = Ignore(root, clock=lambda: 0.0)
    assert ignore.recordable("a")
    (root / ".gitignore").write_text("a")
    ignore.refresh()
    assert not ignore.recordable("a")


def test_odd_ignore_files_do_no_harm(plant: Plant) -> None:
    root = plant({"a": "", "folder/.gitignore/x": "", "binary/.gitignore": "", "pipe/x": "", "link/x": ""})
    (root / "binary/.gitignore").write_bytes(bytes(range(256)) * 50)
    os.mkfifo(root / "pipe/.gitignore")
    (root / "link/.gitignore").symlink_to("../rules")  # git reads no .gitignore through a symlink
    (root / "rules").write_text("*")
    ignore = Ignore(root)
    assert [ignore.ignored(f"{folder}/x") for folder in ("folder", "binary", "pipe", "link")] == [None] * 4


def test_the_walk_prunes_and_says_why(plant: Plant) -> None:
    names = [
        "a.py",
        "src/b.py",
        "src/run.log",
        "src/deep/c.py",
        "node_modules/x/index.js",
        "out/x",
        ".env",
        ".git/HEAD",
    ]
    root = plant(dict.fromkeys(names, "") | {".gitignore": "*.log\nout/\n", "private/.secretsignore": "*"})
    (root / "src/loop").symlink_to(root)
    (root / "far").symlink_to("/etc")
    os.mkfifo(root / "src/pipe")
    assert dict(Ignore(root).walk()) == {
        ".env": "secret file",
        ".git/": "git",
        ".gitignore": None,
        "a.py": None,
        "far": "symlink",
        "node_modules/": "vendored",
        "out/": "gitignore",
        "private/.secretsignore": "secretsignore",
        "src/b.py": None,
        "src/deep/c.py": None,
        "src/loop": "symlink",
        "src/pipe": "special",
        "src/run.log": "gitignore",
    }
    assert [path for path, _ in Ignore(root).walk()] == [path for path, _ in Ignore(root).walk()]


def test_the_walk_and_the_question_agree(plant: Plant) -> None:
    root = plant({f"{a}/{b}/{c}": "" for a in "abc" for b in ("a", "build") for c in ("x.py", "y.log", ".env")})
    (root / ".gitignore").write_text("*.log\n/b/*\n!/b/a\n")
    ignore = Ignore(root)
    for path, reason in ignore.walk():
        assert ignore.indexable(path) == (reason is None), path


def test_the_walk_survives_folders_it_may_not_read(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests may run as root, who can read everything: so the system's answer is played."""
    root = plant({"a.py": "", "closed/b.py": "", "open/c.py": ""})
    scandir = os.scandir

    def guarded(path: str) -> object:
        if str(path).rstrip("/").endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    assert list(Ignore(root).walk()) == [("a.py", None), ("closed/", "unreadable"), ("open/c.py", None)]


def test_a_very_deep_path_is_no_trouble(plant: Plant) -> None:
    root = plant({".gitignore": "z"})
    assert Ignore(root).ignored("a/" * 1500 + "z") == "gitignore"


def test_thousands_of_files_are_judged_per_second(plant: Plant) -> None:
    root = plant({})
    root.mkdir()
    for folder in range(70):
        (root / f"package{folder}").mkdir()
        (root / f"package{folder}" / ".gitignore").write_text("*.tmp\n/generated/\n")
        for file in range(100):
            (root / f"package{folder}" / f"module{file}.py").touch()
    (root / ".gitignore").write_text("\n".join(f"*.ext{n}\n/folder{n}/\nname{n}" for n in range(40)))
    began = time.process_time()
    paths = [path for path, reason in Ignore(root).walk() if reason is None]
    assert len(paths) == 7_071
    assert time.process_time() - began < 0.5
