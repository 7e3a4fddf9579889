"""What a path says by itself: folder, name without test marks, words, whether it is a test."""

from __future__ import annotations

import re
from typing import NamedTuple

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_TEST = re.compile(
    r"(^|/)(tests?|testing|__tests__|specs?|e2e|regress)(/|$)|(^|/)(test_|conftest\.)|(_|\.|-)(test|spec)s?\.|Tests?\.\w+$"
)
_TEST_MARK = re.compile(r"^(tests?[_.-]+)|([_.-]+(tests?|spec)|Tests?)$")
# Names that say nothing: the folder is the name.
_HOLLOW = frozenset({"__init__", "index", "mod", "lib", "main"})


class PathFacts(NamedTuple):
    folder: str
    stem: str
    ending: str
    words: frozenset[str]
    is_test: bool
    ancestors: tuple[str, ...]


def split_words(text: str) -> list[str]:
    """`HTTPServer_test2` → http, server, test, 2."""
    return [word.lower() for word in _WORD.findall(text)]


def path_facts(path: str) -> PathFacts:
    folder, _, name = path.rpartition("/")
    bare, _, _ = name.lstrip(".").partition(".")
    stem = _TEST_MARK.sub("", bare) or bare
    parts = folder.split("/") if folder else []
    words = set(split_words(bare))
    for part in parts[-2:]:
        words.update(split_words(part))
    if stem in _HOLLOW and parts:
        stem = f"{parts[-1]}/{stem}"
    return PathFacts(
        folder=folder,
        stem=stem.lower(),
        ending=name.rpartition(".")[2].lower(),
        words=frozenset(words),
        is_test=bool(_TEST.search(path)),
        ancestors=tuple("/".join(parts[: n + 1]) for n in range(len(parts))),
    )
