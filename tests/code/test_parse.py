"""Whatever the bytes are, there are facts: partial ones and a problem, but no exception and no hang."""

from __future__ import annotations

import pickle
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forethought.code.facts import unpack
from forethought.code.languages import LANGUAGES
from forethought.code.parse import parse

FIXTURES = Path(__file__).parents[2] / "fixtures" / "languages"
SAMPLES = {
    folder.name: next(p for p in folder.iterdir() if p.name != "expected.txt").read_bytes()
    for folder in FIXTURES.iterdir()
}


def mistakes(source: bytes, language: str) -> list[str]:
    """Problems that are ours, not the file's."""
    return [problem for problem in parse(source, language).problems if "syntax error" not in problem]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prefix_of_a_file_has_facts(language: str) -> None:
    source = SAMPLES[language]
    for end in range(0, len(source), 7):
        assert mistakes(source[:end], language) == []


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_damaged_files_have_facts(language: str, data: st.DataObject) -> None:
    source = SAMPLES[language]
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, min(len(source), start + 200)))
    junk = data.draw(st.binary(max_size=20) | st.sampled_from([b"\0", b"\xff\xfe", b"(((", b"'''", b"}", b"\r", b"/*"]))
    assert mistakes(source[:start] + junk + source[end:], language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_survive_the_way_to_another_process(language: str) -> None:
    facts = parse(SAMPLES[language], language)
    assert pickle.loads(pickle.dumps(facts)) == facts
    assert unpack(facts.pack()) == facts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bracket", [b"(", b"[", b"{", b"x(", b"a["])
def test_ten_thousand_brackets_are_read(language: str, bracket: bytes) -> None:
    mistakes_found = mistakes(b"x = " + bracket * 10_000 + b")" * 10_000, language)
    assert all("took longer" in problem for problem in mistakes_found)


def test_a_deep_nest_hides_nothing() -> None:
    """Calls and definitions are found at any depth; only values stop being followed."""
    depth = 200
    lines = [f"{' ' * n}if a{n}({'(' * n}b{n}(){')' * n}):" for n in range(depth)]
    source = "\n".join([*lines, " " * depth + "def deep(): pass"]).encode()
    facts = parse(source, "python")
    assert facts.problems == ()
    assert [d.qualified for d in facts.definitions] == ["", "deep"]
    flow = facts.definitions[0].flow
    assert flow is not None
    assert sum(row[0] == "call" for row in flow.expressions) == 2 * depth


def test_functions_nest_without_end() -> None:
    source = "\n".join(f"{' ' * n}def f{n}():" for n in range(400)) + "\n" + " " * 400 + "pass\n"
    facts = parse(source.encode(), "python")
    assert facts.definitions[-1].qualified.count(".") == 399
    assert unpack(facts.pack()) == facts


def test_a_long_chain_keeps_its_calls() -> None:
    facts = parse(b"q" + b".filter(x)" * 300, "python")
    flow = facts.definitions[0].flow
    assert flow is not None
    assert sum(row[0] == "call" for row in flow.expressions) >= 100


def test_a_broken_part_costs_only_itself() -> None:
    facts = parse(b"def a():\n    one()\n\ndef b(:\n    two(\n\ndef c():\n    three()\n", "python")
    assert facts.problems
    assert {"a", "c"} <= {d.name for d in facts.definitions}


def test_a_large_minified_file_takes_bounded_time() -> None:
    source = b"var a=function(b,c){return b(c)&&{d:[1,2,b]}};" * 110_000  # 5 MB on one line
    started = time.monotonic()
    facts = parse(source, "javascript")
    assert time.monotonic() - started < 60
    assert facts.definitions


def test_names_that_are_not_ascii_are_read_as_text() -> None:
    facts = parse("class Größe:\n    def länge(self): return µ.Ω()\n".encode(), "python")
    assert [d.qualified for d in facts.definitions] == ["", "Größe", "Größe.länge"]
    flow = facts.definitions[2].flow
    assert flow is not None
    assert ("attr", 1, "Ω") in flow.expressions


def test_an_interface_of_bare_call_signatures_does_not_swallow_the_file() -> None:
    source = b"interface Get {\n  <K extends A>(key: K): B[K]\n  <K extends C>(key: K): D\n}\nclass After {}\n"
    facts = parse(source, "typescript")
    assert facts.problems == ()
    assert [d.name for d in facts.definitions if d.kind == "class"] == ["After"]
