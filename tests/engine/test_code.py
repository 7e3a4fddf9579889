"""The code of a project through the commands: exact for unsaved text, and honest about what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.desk import Desk
from forethought.code.graph import Graph
from forethought.engine import Engine, code
from forethought.errors import InvalidParams, NotFound
from repo import git

LOGIN, TOKENS = "shop/login.py", "shop/tokens.py"


async def complete(desk: Desk) -> None:
    async def ready() -> bool:
        return bool((await desk.ask("graph.stats"))["complete"])

    await desk.until(ready)


async def callers(desk: Desk, symbol: str) -> set[str]:
    return {edge["from"] for edge in (await desk.ask("graph.callers", symbol=symbol))["edges"]}


async def test_a_name_is_found_with_its_signature(desk: Desk) -> None:
    await complete(desk)
    [found] = (await desk.ask("graph.symbol", name="sign_in"))["symbols"]
    assert (found["id"], found["kind"], found["line"]) == ("shop/login.py::Login.sign_in", "method", 16)
    assert found["signature"] == "def sign_in(self, name, password)"


async def test_a_file_tells_what_it_defines_and_imports(desk: Desk) -> None:
    await complete(desk)
    answer = await desk.ask("graph.file", file=LOGIN)
    assert answer["language"] == "python"
    assert "Login.who" in {symbol["qualified_name"] for symbol in answer["symbols"]}
    assert {"module": "shop.tokens", "name": "issue", "alias": "issue", "line": 3} in answer["imports"]


async def test_unsaved_text_counts_at_once_and_is_never_written(desk: Desk) -> None:
    await complete(desk)
    assert await callers(desk, "is_fresh") == {"shop/login.py::Login.who"}
    before = Path(desk.path(LOGIN)).read_text()
    desk.open(LOGIN)
    desk.type(LOGIN, 27, "    is_fresh(None)\n")
    assert await callers(desk, "is_fresh") == {"shop/login.py::Login.who", "shop/login.py::guest"}
    assert Path(desk.path(LOGIN)).read_text() == before
    desk.close(LOGIN)
    assert await callers(desk, "is_fresh") == {"shop/login.py::Login.who"}


async def test_a_change_on_disk_is_seen(desk: Desk, repository: Path) -> None:
    await complete(desk)
    late = "from shop.tokens import is_fresh\n\n\ndef late(t):\n    is_fresh(t)\n"
    (repository / "shop" / "extra.py").write_text(late)

    async def seen() -> bool:
        return "shop/extra.py::late" in await callers(desk, "is_fresh")

    await desk.until(seen)


async def test_a_branch_switch_is_followed(desk: Desk, repository: Path) -> None:
    await complete(desk)
    git(repository, "switch", "-q", "-c", "empty")
    git(repository, "rm", "-q", "-r", "shop", "tests")
    git(repository, "commit", "-q", "-m", "Nothing left")

    async def only_the_rest() -> bool:
        stats = await desk.ask("graph.stats")
        return bool(stats["complete"]) and stats["languages"] == {"typescript": 1}

    await desk.until(only_the_rest)
    git(repository, "switch", "-q", "main")

    async def back() -> bool:
        return await callers(desk, "is_fresh") == {"shop/login.py::Login.who"} if await known(desk) else False

    await desk.until(back)


async def known(desk: Desk) -> bool:
    return bool((await desk.ask("graph.symbol", name="is_fresh"))["symbols"])


async def test_what_is_skipped_is_said_with_its_reason(desk: Desk, repository: Path) -> None:
    (repository / "huge.py").write_text("x = 1\n" * 300_000)
    (repository / "noise.py").write_bytes(b"\0" * 100)
    await complete(desk)
    skipped = {row["path"]: row["reason"] for row in (await desk.ask("graph.stats"))["skipped"]["files"]}
    assert "huge.py" in skipped
    assert "noise.py" in skipped


async def test_edges_come_page_by_page(desk: Desk) -> None:
    await complete(desk)
    whole = (await desk.ask("graph.edges", limit=10_000))["edges"]
    pages, cursor = [], None
    while True:
        page = await desk.ask("graph.edges", limit=7, **({"cursor": cursor} if cursor else {}))
        pages += page["edges"]
        if (cursor := page["cursor"]) is None:
            break
    assert pages == whole
    assert {edge["kind"] for edge in whole} >= {"calls", "contains", "imports"}


async def test_the_map_keeps_its_budget(desk: Desk) -> None:
    await complete(desk)
    answer = await desk.ask("graph.map", focus=[LOGIN], budget=80)
    assert 0 < answer["token_count"] <= 80
    assert "shop/login.py:" in answer["map"]


async def test_an_unknown_symbol_or_file_is_named(desk: Desk) -> None:
    await complete(desk)
    with pytest.raises(NotFound, match="no_such"):
        await desk.ask("graph.callers", symbol="no_such")
    with pytest.raises(NotFound, match=r"missing\.py"):
        await desk.ask("graph.file", file="missing.py")
    with pytest.raises(InvalidParams, match="min"):
        await desk.ask("graph.callers", symbol="x", min="surely")


async def test_a_shell_waits_for_the_whole_answer(desk: Desk) -> None:
    shell = Desk(desk.engine, desk.root, "shell", client="cli")
    answer = await shell.ask("graph.dependents", file=TOKENS)
    assert answer["complete"] is True
    assert [file["path"] for file in answer["files"]] == [LOGIN]


async def test_a_restart_goes_on_from_the_saved_graph(
    desk: Desk, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what changed meanwhile is resolved again, and the answers are those of now."""
    monkeypatch.setattr(code, "SAVE_SECONDS", 0.01)
    monkeypatch.setattr(code, "UNSAVED", 0)
    await complete(desk)
    folder = desk.engine.home / "projects"
    await desk.until(lambda: list(folder.rglob("*.graph")))
    await desk.engine.close()
    new = "from shop.tokens import issue\n\n\ndef new():\n    return issue('x')\n"
    (repository / "shop" / "extra.py").write_text(new)
    (repository / "shop" / "cart.py").unlink()
    engine = Engine(desk.engine.home, quiet=0.05)
    again = Desk(engine, repository)
    await complete(again)
    assert "shop/extra.py::new" in await callers(again, "issue")
    assert (await again.ask("graph.symbol", name="Cart"))["symbols"] == []
    assert await callers(again, "is_fresh") == {"shop/login.py::Login.who"}
    await engine.close()


