"""Every file is either read or named with the reason why not; nothing blocks, nothing is opened that is no file."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from forethought.code import scan
from forethought.code.languages import LANGUAGES
from forethought.code.scan import LARGEST, Seen, look
from forethought.code.worker import facts_of
from index.followed import Followed, functions

Follow = Callable[[], Followed]


async def test_what_is_not_read_is_named_with_its_reason(root: Path, follow: Follow) -> None:
    (root / "good.py").write_text(functions("a"))
    (root / "script").write_text("#!/usr/bin/env python3\n" + functions("b"))
    (root / "picture.py").write_bytes(b"x = 1\n\0\0")
    (root / "bundle.js").write_text("var a=1;" * 2000)
    (root / "huge.js").write_text("var a=1;" * (5 * LARGEST // 8))
    (root / "notes.txt").write_text("no code")
    (root / "LICENSE").write_text("no code either")
    (root / "node_modules").mkdir()
    (root / "node_modules/left.js").write_text("function left() {}")
    (root / ".gitignore").write_text("secret.py\n")
    (root / "secret.py").write_text("")
    (root / "link.py").symlink_to("good.py")
    async with follow() as followed:
        await followed.complete()
        assert sorted(followed.heard) == ["good.py", "script"]
        skipped = followed.index.skipped()
    assert dict(skipped.files) == {
        ".git/": "git",
        "picture.py": "binary",
        "bundle.js": "minified",
        "huge.js": "larger than 1 MB",
        "node_modules/": "vendored",
        "secret.py": "gitignore",
        "link.py": "symlink",
        ".gitignore": "no known language",
        "notes.txt": "no known language",
        "LICENSE": "no known language",
    }
    assert skipped.counts["no known language"] == 3


async def test_the_list_of_skipped_files_is_bounded_and_counts_all(root: Path, follow: Follow) -> None:
    for number in range(300):
        (root / f"{number}.txt").write_text("")
    (root / "z.py").write_bytes(b"\0")
    async with follow() as followed:
        await followed.complete()
        skipped = followed.index.skipped()
    assert len(skipped.files) == 200
    assert ("z.py", "binary") in skipped.files
    assert skipped.counts["no known language"] == 300


async def test_fifos_sockets_and_loops_of_links_neither_block_nor_are_opened(root: Path, follow: Follow) -> None:
    os.mkfifo(root / "pipe.py")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(root / "socket.py"))
    (root / "folder").mkdir()
    (root / "folder/self").symlink_to("..")
    (root / "one").symlink_to("two")
    (root / "two").symlink_to("one")
    (root / "folder/a.py").write_text(functions("a"))
    async with follow() as followed:
        await followed.complete()
        assert list(followed.heard) == ["folder/a.py"]
        reasons = dict(followed.index.skipped().files)
    assert reasons["pipe.py"] == reasons["socket.py"] == "special"
    assert reasons["folder/self"] == reasons["one"] == "symlink"


def test_a_fifo_put_in_place_of_a_file_is_not_waited_for(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "a.py").write_text("")
    real = os.open

    def swapped(path: str, *arguments: Any) -> int:
        os.unlink(path)
        os.mkfifo(path)
        return real(path, *arguments)

    monkeypatch.setattr(scan.os, "open", swapped)
    assert look(f"{root}/", "a.py") == (Seen(reason="unreadable"), None)


def test_a_file_deleted_before_it_is_read_is_gone(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "a.py").write_text("")
    real = os.open

    def deleted(path: str, *arguments: Any) -> int:
        os.unlink(path)
        return real(path, *arguments)

    monkeypatch.setattr(scan.os, "open", deleted)
    assert look(f"{root}/", "a.py") == (None, None)


async def test_an_unreadable_file_or_folder_is_named(
    root: Path, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulated, as permissions do not hold for root."""
    (root / "closed.py").write_text("")
    (root / "locked").mkdir()
    (root / "locked/a.py").write_text("")
    real_open, real_scandir = os.open, os.scandir

    def refuse(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *arguments: Any, **options: Any) -> Any:
            if str(path).rstrip("/").endswith(("closed.py", "locked")):
                raise PermissionError(13, "Permission denied")
            return real(path, *arguments, **options)

        return call

    monkeypatch.setattr(os, "open", refuse(real_open))
    monkeypatch.setattr(os, "scandir", refuse(real_scandir))
    async with follow() as followed:
        await followed.complete()
        reasons = dict(followed.index.skipped().files)
    assert reasons["closed.py"] == reasons["locked/"] == "unreadable"


async def test_a_name_that_is_not_utf_8_is_named(root: Path, follow: Follow) -> None:
    Path(os.fsdecode(os.fsencode(root) + b"/\xff.py")).write_text("")
    async with follow() as followed:
        await followed.complete()
        assert followed.index.skipped().counts["name is not UTF-8"] == 1


def test_invalid_utf_8_is_parsed_and_told() -> None:
    facts = facts_of(b"def a():\n    return '\xff'\n", LANGUAGES["python"])
    assert [each.name for each in facts.definitions] == ["", "a"]
    assert facts.problems == ("line 2: not UTF-8",)


def test_a_file_changed_just_now_is_not_trusted_by_its_stamp(root: Path) -> None:
    """Its time may not move when it changes again within the same tick of the clock."""
    path = root / "a.py"
    path.write_text("a = 1")
    fresh, _ = look(f"{root}/", "a.py")
    assert fresh and fresh.stamp is None


def test_the_same_stamp_means_no_second_reading(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "_RECENT", -(10**12))
    (root / "a.py").write_text("a = 1")
    known, source = look(f"{root}/", "a.py")
    assert source
    assert look(f"{root}/", "a.py", known) == (known, None)
    os.utime(root / "a.py", ns=(0, 0))
    assert look(f"{root}/", "a.py", known)[1] == source


def test_a_change_that_keeps_size_and_time_is_seen(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "_RECENT", -(10**12))
    path = root / "a.py"
    path.write_text("a = 1")
    times = path.stat()
    known, _ = look(f"{root}/", "a.py")
    while path.stat().st_ctime_ns == times.st_ctime_ns:
        path.write_text("b = 2")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert path.stat().st_mtime_ns == times.st_mtime_ns
    seen, _ = look(f"{root}/", "a.py", known)
    assert known and seen and seen.key != known.key


@pytest.mark.parametrize("language", ["python", "typescript", "go", "rust", "java", "cpp", "bash"])
def test_every_prefix_of_a_source_is_read(language: str) -> None:
    text = b'class A { func f(a: (b[c({d})])) { if (x) { return "\\"${y}" + 1 } } }\n#<<EOF\n/* */ def g(*a): pass\n'
    for end in range(len(text)):
        assert facts_of(text[:end], LANGUAGES[language]).definitions


@pytest.mark.parametrize("language", ["python", "typescript", "go", "rust", "java", "c", "php", "lua"])
@pytest.mark.parametrize("opening", [b"(", b"[", b"{", b"if (a) { ", b"f(function() { "])
def test_deep_nesting_is_survived(language: str, opening: bytes) -> None:
    assert facts_of(opening * 2000, LANGUAGES[language]).definitions
