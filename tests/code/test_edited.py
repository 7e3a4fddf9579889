"""An edit gives the same facts as reading the new text from its start, and does less."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forethought.code.languages import LANGUAGES
from forethought.code.parse import parse, read

FIXTURES = Path(__file__).parents[2] / "fixtures" / "languages"
SAMPLES = {
    folder.name: next(p for p in folder.iterdir() if p.name != "expected.txt").read_bytes()
    for folder in FIXTURES.iterdir()
}
PIECES = [b"x", b"\n", b"    ", b"f(", b")", b'"', b"'''", b"{", b"}", b"/*", b"*/", b"// a\n", b"# a\n"]
PIECES += [b"def f():\n", b"class A:\n", b"lambda: y", b"function g() {", b"=> {", b"\xc3\xa9", b"\xff", b"\r\n"]


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_edits_lead_to_the_facts_of_the_text(language: str, data: st.DataObject) -> None:
    source = SAMPLES[language]
    parsed = read(source, LANGUAGES[language])
    before = [source]
    for _ in range(data.draw(st.integers(1, 8))):
        if len(before) > 1 and data.draw(st.booleans()):
            source = before.pop()  # undo
        else:
            start = data.draw(st.integers(0, len(source)))
            end = data.draw(st.integers(start, min(len(source), start + 40)))
            before.append(source)
            source = source[:start] + data.draw(st.sampled_from([*PIECES, b""])) + source[end:]
        parsed = parsed.edited(source)
        assert parsed.facts == parse(source, language)


def test_a_definition_that_only_moved_keeps_its_flow() -> None:
    source = b"def a():\n    one()\n\n\nclass C:\n    def b(self):\n        return lambda: two()\n"
    old = read(source, LANGUAGES["python"])
    new = old.edited(b"import os\n\n" + source.replace(b"one", b"other"))
    was = {d.qualified: d for d in old.facts.definitions}
    now = {d.qualified: d for d in new.facts.definitions}
    assert now["C.b"].flow is was["C.b"].flow
    assert now["C.b.<lambda1>"].flow is was["C.b.<lambda1>"].flow
    assert now["C.b"].line == was["C.b"].line + 2
    assert now["a"].flow != was["a"].flow


def test_the_comment_above_a_definition_is_read_again() -> None:
    source = b"package p\n\n// Old words.\nfunc F() {\n\tg()\n}\n"
    new = read(source, LANGUAGES["go"]).edited(source.replace(b"Old", b"New"))
    assert new.facts.definitions[1].doc == "New words."


def test_nothing_changed_is_nothing_done() -> None:
    parsed = read(b"f()\n", LANGUAGES["python"])
    assert parsed.edited(b"f()\n") is parsed
