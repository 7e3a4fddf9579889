"""What the editor shows by itself: short, right, and nothing where there is nothing to say."""

from __future__ import annotations

from engine.desk import Clock, Desk
from forethought.engine import Engine

LOGIN = "shop/login.py"
SIGN_IN, GUEST = 16, 27  # zero-based lines inside Login.sign_in and guest


async def edited(desk: Desk, line: int) -> None:
    desk.type(LOGIN, line, " ")
    desk.save(LOGIN)
    await desk.ask("hints.lenses", file=desk.path(LOGIN))


async def test_there_is_nothing_to_say_before_an_edit(desk: Desk) -> None:
    desk.open(LOGIN)
    assert await desk.ask("hints.hover", file=desk.path(LOGIN), line=SIGN_IN) == {}
    assert await desk.ask("hints.lenses", file=desk.path(LOGIN)) == {"lenses": []}


async def test_hover_tells_about_the_symbol_under_the_cursor(desk: Desk, clock: Clock) -> None:
    desk.open(LOGIN)
    await edited(desk, SIGN_IN)
    await edited(desk, SIGN_IN)
    clock.pass_days(2)
    hover = await desk.ask("hints.hover", file=desk.path(LOGIN), line=SIGN_IN)
    assert (hover["symbol"], hover["edits"], hover["sessions"]) == ("Login.sign_in", 2, 1)
    assert (hover["ago"], hover["branch"]) == ("2 d ago", "main")


async def test_hover_elsewhere_tells_about_the_file(desk: Desk) -> None:
    desk.open(LOGIN)
    await edited(desk, SIGN_IN)
    hover = await desk.ask("hints.hover", file=desk.path(LOGIN), line=GUEST)
    assert (hover["symbol"], hover["file"]["edits"]) == (None, 1)


async def test_a_lens_stands_above_what_was_edited_and_moves_with_it(desk: Desk) -> None:
    desk.open(LOGIN)
    await edited(desk, SIGN_IN)
    where = [
        (lens["line"], lens["symbol"]) for lens in (await desk.ask("hints.lenses", file=desk.path(LOGIN)))["lenses"]
    ]
    assert where == [(0, None), (15, "Login.sign_in")]
    desk.type(LOGIN, 0, "# a\n# b\n")
    where = [
        (lens["line"], lens["symbol"]) for lens in (await desk.ask("hints.lenses", file=desk.path(LOGIN)))["lenses"]
    ]
    assert where == [(0, None), (17, "Login.sign_in")]


async def test_work_older_than_ninety_days_has_no_lens_but_a_hover(desk: Desk, clock: Clock) -> None:
    desk.open(LOGIN)
    await edited(desk, SIGN_IN)
    clock.pass_days(91)
    assert (await desk.ask("hints.lenses", file=desk.path(LOGIN)))["lenses"] == []
    assert (await desk.ask("hints.hover", file=desk.path(LOGIN), line=SIGN_IN))["edits"] == 1


async def test_sessions_are_counted_apart(desk: Desk, engine: Engine) -> None:
    desk.open(LOGIN)
    await edited(desk, SIGN_IN)
    other = Desk(engine, desk.root, "another window")
    other.open(LOGIN)
    await edited(other, SIGN_IN)
    assert (await desk.ask("hints.hover", file=desk.path(LOGIN), line=SIGN_IN))["sessions"] == 2
