"""An editor's session over stdio with the real server, in both modes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from end_to_end.conftest import Installed
from lsp.fake_editor import Editor, LspError
from repo import git

SIGN_IN = 16  # a zero-based line inside Login.sign_in


async def edited(editor: Editor, path: Path, line: int) -> None:
    editor.open(path, path.read_text())
    editor.insert(path, line, 0, " ")
    editor.save(path)
    await editor.command("history.file", file=str(path))


async def lenses(editor: Editor, path: Path) -> list[dict[str, Any]]:
    """Asked again until the server, which may answer late under load with none, has some."""
    async with asyncio.timeout(20):
        while not (found := await editor.lenses(path)):
            await asyncio.sleep(0.05)
    return found


async def test_an_edit_shows_up_in_hover_and_lens(installed: Installed, repository: Path) -> None:
    path = repository / "shop" / "login.py"
    async with installed.editor(repository) as editor:
        await edited(editor, path, SIGN_IN)
        titles = {lens["range"]["start"]["line"]: lens["command"]["title"] for lens in await lenses(editor, path)}
        assert titles.keys() == {0, 15}
        assert "just now" in titles[15]
        assert "1 edit" in titles[15]
        hover = await editor.hover(path, 15)
        assert hover is not None
        assert "edited just now on `main`" in hover


async def test_what_was_done_is_known_in_the_next_session(installed: Installed, repository: Path) -> None:
    path = repository / "shop" / "login.py"
    async with installed.editor(repository) as editor:
        await edited(editor, path, SIGN_IN)
    async with installed.editor(repository) as editor:
        answer = await editor.command("history.file", file="shop/login.py", symbol="sign_in")
        assert answer["summary"]["edits"] == 1


async def test_nothing_to_say_is_null(installed: Installed, repository: Path) -> None:
    path = repository / "shop" / "cart.py"
    async with installed.editor(repository) as editor:
        editor.open(path, path.read_text())
        assert await editor.hover(path, 3) is None
        assert await editor.lenses(path) == []


async def test_a_typescript_file_has_symbols_too(installed: Installed, repository: Path) -> None:
    path = repository / "web" / "price.ts"
    async with installed.editor(repository) as editor:
        await edited(editor, path, 7)
        assert [lens["range"]["start"]["line"] for lens in await lenses(editor, path)] == [0, 6]


async def test_a_checkout_is_followed(installed: Installed, repository: Path) -> None:
    async with installed.editor(repository) as editor:
        assert (await editor.command("status"))["project"]["branch"] == "main"
        git(repository, "switch", "-q", "-c", "feature/x")
        async with asyncio.timeout(10):
            while (await editor.command("status"))["project"]["branch"] != "feature/x":
                await asyncio.sleep(0.05)
        assert (await editor.command("status"))["task"] == "branch/feature/x"


@pytest.mark.parametrize(
    ("arguments", "field"),
    [([{"file": 3}], "file"), ([{"files": "x"}], "files"), ([{}, {}], "arguments"), (["shop/login.py"], "arguments")],
)
async def test_bad_arguments_are_named(installed: Installed, repository: Path, arguments: Any, field: str) -> None:
    async with installed.editor(repository) as editor:
        with pytest.raises(LspError, match=field) as problem:
            await editor.request(
                "workspace/executeCommand", {"command": "forethought.history.file", "arguments": arguments}
            )
        assert problem.value.code == -32602


async def test_an_unknown_id_is_named(installed: Installed, repository: Path) -> None:
    async with installed.editor(repository) as editor:
        with pytest.raises(LspError, match="no-such-task"):
            await editor.command("task.resume", id="no-such-task")


async def test_an_untrusted_workspace_leaves_no_trace(installed: Installed, repository: Path) -> None:
    path = repository / "shop" / "login.py"
    async with installed.editor(repository, options={"trusted": False}) as editor:
        editor.open(path, path.read_text())
        editor.save(path)
        assert (await editor.command("history.file", file=str(path)))["interactions"] == []


async def test_commands_run_in_the_shell_too(installed: Installed, repository: Path) -> None:
    path = repository / "shop" / "login.py"
    async with installed.editor(repository) as editor:
        await edited(editor, path, SIGN_IN)
    mode = ["--standalone"] if installed.standalone else []
    done = installed.shell(repository, "history", "file", "shop/login.py", "--json", *mode)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["summary"]["edits"] == 1
    table = installed.shell(repository / "shop", "history", "search", "login", "--operation", "edit", *mode)
    assert "Login.sign_in" in table.stdout
    wrong = installed.shell(repository, "task", "resume", "--id", "no-such-task", *mode)
    assert wrong.returncode == 1
    assert "no-such-task" in wrong.stderr
