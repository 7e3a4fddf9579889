"""The same error is known again, whatever its line, its path and its address."""

from __future__ import annotations

import pytest

from forethought.episodes.errors import alikeness, signature, telling_line


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "ImportError: cannot import name 'login' from 'shop.auth' (/home/ada/shop/auth.py)",
            "ImportError: cannot import name 'login' from 'shop.auth' (/srv/www/shop/auth.py)",
        ),
        (
            "src/a.ts:12:5 - error TS2304: Cannot find name 'foo'.",
            "lib/b.ts:412:15 - error TS2304: Cannot find name 'foo'.",
        ),
        ("AssertionError: expected 3 got 4 at 0x7f00aa", "AssertionError: expected 17 got -9 at 0x55e1bb"),
        ("job 3f2b8c1e-0d4a-4c69-9a1b-1f2e3d4c5b6a failed", "job 00000000-1111-2222-3333-444444444444 failed"),
        ("2026-11-18T12:00:01Z connection refused", "2026-11-21T09:30:59Z connection refused"),
    ],
)
def test_an_error_elsewhere_is_the_same(one: str, other: str) -> None:
    assert signature(telling_line(one)) == signature(telling_line(other))
    assert alikeness(one, other) == 1.0


def test_codes_of_errors_stay() -> None:
    assert signature("error TS2304: Cannot find name") != signature("error TS2551: Cannot find name")


def test_another_name_is_less_alike_than_the_same_one() -> None:
    same = alikeness("NameError: name 'cart' is not defined", "NameError: name 'cart' is not defined")
    other = alikeness("NameError: name 'cart' is not defined", "NameError: name 'price' is not defined")
    assert 0 < other < same


def test_another_error_is_not_alike() -> None:
    assert alikeness("NameError: name 'a' is not defined", "TypeError: f() takes 1 positional argument") == 0


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("Traceback (most recent call last):\n  File 'a.py', line 1\n    code()\nKeyError: 'x'", "KeyError: 'x'"),
        ("collected 3 items\nE       AssertionError: no\n1 failed", "AssertionError: no"),
        ("make: *** [all] Error 2", "make: *** [all] Error 2"),
        ("compiling\nerror: expected `;`\nnote: here", "error: expected `;`"),
        ("\n\n", ""),
    ],
)
def test_the_line_that_tells(message: str, line: str) -> None:
    assert telling_line(message) == line
