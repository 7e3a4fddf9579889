"""What words mean to the judge: which say the same, which deny each other, which names take each other's place.

The tables are written by us, in `words.txt`, `opposites.txt` and `kinds.txt` beside this file.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from forethought.memory.words import stem

LONGEST = 4  # words of a phrase


class Meaning(NamedTuple):
    concept: str
    sign: int = 1  # −1: the opposite of the concept
    kinds: frozenset[str] = frozenset()  # what it is a name of; empty for a common word


class Lexicon(NamedTuple):
    phrases: dict[str, Meaning]
    names: dict[str, Meaning]  # names that are common words too: `Render hosts it`, not `render it`
    several: frozenset[str]  # kinds of which one project has more than one
    topics: dict[str, frozenset[str]]  # the words that mean a kind
    contrasts: dict[str, frozenset[int]]  # concept → the lists of things it is set apart in


def _load() -> Lexicon:
    phrases: dict[str, Meaning] = {}
    for line in _lines("words.txt"):
        head, _, others = line.partition(":")
        for term in [head, *_terms(others)]:
            phrases.setdefault(term, Meaning(_root(head)))
    _sign(phrases)
    return _add_kinds(phrases)


def _sign(phrases: dict[str, Meaning]) -> None:
    """A word of a pair, and all that mean the same, become the pair's first with a sign. The first line wins."""
    signed: dict[str, Meaning] = {}
    for line in _lines("opposites.txt"):
        left, _, right = line.partition("|")
        head = _terms(left)[0]
        concept = phrases.get(head, Meaning(_root(head))).concept
        for side, sign in ((left, 1), (right, -1)):
            for term in _terms(side):
                if known := phrases.get(term):
                    signed.setdefault(known.concept, Meaning(concept, sign))
                else:
                    phrases[term] = Meaning(concept, sign)
    for term, known in phrases.items():
        if known.sign > 0:
            phrases[term] = signed.get(known.concept, known)


def _add_kinds(phrases: dict[str, Meaning]) -> Lexicon:
    several, topics, kinds_of, first = set(), {}, dict[str, set[str]](), dict[str, str]()
    common = set()
    for line in _lines("kinds.txt"):
        head, _, listed = line.partition(":")
        kind, _, about = head.rstrip(") ").partition("(")
        if kind.endswith("~"):
            several.add(kind.rstrip("~ "))
        kind = kind.rstrip("~ ")
        topics[kind] = frozenset(_concept(phrases, word) for word in about.split())
        for group in _terms(listed):
            spellings = _terms(group.replace("^", ""), "=")
            common |= {term[1:] for term in _terms(group, "=") if term.startswith("^")}
            name = first.get(spellings[0], spellings[0])
            first |= {spelling: first.get(spelling, name) for spelling in spellings}
            kinds_of.setdefault(name, set()).add(kind)
    named = {spelling: Meaning(name, 1, frozenset(kinds_of[name])) for spelling, name in first.items()}
    stems = {stem(term): known for term, known in phrases.items() if " " not in term}
    plain = {term: known for term, known in named.items() if term not in common}
    topics["region"] = frozenset(("region",))
    contrasts: dict[str, frozenset[int]] = {}
    for number, line in enumerate(_lines("contrasts.txt")):
        for term in _terms(line):
            concept = named[term].concept if term in named else _concept(phrases, term)
            contrasts[concept] = contrasts.get(concept, frozenset()) | {number}
    return Lexicon(stems | phrases | plain, named, frozenset(several), topics, contrasts)


def _lines(name: str) -> Iterable[str]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _terms(listed: str, separator: str = ",") -> list[str]:
    return [term.strip() for term in listed.split(separator) if term.strip()]


def _root(term: str) -> str:
    return term if " " in term else stem(term)


def _concept(phrases: dict[str, Meaning], word: str) -> str:
    known = phrases.get(word) or phrases.get(stem(word))
    return known.concept if known else stem(word)


LEXICON = _load()


@lru_cache(maxsize=1 << 14)
def meaning(phrase: str, named: bool = False) -> Meaning | None:
    """Of a word or a phrase, lower-cased; `named`: it is written as a name. None where the tables do not know it."""
    if named and (known := LEXICON.names.get(phrase)):
        return known
    return LEXICON.phrases.get(phrase) or (None if " " in phrase else LEXICON.phrases.get(stem(phrase)))
