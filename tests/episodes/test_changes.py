"""What an edit did, told from the facts before and after."""

from __future__ import annotations

import pytest

from forethought.code.parse import parse
from forethought.episodes.changes import Change, summarise

SHOP = """import os


class Login:
    def login(self, user):
        token = make(user)
        return token


def run(user):
    return Login().login(user)


def stop(user):
    return Login().login(user)
"""


def told(before: str, after: str, *touched: str, known: tuple[tuple[str, str], ...] = ()) -> Change:
    return summarise(parse(before.encode(), "python"), parse(after.encode(), "python"), touched, known)


@pytest.mark.parametrize(
    ("old", "new", "touched", "summary"),
    [
        ("login(", "sign_in(", ["Login.sign_in", "run", "stop"], "renamed `login` → `sign_in`; 2 calls updated"),
        ("Login", "Account", ["Account"], "renamed `Login` → `Account`; 2 calls updated"),
        ("(self, user)", "(self, user, code)", ["Login.login"], "changed the signature of `Login.login`"),
        ("make(user)", "build(user)", ["Login.login"], "changed `Login.login`"),
        ("import os", "import os\nimport sys", [], "imports `sys`"),
        ("def stop(user):\n    return Login().login(user)\n", "", [], "removed `stop`"),
        ("\n\nclass", "\n\ndef new():\n    pass\n\n\nclass", ["new"], "added `new`"),
        ("import os\n", "import os\n\n", [], None),
    ],
)
def test_an_edit_in_words(old: str, new: str, touched: list[str], summary: str | None) -> None:
    assert told(SHOP, SHOP.replace(old, new), *touched).summary == summary


def test_a_user_of_what_was_renamed_elsewhere_follows() -> None:
    before = "from shop import login\n\n\ndef a():\n    return login()\n"
    change = told(before, before.replace("login", "sign_in"), "a", known=(("login", "sign_in"),))
    assert change.summary == "1 call updated from `login` to `sign_in`"
    assert change.renames("login", "sign_in")
    assert not change.renames("login", "other")


def test_many_names_are_not_all_listed() -> None:
    more = "".join(f"def f{n}():\n    pass\n\n\n" for n in range(5))
    assert told("", more).summary == "added `f0`, `f1`, `f2` and 2 more"


def test_a_method_that_moves_to_another_class_is_moved() -> None:
    before = "class A:\n    def f(self):\n        return g(1, 2)\n\n\nclass B:\n    x = 1\n"
    after = "class A:\n    y = 1\n\n\nclass B:\n    def f(self):\n        return g(1, 2)\n"
    assert ("A.f", "B.f") in told(before, after).renamed


def test_what_does_not_parse_takes_nothing_else_away() -> None:
    change = told(SHOP, SHOP.replace("make(user)", "build(user") + "\n\ndef extra():\n    return 1\n", "Login.login")
    assert change.renamed == []
