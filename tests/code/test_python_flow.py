"""Python's values, followed: what a resolver can know without the text."""

from __future__ import annotations

from textwrap import dedent

import pytest
from code_listing import body

from forethought.code.parse import parse


def flow(text: str, name: str = "") -> list[str]:
    facts = parse(dedent(text).encode(), "python")
    (found,) = (d for d in facts.definitions if d.qualified == name)
    assert found.flow is not None
    return body(found.flow)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("a = b = f", ["a = f", "b = f"]),
        ("a, (b, *c) = f", ["a = f[0]", "b = f[1][0]", "c = slice(f[1], 1, ?)"]),
        ("x = a if b else c", ["x = (a | c)"]),
        ("x = a or b", ["x = (a | b)"]),
        ("x += [f]", ["x = concat(x, list(f))"]),
        ("x = (y := f)", ["y = f", "x = f"]),
        ("d = {'k': f, **e}", ["d = dict('k', f, ?, e)"]),
        ("d['k'] = f", ["d['k'] = f"]),
        ("x = ls[1:3]", ["x = slice(ls, 1, 3)"]),
        ("for a, b in c: pass", ["a = each(c)[0]", "b = each(c)[1]"]),
        ("with a as (b, c): pass", ["b = enter(a)[0]", "c = enter(a)[1]"]),
        ("x: 'Foo' = f", ["type x: 'Foo'", "x = f"]),
        ("x: dict[str, Foo] | None", ["type x: dict[tuple(str, Foo)]"]),
        ("f(a, *b, k=c, **d)", ["calls f(a, *=b, k=c, **=d) +0"]),
        ("raise E", ["calls raise(E) +0"]),
        ("import a.b, c.d as e", ["import a.b : (whole) as a, line +0", "import c.d : (whole) as e, line +0"]),
        ("from .. import m as n", ["import .. : m as n, line +0"]),
    ],
)
def test_statements(statement: str, expected: list[str]) -> None:
    assert sorted(set(expected) - set(flow(statement))) == []


def test_a_decorator_is_a_call_around_the_function() -> None:
    assert "f = a(b.c(1)(def#0(x, y)))" in flow("@a\n@b.c(1)\ndef f(x=y): pass")


def test_defaults_run_outside_and_bodies_inside() -> None:
    text = "def f(x=g()):\n    h()\n"
    assert "calls g() +0" in flow(text)
    assert flow(text, "f") == ["parameter x", "calls h() +1"]


def test_the_variable_of_a_comprehension_is_not_the_one_outside() -> None:
    found = flow("x = f\ny = [x() for x in xs if x]\nx()")
    assert "calls x() +2" in found
    assert any(line.startswith("x@") and line.endswith("= each(xs)") for line in found)


def test_global_names_are_told() -> None:
    assert "outer a, b" in flow("def f():\n    global a, b\n    a = g", "f")


def test_lambdas_are_numbered_and_left_out_of_names() -> None:
    facts = parse(b"def f():\n    return g(lambda: 1, lambda x: (lambda: x))\n", "python")
    assert [d.qualified for d in facts.definitions[1:]] == [
        "f",
        "f.<lambda1>",
        "f.<lambda2>",
        "f.<lambda2.1>",
    ]


def test_a_value_written_twice_is_one_row() -> None:
    facts = parse(b"f(a.b)\nf(a.b)\n", "python")
    module = facts.definitions[0].flow
    assert module is not None
    assert module.expressions == (("?",), ("name", "f"), ("name", "a"), ("attr", 2, "b"), ("call", 1, 3))
