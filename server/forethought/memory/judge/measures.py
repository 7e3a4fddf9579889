"""The numbers in a text: what they measure or count, and which are versions of what."""

from __future__ import annotations

from typing import NamedTuple

from forethought.memory.judge import grammar as g
from forethought.memory.judge import quantities as q
from forethought.memory.judge.lexicon import meaning
from forethought.memory.judge.tokens import Token
from forethought.memory.words import stem


class Measured(NamedTuple):
    after: int  # the token that follows
    quantity: q.Quantity | None = None  # None: it may be a version


def period(tokens: list[Token], at: int) -> Measured | None:
    """`daily`, `twice a day`, `every minute`, `an hour`, `forever`; None where no such thing stands here."""
    word = tokens[at].text
    follows = [token.text for token in tokens[at + 1 : at + 4]]
    if word in q.CADENCES:
        return Measured(at + 1, q.Quantity("period", q.CADENCES[word]))
    if word in q.LASTING:
        return Measured(at + 1, q.Quantity("time", q.LASTING[word]))
    if word in q.OFTEN:
        for step, unit in enumerate(follows, 2):
            if seconds := q.seconds(unit):
                return Measured(at + step, q.Quantity("period", seconds / q.OFTEN[word]))
    if word in ("every", "a", "an") and follows and len(follows[0]) > 2 and (seconds := q.seconds(follows[0])):
        return Measured(at + 2, q.Quantity("period" if word == "every" else "time", seconds))
    return None


def measure(tokens: list[Token], at: int) -> Measured:
    """What the number here measures; nothing when only a version, or a bare count, is left."""
    token = tokens[at]
    rest = [each.text for each in tokens[at + 1 : at + 3]] + ["", ""]
    before = [each.text for each in tokens[max(0, at - 4) : at]]
    last = before[-1] if before else ""
    half = rest[0] if rest[0] in ("am", "pm") else ""
    if (token.kind == "clock" or half) and (hour := q.clock(token.text, half)) is not None:
        return Measured(at + 1, q.Quantity("clock", hour))
    value = q.number(token.text)
    if value is None:
        return Measured(at + 1)
    for month in (last, rest[0]):
        if month in q.MONTHS and (month != "may" or last == "may" or at > 0):
            return Measured(at + 1 + (month == rest[0]), q.Quantity("date", q.MONTHS[month] * 100 + value))
    after, unit = at + 1, token.unit
    if not unit and rest[0].lstrip("-") in q.UNITS:
        after, unit = at + 2, rest[0].lstrip("-")
    if unit in q.UNITS:
        dimension, size = q.UNITS[unit]
        dimension = "period" if dimension == "time" and "every" in before[-2:] else dimension
        return Measured(after, q.Quantity(dimension, value * size))
    if "port" in before and value >= 20:
        return Measured(at + 1, q.Quantity("port", value))
    return Measured(at + 1)


def count(tokens: list[Token], at: int) -> q.Quantity | None:
    value = q.number(tokens[at].text)
    if value is None or (1900 <= value <= 2100 and at and tokens[at - 1].text in ("in", "since", "until")):
        return None
    return q.Quantity("count", value, _counted(tokens, at + 1))


def counts(tokens: list[Token], at: int) -> bool:
    """Whether the number word here counts something: `one` is more often a pronoun."""
    if at + 1 >= len(tokens) or tokens[at + 1].text in g.AUX:
        return False
    if tokens[at].text == "single" and meaning(f"single {tokens[at + 1].text}", True):
        return False  # single quotes
    return tokens[at].text not in ("one", "half") or tokens[at + 1].kind == "word"


def bound(tokens: list[Token], at: int) -> str:
    """Whether the version here is the least, the most, or the one that is meant."""
    before = [token.text for token in tokens[max(0, at - 5) : at]]
    follows = [token.text for token in tokens[at + 1 : at + 3]]
    upwards = follows[:1] in (["or"], ["and"]) and follows[1:] != [] and follows[1] in g.BOUND_UP
    if upwards or {">=", "≥", ">"} & set(before[-2:]) or any(word in g.LEAST for word in before + follows):
        return "≥"
    if "<" in before[-2:]:
        return "<"
    return "≤" if {"<=", "≤"} & set(before[-2:]) else ""


def _counted(tokens: list[Token], at: int) -> str:
    for token in tokens[at : at + 2]:
        if token.kind != "word" or token.text in g.PREPOSITIONS or token.text in g.AUX:
            break
        if token.text not in g.LIGHT and token.text not in g.VERBS:
            known = meaning(token.text)
            return known.concept if known else stem(token.text)
    return ""
