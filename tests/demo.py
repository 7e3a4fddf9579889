"""`make demo`: a short editing session in the fixture project, through the real server, as a user would see it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from lsp.fake_editor import Editor
from repo import GIT_ENV, git, shop

FORETHOUGHT = [sys.executable, "-I", "-m", "forethought"]


async def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="ft-")).resolve()
    env = {**GIT_ENV, "FORETHOUGHT_HOME": str(folder / "home"), "XDG_RUNTIME_DIR": str(folder)}
    try:
        await play(shop(folder / "shop"), env)
    finally:
        shell(folder, env, "daemon", "stop")
        shutil.rmtree(folder, ignore_errors=True)


async def play(root: Path, env: dict[str, str]) -> None:
    login, price = root / "shop" / "login.py", root / "web" / "price.ts"
    say("An editor opens the project and starts `forethought lsp`")
    async with Editor([*FORETHOUGHT, "lsp"], root, env=env, name="demo") as editor:
        print(f"  connected to {editor.info['serverInfo']['name']} {editor.info['serverInfo']['version']}")
        say("You open shop/login.py, change Login.sign_in and save")
        editor.open(login, login.read_text())
        for column, key in enumerate("        # by name, then by password"):
            editor.insert(login, 17, column, key)
        editor.insert(login, 17, 31, "\n")
        editor.save(login)
        await editor.command("history.file", file=str(login))
        await show(editor, login, 15)
        say("You switch to the branch feature/prices and change formatPrice")
        git(root, "switch", "-q", "-c", "feature/prices")
        while (await editor.command("status"))["project"]["branch"] != "feature/prices":
            await asyncio.sleep(0.05)
        editor.open(price, price.read_text(), "typescript")
        editor.insert(price, 7, 0, "  // cents only\n")
        editor.save(price)
        await editor.command("history.file", file=str(price))
        await show(editor, price, 6)
        say("An assistant records a tool it ran")
        await editor.command(
            "tool.record",
            tool="run_tests",
            duration_ms=830,
            files=[{"path": "tests/test_login.py", "operation": "read", "why": "does sign_in still work?"}],
        )
        for words in (["history", "file", "shop/login.py"], ["task", "list"], ["history", "tools"]):
            say(f"In the shell: forethought {' '.join(words)}")
            print("  " + shell(root, env, *words).replace("\n", "\n  "))


async def show(editor: Editor, path: Path, line: int) -> None:
    """The file as the editor shows it: lenses above their lines, and the hover."""
    lenses: list[dict[str, object]] = []
    while not lenses:
        lenses = await editor.lenses(path)
    titles = {lens["range"]["start"]["line"]: lens["command"]["title"] for lens in lenses}  # type: ignore[index]
    for number, text in enumerate(path.read_text().splitlines()):
        if number in titles:
            indent = " " * (len(text) - len(text.lstrip()))
            print(f"       {indent}{paint(str(titles[number]))}")
        if number < 2 or abs(number - line) < 3:
            print(f"  {number + 1:3}  {text}")
        elif number == 2:
            print("   …")
    print(f"  hover on line {line + 1}: {paint(str(await editor.hover(path, line)))}")


def shell(folder: Path, env: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [*FORETHOUGHT, *words], cwd=folder, env={**os.environ, **env}, capture_output=True, text=True, timeout=60
    )
    return (done.stdout + done.stderr).rstrip()


def say(text: str) -> None:
    print(f"\n── {text}")


def paint(text: str) -> str:
    return f"\x1b[36m{text}\x1b[0m" if sys.stdout.isatty() else text


if __name__ == "__main__":
    asyncio.run(main())