async def test_a_damaged_saved_graph_is_not_used(desk: Desk, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "SAVE_SECONDS", 0.01)
    monkeypatch.setattr(code, "UNSAVED", 0)
    await complete(desk)
    folder = desk.engine.home / "projects"
    await desk.until(lambda: list(folder.rglob("*.graph")))
    await desk.engine.close()
    [saved] = folder.rglob("*.graph")
    data = bytearray(saved.read_bytes())
    data[len(data) // 2] ^= 0xFF
    saved.write_bytes(data)
    engine = Engine(desk.engine.home, quiet=0.05)
    again = Desk(engine, repository)
    await complete(again)
    assert await callers(again, "is_fresh") == {"shop/login.py::Login.who"}
    await engine.close()


async def test_a_mistake_of_the_resolver_costs_a_rebuild_and_nothing_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await complete(desk)
    update = Graph.update

    def fail_once(graph: Graph, batch: dict[str, Any]) -> None:
        monkeypatch.setattr(Graph, "update", update)
        raise ZeroDivisionError

    monkeypatch.setattr(Graph, "update", fail_once)
    desk.open(LOGIN)
    desk.type(LOGIN, 27, "    is_fresh(None)\n")

    async def built_anew() -> bool:
        return bool((await desk.ask("graph.symbol", name="guest"))["symbols"])

    await desk.until(built_anew)
    await complete(desk)
    assert await callers(desk, "is_fresh") == {"shop/login.py::Login.who", "shop/login.py::guest"}
    assert "ZeroDivisionError" in caplog.text
