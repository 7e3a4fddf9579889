"""What a path says by itself: folder, name without test marks, words, whether it is a test."""

from __future__ import annotations

import re
from typing import NamedTuple

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_TEST = re.compile(
    r"(^|/)(tests?|testing|__tests__|specs?|e2e|regress)(/|$)|(^|/)(test_|conftest\.)|(_|\.|-)(test|spec)s?\.|Tests?\.\w+$"
)
_TEST_MARK = re.compile(r"^(tests?[_.-]+)|([_.-]+(tests?|spec)|Tests?)$")
# Identifiers of several parts: they are rare, so meeting one again says much.
_NAME = re.compile(r"[A-Za-z]+(?:[_.-][A-Za-z]+)+|[a-z]+(?:[A-Z][a-z]+)+|(?:[A-Z][a-z]+){2,}")
# Said in any subject; the roots that `split_words` leaves of them.
_EMPTY = frozenset(
    re.findall(
        r"\w+",
        "the an of to in on for and or with from fix add use used using remov updat ref mak mad is be not when as by "
        "it thi that chor feat refactor into if bug issu do so no we at",
    )
)
# Names that say nothing: the folder is the name.
_HOLLOW = frozenset({"__init__", "index", "mod", "lib", "main"})


class PathFacts(NamedTuple):
    folder: str
    name: str
    stem: str
    ending: str
    words: frozenset[str]
    is_test: bool
    ancestors: tuple[str, ...]


def split_words(text: str) -> list[str]:
    """`HTTPServer_test2` → http, server, test, 2; each without its grammatical ending."""
    return [_root(word.lower()) for word in _WORD.findall(text)]


def _root(word: str) -> str:
    """So that `caches`, `cached` and `caching` meet: rough on purpose, both sides are treated alike."""
    if len(word) > 4:
        if word.endswith("ies"):
            return word[:-3] + "y"
        for ending in ("ing", "ed", "es"):
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                return word[: -len(ending)]
    if len(word) > 3:
        if word.endswith("s") and not word.endswith("ss"):
            word = word[:-1]
        if len(word) > 3 and word.endswith("e"):
            word = word[:-1]
    return word


def telling_words(text: str) -> list[str]:
    """The words that tell one task from another, joined identifiers included (`basicAuth` → basicauth)."""
    words = {word for word in split_words(text) if len(word) > 1 and word not in _EMPTY and not word.isdigit()}
    words.update(name.lower() for name in _NAME.findall(text))
    return sorted(words)


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
        name=bare,
        stem=stem.lower(),
        ending=name.rpartition(".")[2].lower(),
        words=frozenset(words),
        is_test=bool(_TEST.search(path)),
        ancestors=tuple("/".join(parts[: n + 1]) for n in range(len(parts))),
    )
