"""The shape of a sentence: is it a key and its value, an order, or a subject with its verb, and where is that verb."""

from __future__ import annotations

from typing import NamedTuple

from forethought.memory.judge import grammar as g
from forethought.memory.judge.tokens import Token


class Shape(NamedTuple):
    verb: int  # the number of the token: the verb, or the sign between key and value
    keyed: bool
    order: bool  # `use X`, `never do Y`; also what has no verb


def shape(tokens: list[Token]) -> Shape:
    if key := _key_end(tokens):
        return Shape(key, True, False)
    first = tokens[0].text if tokens else ""
    verb = _verb(tokens)
    if first in g.ORDERS and (not verb or first in g.ORDERS_ALWAYS):
        return Shape(0, False, True)
    if not verb and first.endswith("s") and len(tokens) > 2 and first not in g.ORDERS and _content(tokens[1]):
        verb = 1  # `Workers prefetch …`: a verb nobody listed
    return Shape(verb, False, not verb)


def _key_end(tokens: list[Token]) -> int:
    for at, token in enumerate(tokens[:8]):
        if at and token.text in (":", "=", "—", "–", "->", "→"):
            return at
        if token.text in g.AUX or token.text in (",", ".", ";"):
            break
    return 0


def _verb(tokens: list[Token]) -> int:
    for at in range(1, len(tokens)):
        if tokens[at].kind == "mark" and tokens[at].text != "(" and at > 6:
            break
        if _finite(tokens, at):
            return at
    return 0


def _finite(tokens: list[Token], at: int) -> bool:
    word, before = tokens[at].text, tokens[at - 1].text
    if word in g.AUX:
        return not tokens[at].acronym
    follows = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if follows in g.AUX or (follows in g.VERBS and not word.endswith("ed")):
        return False
    if word not in g.VERBS or before in g.ARTICLES or before in g.PREPOSITIONS:
        return False
    plural = before.endswith("s") and not before.endswith("ss")
    if word.endswith("s") and not word.endswith("ss"):
        return not plural
    return plural or before in g.NOBODY or before in ("always", "never", "also", "still", "not")


def _content(token: Token) -> bool:
    return token.kind == "word" and token.text not in g.LIGHT
