"""What a person sees: hover, lenses, messages, and the settings of them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from forethought import settings
from forethought.lsp import render

WORK = {"edits": 6, "sessions": 3, "ago": "2 d ago", "branch": "feature/x", "partners": ["tests/test_login.py"]}


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        ({}, None),
        ({"symbol": None, "edits": 0, "file": {}}, None),
        (
            {"symbol": "login", **WORK},
            "edited 2 d ago on `feature/x` · 6 edits in 3 sessions · usually with `tests/test_login.py`",
        ),
        (
            {"symbol": "f", "edits": 1, "sessions": 1, "ago": "1 h ago", "branch": None, "partners": []},
            "edited 1 h ago · 1 edit in 1 session",
        ),
        (
            {"symbol": "f", "edits": 2, "sessions": 1, "ago": "1 h ago", "file": {**WORK, "partners": []}},
            "edited 1 h ago · 2 edits in 1 session\n\nthis file: edited 2 d ago on `feature/x` · 6 edits in 3 sessions",
        ),
        (
            {"symbol": None, "edits": 0, "file": {**WORK, "partners": []}},
            "edited 2 d ago on `feature/x` · 6 edits in 3 sessions",
        ),
        (
            {"symbol": "f", "edits": 0, "file": {**WORK, "partners": []}},
            "this file: edited 2 d ago on `feature/x` · 6 edits in 3 sessions",
        ),
        (
            {"symbol": "f", "edits": 1, "sessions": 1, "ago": "now", "branch": "a`b\n# big"},
            "edited now on `` a`b # big `` · 1 edit in 1 session",
        ),
    ],
)
def test_hover_is_short_and_null_where_there_is_nothing_to_say(hint: dict[str, Any], text: str | None):
    assert render.hover(hint) == text


def test_a_lens_title_names_the_partner_by_its_file_name():
    assert render.lens(WORK) == "edited 2 d ago · 6 edits · with test_login.py"
    assert render.lens({**WORK, "partners": [], "edits": 1}) == "edited 2 d ago · 1 edit"
    assert render.lens({"edits": 0}) is None


async def test_a_hover_shows_the_engines_hint_and_null_where_it_has_none(editor_with: Any, file: Path):
    async with editor_with() as editor:
        editor.open(file, "def login(): ...\n" * 200)
        await editor.command("status")
        assert "6 edits in 3 sessions" in await editor.hover(file, 0)
        assert await editor.hover(file, 150) is None


async def test_a_lens_has_no_command_until_it_is_resolved(editor_with: Any, file: Path):
    async with editor_with() as editor:
        editor.open(file, "def login(): ...\n")
        await editor.command("status")
        found = await editor.request("textDocument/codeLens", {"textDocument": {"uri": file.as_uri()}})
        assert [("command" in lens, lens["range"]["start"]["line"]) for lens in found] == [(False, 0), (False, 4)]
        top, symbol = await editor.lenses(file)
        assert top["command"]["title"] == "edited 2 d ago · 6 edits"
        assert symbol["command"]["title"] == "edited 2 d ago · 6 edits · with test_login.py"
        assert symbol["command"]["command"] == "forethought.history.file"
        (about,) = symbol["command"]["arguments"]
        assert about["symbol"] == "login" and about["file"].endswith("login.py")
        answer = await editor.request("workspace/executeCommand", symbol["command"])
        assert answer["command"] == "history.file"


async def test_lenses_follow_the_setting_and_its_changes(editor_with: Any, file: Path):
    async with editor_with(options={"lens": "off"}) as editor:
        editor.open(file, "def login(): ...\n")
        await editor.command("status")
        assert await editor.lenses(file) == []
        editor.notify("workspace/didChangeConfiguration", {"settings": {"forethought": {"lens": "file"}}})
        assert len(await editor.lenses(file)) == 1
        editor.notify("workspace/didChangeConfiguration", {"settings": {"forethought": {"lens": "symbols"}}})
        assert len(await editor.lenses(file)) == 2
        editor.notify("workspace/didChangeConfiguration", {"settings": None})
        assert len(await editor.lenses(file)) == 2
        await editor.heard("workspace/codeLens/refresh")


async def test_wrong_settings_give_one_warning_that_names_them_and_defaults(editor_with: Any):
    async with editor_with(options={"lens": "loud", "trusted": "yes", "unknown": 1}) as editor:
        warning = await editor.heard("window/showMessage")
        assert warning["type"] == 2 and "lens" in warning["message"] and "trusted" in warning["message"]
        told = (await editor.command("status"))["hello"]["settings"]
        assert (told["lens"], told["trusted"]) == ("symbols", True)
    async with editor_with(options=[1]) as editor:
        assert "settings" in (await editor.heard("window/showMessage"))["message"]


def test_a_wrong_setting_costs_that_setting_only():
    parsed, problems = settings.parse({"lens": 5, "recording": False})
    assert parsed == settings.Settings(recording=False)
    assert len(problems) == 1 and problems[0].startswith("lens: ")


async def test_changed_hints_refresh_the_lenses_of_open_files_once_a_second(editor_with: Any, file: Path):
    async with editor_with() as editor:
        editor.open(file, "x")
        await editor.command("history.search", text=f"changed {file.with_name('closed.py')}")
        began = time.perf_counter()
        for _ in range(5):
            await editor.command("history.search", text=f"changed {file}")
        await editor.heard("workspace/codeLens/refresh")
        assert time.perf_counter() - began >= 0.95
        await editor.command("status")
        assert [one["method"] for one in editor.requests] == []


async def test_an_editor_that_cannot_refresh_is_not_asked_to(editor_with: Any, file: Path):
    async with editor_with(capabilities={"workspace": {"codeLens": "yes"}}) as editor:
        editor.open(file, "x")
        await editor.command("history.search", text=f"changed {file}")
        with pytest.raises(TimeoutError):
            await editor.heard("workspace/codeLens/refresh", within=1.5)


@pytest.mark.parametrize(
    ("level", "method", "type"),
    [("info", "window/logMessage", 3), ("warning", "window/showMessage", 2), ("error", "window/showMessage", 1)],
)
async def test_the_engines_messages_are_shown_by_their_weight(editor_with: Any, level: str, method: str, type: int):
    async with editor_with() as editor:
        await editor.command("history.search", text=f"message {level}")
        assert await editor.heard(method) == {"type": type, "message": "a word from the engine"}
