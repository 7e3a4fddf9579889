"""What words mean to the judge: which say the same, which deny each other, which names take each other's place.

The tables are written by us, in `words.txt`, `opposites.txt`, `kinds.txt` and `contrasts.txt` beside this file.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from forethought.memory.words import stem


class Meaning(NamedTuple):
    concept: str
    sign: int = 1  # −1: the opposite of the concept
    kinds: frozenset[str] = frozenset()  # what it is a name of; empty for a common word


class Lexicon(NamedTuple):
    phrases: dict[str, Meaning]
    names: dict[str, Meaning]  # also those that are common words: `Render hosts it`, not `render it`
    several: frozenset[str]  # kinds of which one project has more than one
    topics: dict[str, frozenset[str]]  # kind → the words that mean it
    contrasts: dict[str, frozenset[int]]  # concept → the lists of things it is set apart in
    longest: dict[str, int]  # first word → how many words the longest phrase has that begins so


def _load() -> Lexicon:
    words = _words()
    _sign(words)
    names, common, several, topics = _kinds(words)
    topics["region"] = frozenset(("region",))
    stems = {stem(term): known for term, known in words.items() if " " not in term}
    plain = {term: known for term, known in names.items() if term not in common}
    longest: dict[str, int] = {}
    for term in words.keys() | names.keys():
        first = term.split(" ", 1)[0]
        longest[first] = max(longest.get(first, 1), term.count(" ") + 1)
    return Lexicon(stems | words | plain, names, frozenset(several), topics, _contrasts(words, names), longest)


def _words() -> dict[str, Meaning]:
    words: dict[str, Meaning] = {}
    for line in _lines("words.txt"):
        head, _, others = line.partition(":")
        for term in [head, *_terms(others)]:
            words.setdefault(term, Meaning(_root(head)))
    return words


def _sign(words: dict[str, Meaning]) -> None:
    """A word of a pair, and all that mean the same, become the pair's first with a sign. The first line wins."""
    signed: dict[str, Meaning] = {}
    for line in _lines("opposites.txt"):
        left, _, right = line.partition("|")
        head = _terms(left)[0]
        concept = words.get(head, Meaning(_root(head))).concept
        for side, sign in ((left, 1), (right, -1)):
            for term in _terms(side):
                if known := words.get(term):
                    signed.setdefault(known.concept, Meaning(concept, sign))
                else:
                    words[term] = Meaning(concept, sign)
    for term, known in words.items():
        if known.sign > 0:
            words[term] = signed.get(known.concept, known)


def _kinds(words: dict[str, Meaning]) -> tuple[dict[str, Meaning], set[str], set[str], dict[str, frozenset[str]]]:
    """The names, those that are common words too, kinds of which there are several, what the kinds are about."""
    several, common = set[str](), set[str]()
    topics, kinds_of, first = dict[str, frozenset[str]](), dict[str, set[str]](), dict[str, str]()
    for line in _lines("kinds.txt"):
        head, _, listed = line.partition(":")
        kind, _, about = head.rstrip(") ").partition("(")
        if kind.endswith("~"):
            several.add(kind.rstrip("~ "))
        kind = kind.rstrip("~ ")
        topics[kind] = frozenset(_concept(words, word) for word in about.split())
        for group in _terms(listed):
            spellings = _terms(group.replace("^", ""), "=")
            common |= {term[1:] for term in _terms(group, "=") if term.startswith("^")}
            name = first.get(spellings[0], spellings[0])
            first |= {spelling: first.get(spelling, name) for spelling in spellings}
            kinds_of.setdefault(name, set()).add(kind)
    names = {spelling: Meaning(name, 1, frozenset(kinds_of[name])) for spelling, name in first.items()}
    return names, common, several, topics


def _contrasts(words: dict[str, Meaning], names: dict[str, Meaning]) -> dict[str, frozenset[int]]:
    contrasts: dict[str, frozenset[int]] = {}
    for number, line in enumerate(_lines("contrasts.txt")):
        for term in _terms(line):
            concept = names[term].concept if term in names else _concept(words, term)
            contrasts[concept] = contrasts.get(concept, frozenset()) | {number}
    return contrasts


def _lines(name: str) -> list[str]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _terms(listed: str, separator: str = ",") -> list[str]:
    return [term.strip() for term in listed.split(separator) if term.strip()]


def _root(term: str) -> str:
    return term if " " in term else stem(term)


def _concept(words: dict[str, Meaning], word: str) -> str:
    known = words.get(word) or words.get(stem(word))
    return known.concept if known else stem(word)


LEXICON = _load()


def longest(word: str) -> int:
    return LEXICON.longest.get(word, 1)


@lru_cache(maxsize=1 << 14)
def meaning(phrase: str, named: bool = False) -> Meaning | None:
    """Of a word or a phrase, lower-cased; `named`: it is written as a name. None where the tables do not know it."""
    if named and (known := LEXICON.names.get(phrase)):
        return known
    return LEXICON.phrases.get(phrase) or (None if " " in phrase else LEXICON.phrases.get(stem(phrase)))
