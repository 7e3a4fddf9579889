"""What becomes of the editor's notifications: events for the engine, in order and gathered."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import psutil
import pytest

from forethought.code.text import Text
from forethought.events import Change
from forethought.lsp.documents import path_of
from lsp.fake_editor import Editor, edit


async def events(editor: Editor) -> list[dict[str, Any]]:
    return (await editor.command("history.search", text="events"))["events"]


async def test_edits_become_few_events_in_the_order_of_all_that_happened(editor_with: Any, file: Path):
    other = file.with_name("other.py")
    async with editor_with() as editor:
        editor.open(file, "a\n")
        for _ in range(30):
            editor.insert(file, 0, 0, "x")
        editor.save(file)
        editor.open(other, "b\n")
        editor.insert(other, 0, 1, "y")
        editor.insert(file, 0, 0, "z")
        editor.notify("forethought/focus", {"uri": other.as_uri(), "range": None})
        editor.close(file)
        seen = await events(editor)
        assert sum(len(one["changes"]) for one in seen if one["event"] == "edited") == 32
        order = [(one["event"], Path(one["path"]).name) for one in seen]
        # The thirty keys are one event or, on a slow day, a few.
        while order[1:3] == [("edited", "login.py")] * 2:
            del order[1]
        assert order == [
            ("opened", "login.py"), ("edited", "login.py"), ("saved", "login.py"), ("opened", "other.py"),
            ("edited", "other.py"), ("edited", "login.py"), ("focused", "other.py"), ("closed", "login.py"),
        ]  # fmt: skip


async def test_a_branch_told_by_the_editor_reaches_the_engine_by_path_or_uri(editor_with: Any, tmp_path: Path):
    async with editor_with() as editor:
        for root in (str(tmp_path), tmp_path.as_uri()):
            editor.notify("forethought/branch", {"root": root, "branch": None, "head": "abc"})
        editor.notify("forethought/branch", {"root": "relative", "branch": "main", "head": "abc"})
        editor.notify("forethought/branch", {"branch": "main"})
        root = os.path.realpath(tmp_path)
        told = {"event": "branchseen", "root": root, "branch": None, "head": "abc", "cause": "editor"}
        assert await events(editor) == [told, told]


async def test_what_is_not_open_or_not_a_file_is_not_followed(editor_with: Any, file: Path):
    async with editor_with() as editor:
        editor.insert(file, 0, 0, "x")
        editor.save(file)
        editor.close(file)
        for uri in ("untitled:Untitled-1", "git:/a.py?ref", "file://host/a.py", "file:///a%00b", "http://[", ""):
            editor.open(uri, "text")
            editor.change(uri, edit(0, 0, 0, 0, "x"))
            assert await editor.hover(uri, 0) is None
        editor.notify("forethought/focus", {"uri": "untitled:1", "range": None})
        editor.notify("forethought/diagnostics", {"uri": file.as_uri(), "items": [{}]})
        editor.notify("forethought/terminalError", {"message": "boom", "cwd": "/"})
        assert await events(editor) == []


async def test_a_lone_surrogate_an_emoji_and_a_form_feed_arrive_as_sent(editor_with: Any, file: Path):
    async with editor_with() as editor:
        editor.open(file, "a\f\ud83d😀\r\nb")
        editor.change(file, edit(0, 3, 0, 5, "\ude00"))
        answer = await editor.command("history.search", text="documents")
        assert answer["documents"] == {str(file): "a\f😀\r\nb"}


async def test_an_edit_too_large_to_read_ends_following_instead_of_following_wrongly(editor_with: Any, file: Path):
    async with editor_with() as editor:
        editor.open(file, "a")
        refusal = editor.expect(None)
        editor.insert(file, 0, 0, "x" * (64 * 2**20))
        with pytest.raises(Exception, match="over the limit"):
            await refusal
        assert "reopen" in (await editor.heard("window/showMessage"))["message"]
        editor.insert(file, 0, 0, "y")
        assert [one["event"] for one in await events(editor)] == ["opened", "closed"]


async def test_ten_thousand_edits_are_all_applied_and_leave_no_memory_behind(editor_with: Any, file: Path):
    line = "    return value\n"
    async with editor_with("forgetful") as editor:
        editor.open(file, line * 2000)
        before = Text(line * 2000)
        await editor.command("status")
        memory = psutil.Process(editor.process.pid).memory_info
        rss = memory().rss
        for number in range(10_000):
            place = (number * 7 % 2000, 4 + number % 5)
            before.apply(Change(*place, *place, "x"))
            editor.insert(file, *place, "x")
        counts = (await editor.command("status"))["counts"]
        assert memory().rss - rss < 5 * 2**20
        assert counts["changes"] == 10_000 and counts["edited"] < 1_000
        documents = (await editor.command("history.search", text="documents"))["documents"]
        assert documents[str(file)] == before.text()


def test_a_file_uri_is_its_decoded_path_with_the_folder_resolved(tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    real = os.path.realpath(tmp_path / "real")
    assert path_of((tmp_path / "link" / "a b é#.py").as_uri()) == f"{real}/a b é#.py"
    assert path_of("file:///a/../b/./c.py") == "/b/c.py"
    assert path_of("file://localhost/b/c%2Bd.py") == "/b/c+d.py"
    assert path_of("FILE:///b") == "/b"
    assert path_of("file:relative") is None
