"""What a person does becomes rows; what must not be recorded leaves no trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.desk import Desk
from forethought.engine import Engine

LOGIN = "shop/login.py"
SIGN_IN = 16  # the zero-based line inside Login.sign_in


async def test_opening_editing_and_saving_is_recorded_in_order(desk: Desk) -> None:
    desk.open(LOGIN)
    desk.type(LOGIN, SIGN_IN, "x")
    desk.save(LOGIN)
    assert await desk.operations(LOGIN) == ["open", "edit", "write"]


async def test_a_burst_of_keys_is_one_edit_with_its_lines_and_symbols(desk: Desk) -> None:
    desk.open(LOGIN)
    for _ in range(200):
        desk.type(LOGIN, SIGN_IN, " ")
    desk.type(LOGIN, 2, "import os\n")
    desk.save(LOGIN)
    [edit] = [row for row in (await desk.ask("history.file", file=LOGIN))["interactions"] if row["operation"] == "edit"]
    assert edit["lines"] == [[3, 4], [SIGN_IN + 2, SIGN_IN + 2]]
    assert edit["symbols"] == ["Login.sign_in"]
    assert edit["branch"] == "main"
    assert edit["task"] == "branch/main"


async def test_an_edit_is_recorded_when_the_keys_fall_quiet(desk: Desk) -> None:
    desk.open(LOGIN)
    desk.type(LOGIN, 0, "x")

    async def edited() -> bool:
        return "edit" in await desk.operations(LOGIN)

    await desk.until(edited)
    assert ("hints_changed", {"files": [desk.path(LOGIN)]}) in desk.notices


async def test_an_edit_under_way_is_recorded_when_the_file_closes(desk: Desk) -> None:
    desk.open(LOGIN)
    desk.type(LOGIN, 0, "x")
    desk.close(LOGIN)
    assert await desk.operations(LOGIN) == ["open", "edit"]


async def test_an_edit_under_way_is_recorded_when_the_session_leaves(desk: Desk, engine: Engine) -> None:
    desk.open(LOGIN)
    desk.type(LOGIN, 0, "x")
    desk.leave()
    other = Desk(engine, desk.root, "other")

    async def edited() -> bool:
        return await other.operations(LOGIN) == ["open", "edit"]

    await desk.until(edited)


async def test_looking_at_another_file_is_a_view_once(desk: Desk) -> None:
    desk.open(LOGIN)
    desk.focus(LOGIN)
    desk.focus("shop/cart.py")
    desk.focus("shop/cart.py")
    assert await desk.operations(LOGIN) == ["open"]
    assert await desk.operations("shop/cart.py") == ["view"]


async def test_what_is_told_again_after_a_crash_is_recorded_once(tmp_path: Path, repository: Path) -> None:
    """The link tells the documents as they were, then every event that was not settled."""
    desk = Desk(Engine(tmp_path / "home", quiet=60), repository)
    desk.open(LOGIN)
    desk.type(LOGIN, SIGN_IN, " ")
    desk.save(LOGIN)
    desk.type(LOGIN, SIGN_IN, " ")
    assert await desk.operations(LOGIN) == ["open", "edit", "write"]
    await desk.engine.projects.close()  # what the crash left behind: the edit under way is not among it
    engine = Engine(desk.engine.home, quiet=0.05)
    again = Desk(engine, desk.root, desk.session, again=True)
    again.open(LOGIN)
    again.type(LOGIN, SIGN_IN, " ")
    again.save(LOGIN)
    again.type(LOGIN, SIGN_IN, " ")
    again.close(LOGIN)
    assert await again.operations(LOGIN) == ["open", "edit", "write", "edit"]
    await engine.close()
    await desk.engine.close()


async def test_the_link_learns_what_is_settled(desk: Desk) -> None:
    """Everything up to the edit under way, and that too once it is recorded."""
    desk.open(LOGIN)
    desk.type(LOGIN, SIGN_IN, " ")
    desk.type(LOGIN, SIGN_IN, " ")
    await desk.until(lambda: ("settled", {"event": 3}) in desk.notices)
    assert "edit" in await desk.operations(LOGIN)


@pytest.mark.parametrize("name", [".env", ".env.local", "id_rsa", "server.pem", "debug.log", "private/notes.py"])
async def test_secret_and_ignored_files_leave_no_trace(desk: Desk, repository: Path, engine: Engine, name: str) -> None:
    (repository / ".forethoughtignore").write_text("private/\n")
    desk.open(name, text="planted-value")
    desk.type(name, 0, "planted-value")
    desk.save(name)
    desk.focus(name)
    assert await desk.operations(name) == []
    await engine.close()
    stored = b"".join(file.read_bytes() for file in engine.home.rglob("*") if file.is_file())
    assert b"planted-value" not in stored


async def test_a_file_ignored_while_it_is_open_is_not_recorded_any_more(desk: Desk, repository: Path) -> None:
    desk.open(LOGIN)
    await desk.operations(LOGIN)
    (repository / ".forethoughtignore").write_text("shop/login.py\n")
    place = await desk.engine.projects.place(desk.engine.sessions[desk.session], desk.path(LOGIN))
    await desk.until(lambda: not place.folder.ignore.recordable(place.path))
    desk.type(LOGIN, 0, "x")
    desk.save(LOGIN)
    assert await desk.operations(LOGIN) == ["open"]


async def test_nothing_is_recorded_in_an_untrusted_workspace(engine: Engine, repository: Path) -> None:
    desk = Desk(engine, repository, trusted=False)
    desk.open(LOGIN)
    desk.save(LOGIN)
    assert await desk.operations(LOGIN) == []


async def test_a_person_can_switch_recording_off_in_the_editor(engine: Engine, repository: Path) -> None:
    desk = Desk(engine, repository, settings={"recording": False})
    desk.open(LOGIN)
    assert await desk.operations(LOGIN) == []
    assert (await desk.ask("status"))["recording"] is False


async def test_recording_pauses_and_resumes_with_the_files_that_are_open(desk: Desk) -> None:
    assert await desk.ask("recording.pause") == {"recording": False}
    desk.open(LOGIN)
    desk.type(LOGIN, 0, "x")
    desk.save(LOGIN)
    assert await desk.operations(LOGIN) == []
    assert await desk.ask("recording.resume") == {"recording": True}
    desk.type(LOGIN, 0, "x")
    desk.save(LOGIN)
    assert await desk.operations(LOGIN) == ["edit", "write"]


async def test_a_pause_outlives_the_engine(tmp_path: Path, repository: Path) -> None:
    for expected in (True, False):
        engine = Engine(tmp_path / "home")
        desk = Desk(engine, repository)
        assert (await desk.ask("status"))["recording"] is expected
        await desk.ask("recording.pause")
        await engine.close()


async def test_edits_of_files_that_are_not_open_are_ignored(desk: Desk) -> None:
    desk.type(LOGIN, 0, "x")
    desk.save(LOGIN)
    desk.close(LOGIN)
    assert await desk.operations(LOGIN) == []
