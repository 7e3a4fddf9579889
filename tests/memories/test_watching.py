"""What open texts set off, as they change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.desk import Desk
from forethought.engine import Engine

LOGIN = "shop/login.py"


async def negative(desk: Desk, content: str, trigger: str, **fields: Any) -> str:
    answer = await desk.ask("memory.remember", content=content, kind="negative", triggers=[trigger], **fields)
    return str(answer["id"])


def told(desk: Desk) -> list[tuple[int, str]]:
    """The last thing the editor was told of a file."""
    notices = [data for name, data in desk.notices if name == "diagnostics_changed"]
    return [(hit["line"], hit["id"]) for hit in notices[-1]["diagnostics"]] if notices else []


async def test_a_negative_is_shown_on_the_line_that_sets_it_off(desk: Desk) -> None:
    one = await negative(desk, "Never sleep in a test", r"time\.sleep\(")
    desk.open(LOGIN, "import time\n\ntime.sleep(1)\n")
    await desk.until(lambda: told(desk) == [(2, one)])
    [hit] = (await desk.ask("hints.diagnostics", file=desk.path(LOGIN)))["diagnostics"]
    assert (hit["line"], hit["kind"], hit["message"]) == (2, "negative", "Never sleep in a test")
    desk.type(LOGIN, 0, "# a comment\n")
    await desk.until(lambda: told(desk) == [(3, one)])
    desk.type(LOGIN, 3, "x ")
    desk.type(LOGIN, 0, "time.sleep(2)\n")
    await desk.until(lambda: told(desk) == [(0, one), (4, one)])


async def test_a_new_or_forgotten_memory_shows_at_once(desk: Desk) -> None:
    desk.open(LOGIN, "eval(x)\n")
    one = await negative(desk, "No eval", "eval")
    await desk.until(lambda: told(desk) == [(0, one)])
    await desk.ask("memory.forget", id=one)
    await desk.until(lambda: told(desk) == [])


async def test_negatives_lead_and_other_projects_stay_silent(desk: Desk, engine: Engine, tmp_path: Path) -> None:
    one = await negative(desk, "No eval", "eval")
    helpful = (await desk.ask("memory.remember", content="Use literal_eval", kind="procedure", triggers=["eval"]))["id"]
    (tmp_path / "garden").mkdir()
    other = Desk(engine, tmp_path / "garden", "garden")
    for each in (desk, other):
        each.open("x.py", "eval(x)\n")
    found = (await desk.ask("hints.diagnostics", file=desk.path("x.py")))["diagnostics"]
    assert [hit["id"] for hit in found] == [one, helpful]
    assert (await other.ask("hints.diagnostics", file=other.path("x.py")))["diagnostics"] == []


async def test_where_memory_is_off_nothing_is_shown(desk: Desk) -> None:
    one = await negative(desk, "No eval", "eval")
    desk.open(LOGIN, "eval(x)\n")
    await desk.until(lambda: told(desk) == [(0, one)])
    await desk.ask("memory.pause")
    await desk.until(lambda: told(desk) == [])
