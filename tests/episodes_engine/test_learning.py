"""What work teaches: how an error was fixed, who uses what was renamed, how a person goes about things."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.desk import Clock, Desk
from forethought.events import Change, Diagnostic, DiagnosticsSeen, Edited
from repo import git

LOGIN, CART = "shop/login.py", "shop/cart.py"


async def patterns(desk: Desk, kind: str) -> list[dict[str, Any]]:
    return list((await desk.ask("history.patterns", type=kind))["patterns"])


def replace(desk: Desk, name: str, old: str, new: str) -> None:
    """Replace a text everywhere in an open file, as an editor does."""
    document = desk.engine.sessions[desk.session].documents[desk.path(name)]
    lines = document.text.text().split("\n")
    changes = [
        Change(row, column, row, column + len(old), new)
        for row, line in reversed(list(enumerate(lines)))
        for column in reversed(range(len(line)))
        if line.startswith(old, column)
    ]
    desk.tell(Edited(desk.path(name), tuple(changes)))


def complain(desk: Desk, name: str, *messages: str) -> None:
    desk.tell(DiagnosticsSeen(desk.path(name), tuple(Diagnostic(3, message) for message in messages)))


async def test_an_error_that_comes_back_after_days_is_answered_with_its_fix(desk: Desk, clock: Clock) -> None:
    first = await desk.ask(
        "error.record", message="ImportError: cannot import name 'guest' from 'shop.login' (/home/ada/shop/login.py:17)"
    )
    assert first["similar"] == []
    desk.open(CART)
    desk.open(LOGIN)
    await desk.operations(CART)
    clock.time += 60
    desk.type(LOGIN, 0, "def visitor():\n    return None\n\n\n")
    desk.save(LOGIN)
    await desk.operations(LOGIN)
    clock.pass_days(3)
    again = await desk.ask(
        "error.record", message="ImportError: cannot import name 'guest' from 'shop.login' (/srv/app/login.py:403)"
    )
    [similar] = again["similar"]
    assert similar["fix"]["files"] == [LOGIN]
    assert "added `visitor`" in similar["fix"]["summary"]
    assert similar["fix"]["when"] is not None


async def test_a_complaint_fixed_in_another_file_is_learned_when_it_goes(desk: Desk, clock: Clock) -> None:
    desk.open(LOGIN)
    desk.open(CART)
    complain(desk, CART, "Argument of type `str` is not assignable to `int`")
    await desk.operations(CART)
    clock.time += 5
    desk.type(LOGIN, 0, "LIMIT = 3\n")
    complain(desk, CART)
    await desk.operations(CART)
    [fix] = await patterns(desk, "error_fix")
    assert fix["data"]["files"] == [LOGIN]
    assert fix["confidence"] == 0.6


async def test_what_is_complained_of_while_typing_is_no_error(desk: Desk, clock: Clock) -> None:
    desk.open(LOGIN)
    desk.type(LOGIN, 0, "def f(")
    complain(desk, LOGIN, "SyntaxError: '(' was never closed")
    clock.time += 1
    desk.type(LOGIN, 0, ")")
    complain(desk, LOGIN)
    desk.save(LOGIN)
    await desk.operations(LOGIN)
    assert await patterns(desk, "error_fix") == []


async def test_an_edit_begun_before_the_error_is_not_its_fix(desk: Desk, clock: Clock) -> None:
    desk.open(LOGIN)
    desk.open(CART)
    desk.type(LOGIN, 0, "x = 1\n")
    await desk.ask("status")
    clock.time += 1
    complain(desk, CART, "name `y` is not defined")
    clock.time += 1
    complain(desk, CART)
    await desk.operations(CART)
    assert await patterns(desk, "error_fix") == []


async def test_a_tool_that_succeeds_again_has_fixed_what_it_complained_of(desk: Desk, clock: Clock) -> None:
    await desk.ask("tool.record", tool="pytest", success=False, error="KeyError: 'token'\nFAILED tests/test_login.py")
    clock.time += 30
    await desk.ask("tool.record", tool="edit", files=[{"path": LOGIN, "operation": "edit"}])
    clock.time += 30
    await desk.ask("tool.record", tool="pytest")
    [fix] = await patterns(desk, "error_fix")
    assert (fix["data"]["message"], fix["data"]["files"]) == ("KeyError: 'token'", [LOGIN])


async def test_a_rename_is_one_pattern_with_the_files_that_followed(desk: Desk, repository: Path) -> None:
    """The users are edited before and after the definition, as editors do when they rename."""
    for name, text in {
        "pay.py": "def charge(cents):\n    total = cents + 1\n    return total\n",
        "early.py": "from pay import charge\n\n\ndef a():\n    return charge(1)\n",
        "late.py": "import pay\n\n\ndef b():\n    return pay.charge(2)\n",
        "other.py": "def c():\n    return 3\n",
    }.items():
        (repository / name).write_text(text)
        desk.open(name)
    await desk.ask("status")
    replace(desk, "early.py", "charge", "bill")
    desk.save("early.py")
    replace(desk, "pay.py", "charge", "bil")
    desk.save("pay.py")
    await desk.ask("status")
    replace(desk, "pay.py", "bil", "bill")
    desk.save("pay.py")
    replace(desk, "late.py", "charge", "bill")
    desk.type("other.py", 1, "    # nothing to do with it\n")
    desk.save("late.py")
    desk.save("other.py")
    [row] = [
        row
        for row in (await desk.ask("history.file", file="pay.py"))["interactions"]
        if row["summary"] and "charge" in row["summary"]
    ]
    assert row["summary"] == "renamed `charge` → `bil`"
    [refactor] = await patterns(desk, "refactor")
    data = refactor["data"]
    assert (data["old"], data["new"], data["path"]) == ("charge", "bill", "pay.py")
    assert data["users"] == ["early.py", "late.py"]


async def test_the_way_to_a_commit_is_a_workflow(desk: Desk, repository: Path) -> None:
    for number in range(3):
        (repository / LOGIN).write_text(f"# {number}\n")
        desk.open(LOGIN)
        desk.type(LOGIN, 0, f"x = {number}\n")
        desk.save(LOGIN)
        await desk.ask("tool.record", tool="pytest")
        git(repository, "commit", "-qam", f"Change {number}")
        head = git(repository, "rev-parse", "HEAD")
        folder = await desk.engine.projects.folder(desk.engine.sessions[desk.session], None)
        await desk.until(lambda head=head, folder=folder: folder.head.commit == head)
    [workflow] = await patterns(desk, "workflow")
    assert workflow["data"]["steps"] == ["edit", "run pytest", "commit"]
    assert workflow["seen"] == 3
    assert workflow["confidence"] > 0.7


async def test_what_a_file_is_for_is_learned_and_fades(desk: Desk, clock: Clock) -> None:
    desk.open(LOGIN)
    desk.type(LOGIN, 0, '"""Who may come in, and who may not."""\n')
    desk.save(LOGIN)
    await desk.operations(LOGIN)
    [learned] = await patterns(desk, "file_purpose")
    assert learned["subject"] == LOGIN
    assert learned["data"]["purpose"].startswith("Who may come in, and who may not")
    clock.pass_days(60)
    [later] = await patterns(desk, "file_purpose")
    assert later["confidence"] < learned["confidence"] * 0.6


async def test_an_error_met_often_is_a_common_one(desk: Desk) -> None:
    for number in range(3):
        await desk.ask("error.record", message=f"TimeoutError: no answer after {number} s")
        await desk.ask("error.record", message="TimeoutError: no answer after 30 s")
    [common] = await patterns(desk, "common_error")
    assert common["subject"] == "timeouterror: no answer after <n> s"
    assert common["data"]["times"] >= 3
