"""The first index, as an editor sees it: progress that can be cancelled, answers that say what they lack."""

from __future__ import annotations

import asyncio
from pathlib import Path

from end_to_end.conftest import Installed

SHOWS_PROGRESS = {"window": {"workDoneProgress": True}}


def many_files(root: Path, count: int) -> None:
    (root / "many").mkdir()
    for number in range(count):
        (root / "many" / f"m{number}.py").write_text(f"def f{number}(x):\n    return f{number}(x)\n" * 5)


async def test_the_editor_shows_the_progress_of_the_first_index(installed: Installed, repository: Path) -> None:
    many_files(repository, 400)
    async with installed.editor(repository, capabilities=SHOWS_PROGRESS) as editor:
        created = await editor.heard("window/workDoneProgress/create")
        kinds = []
        while not kinds or kinds[-1] != "end":
            told = await editor.heard("$/progress")
            assert told["token"] == created["token"]
            kinds.append(told["value"]["kind"])
        assert kinds[0] == "begin"
        async with asyncio.timeout(30):
            while not (stats := await editor.command("graph.stats"))["complete"]:
                await asyncio.sleep(0.05)
        assert stats["files"] >= 400


async def test_the_first_index_can_be_cancelled_and_begun_again(installed: Installed, repository: Path) -> None:
    many_files(repository, 800)
    async with installed.editor(repository, capabilities=SHOWS_PROGRESS) as editor:
        created = await editor.heard("window/workDoneProgress/create")
        editor.notify("window/workDoneProgress/cancel", {"token": created["token"]})
        await editor.command("graph.rescan")
        async with asyncio.timeout(30):
            while not (stats := await editor.command("graph.stats"))["complete"]:
                await asyncio.sleep(0.05)
        assert stats["files"] >= 800


async def test_callers_are_answered_in_the_shell(installed: Installed, repository: Path) -> None:
    mode = ["--standalone"] if installed.standalone else []
    done = installed.shell(repository, "graph", "callers", "is_fresh", *mode)
    assert "shop/login.py::Login.who" in done.stdout, done.stderr
