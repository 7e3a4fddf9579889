"""Every language reads its fixture as expected, and every fixture belongs to a language."""

from __future__ import annotations

from pathlib import Path

import pytest
from code_listing import listing

from forethought.code.languages import LANGUAGES, language_of
from forethought.code.parse import parse

FIXTURES = Path(__file__).parents[2] / "fixtures" / "languages"


def sample(language: str) -> Path:
    (found,) = (path for path in (FIXTURES / language).iterdir() if path.name != "expected.txt")
    return found


def test_each_language_has_a_fixture() -> None:
    assert {path.name for path in FIXTURES.iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sample_reads_as_expected(language: str) -> None:
    facts = parse(sample(language).read_bytes(), language)
    assert listing(facts) == (FIXTURES / language / "expected.txt").read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_is_known_by_its_name(language: str) -> None:
    found = language_of(str(sample(language)), sample(language).read_bytes())
    assert found is not None
    assert found.name == language


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("tool", b"#!/usr/bin/env python3\n", "python"),
        ("tool", b"#!/usr/bin/env -S node --harmony\n", "javascript"),
        ("tool", b"#! /bin/sh\n", "bash"),
        ("tool", b"no shebang", None),
        ("tool.txt", b"#!/bin/sh\n", None),
        ("Rakefile", b"", "ruby"),
        ("A.PY", b"", "python"),
        ("a.h", b"struct s { int a; };\n", "c"),
        ("a.h", b"namespace n {\nclass C {\n};\n}\n", "cpp"),
        ("notes.md", b"", None),
    ],
)
def test_the_first_bytes_help_where_the_name_does_not(path: str, source: bytes, expected: str | None) -> None:
    found = language_of(path, source)
    assert (found.name if found else None) == expected
