"""A statement reduced to what can be compared: subject, verb, values, what is denied, where and when it holds."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from forethought.memory.judge import grammar as g
from forethought.memory.judge.lexicon import Meaning, meaning
from forethought.memory.judge.quantities import Quantity, Version
from forethought.memory.judge.shape import Shape, shape
from forethought.memory.judge.tokens import Token, tokens
from forethought.memory.judge.walk import Item, Walk
from forethought.memory.words import stem

_YEAR = re.compile(r" (?:in|since) (?:19|20)\d\d ")


class Statement(msgspec.Struct, frozen=True):
    text: str
    key: str  # of a fact, where it was given
    words: dict[str, int]  # all that is said → 1, −1 where its opposite is, 0 where both are
    denied: frozenset[str]  # what is said not to be so
    frame: tuple[str, ...]  # the words in their order
    order: bool
    used_for: bool  # it says what something else is used for
    value_at: int  # where in the frame what is said of the subject begins; 0 for orders
    subject: frozenset[str]
    front: frozenset[str]  # all that stands before the verb
    agent: frozenset[str]  # who does it
    verb: str
    values: frozenset[str]  # what is said of the subject
    names: dict[str, frozenset[str]]  # by kind
    numbers: tuple[Quantity, ...]
    versions: dict[str, Version]
    places: frozenset[str]
    literals: frozenset[str]
    scope: frozenset[str]  # environments, platforms, `when …`
    tail: frozenset[str]  # what a trailing `in …` narrows it to
    past: bool
    changed: bool  # it tells of a change: `now`, `no longer`, `moved`
    universal: bool
    grants: bool  # it says what may be, not what is
    adds: bool  # an order that can stand beside others of its kind: `import X`, `run Y`


@lru_cache(maxsize=1 << 13)
def read(text: str, key: str = "", where: tuple[str, ...] = ()) -> Statement:
    """`key` is a fact's own; `where` are scopes that are known besides the text: an environment, a platform, a file."""
    written = tokens(f"{key}: {text}" if key else text)
    statement = _Reading(text, written, shape(written)).statement()
    if not key and not where:
        return statement
    return msgspec.structs.replace(statement, key=key.casefold(), scope=statement.scope | set(map(str.casefold, where)))


class _Reading:
    def __init__(self, text: str, written: list[Token], form: Shape) -> None:
        walk = Walk(written, form)
        self.text, self.tokens, self.shape, self.items = text, written, form, walk.items
        self.numbers, self.versions = walk.numbers, walk.versions
        self.low = [token.text for token in written]
        self.used_for = False
        self.scope = self._scope()
        self.subject = self._subject()
        self.agent, self.verb = self._agent()

    def statement(self) -> Statement:
        words: dict[str, int] = {}
        for item in self.items:
            words[item.concept] = item.sign if words.get(item.concept, item.sign) == item.sign else 0
        names: dict[str, set[str]] = {}
        for item in self.items:
            if item.kinds and not item.denied and item.concept not in self.scope and not self._modifies(item):
                for kind in item.kinds:
                    names.setdefault(kind, set()).add(item.concept)
        asserted = {name for each in names.values() for name in each}
        values = [item for item in self.items if self._is_value(item)]
        verb, low = self.shape.verb, self.low
        literals = [item for item in self.items if item.literal and not item.denied]
        places = {item.concept for item in literals if self.tokens[item.at].kind in ("url", "path")}
        return Statement(
            text=self.text,
            key="",
            words=words,
            denied=frozenset(item.concept for item in self.items if item.denied) - asserted,
            frame=tuple(item.concept for item in self.items),
            order=self.shape.order,
            used_for=self.used_for,
            value_at=0 if self.shape.order else next((n for n, item in enumerate(self.items) if item.at > verb), 0),
            subject=self.subject,
            front=frozenset(item.concept for item in self.items if item.at < verb and item.concept not in self.scope),
            agent=self.agent,
            verb=self.verb,
            values=frozenset(item.concept for item in values),
            names={kind: frozenset(each) for kind, each in names.items()},
            numbers=tuple(self.numbers),
            versions=self.versions,
            places=frozenset(p for p in places if self.shape.order or p not in self.subject),
            literals=frozenset(item.concept for item in literals) - places,
            scope=frozenset(self.scope),
            tail=self._tail(),
            past=self._past(),
            changed=any(word in g.CHANGED for word in low),
            universal=any(word in g.UNIVERSAL for word in low),
            grants=any(word in g.GRANTS for word in low) and "only" not in low,
            adds=next((word for word in low if word not in g.BEFORE_ORDERS), "") in g.ADDS,
        )

    def _is_value(self, item: Item) -> bool:
        known = self.subject | self.scope | g.VAGUE
        return item.concept not in known and item.concept != self.verb

    def _modifies(self, item: Item) -> bool:
        """`the Python SDK`: a name before a noun in the subject tells which one, it is not what is said of it."""
        return item.at < self.shape.verb and any(
            other.at == item.at + 1 and other.at < self.shape.verb and not other.kinds and not other.literal
            for other in self.items
        )

    def _scope(self) -> set[str]:
        scope = set()
        for at, word in enumerate(self.low):
            if word in g.ENVIRONMENTS or (word in g.ENVIRONMENTS_OF and self._environment(at)):
                scope.add((meaning(word) or Meaning(stem(word))).concept)
        for item in self.items:
            before = self.low[item.at - 1] if item.at else ""
            fronted = item.at == 1 or item.at > self.shape.verb
            if item.kinds & {"os", "browser"} and before in ("on", "for", "under", "in") and fronted:
                scope.add(item.concept)
        return scope | self._fronted()

    def _environment(self, at: int) -> bool:
        """`release` is an environment in `release builds`, `tests` in `in tests` or as who does it."""
        follows = self.low[at + 1] if at + 1 < len(self.low) else ""
        before = self.low[at - 1] if at else ""
        if self.low[at] in ("offline", "online"):
            return before in ("when", "while", "if")
        return follows in g.OF_ENVIRONMENTS or (self.low[at] == "tests" and (not at or before in ("during", "in")))

    def _fronted(self) -> set[str]:
        """`On Windows the socket is …`, `When offline, …`: what comes first says where it holds."""
        if not self.low or self.low[0] not in g.FRONTS:
            return set()
        ends = (
            at for at, word in enumerate(self.low) if at > 1 and (word in (",", "the", "a") or at == self.shape.verb)
        )
        end, found = next(ends, 0), set()
        for item in [item for item in self.items if item.at < end][:3]:
            found.add(item.concept if item.sign > 0 else f"not {item.concept}")
            if version := self.versions.pop(item.concept, None):
                found.add(f"{item.concept} {version.parts}")
        return found

    def _tail(self) -> frozenset[str]:
        for at in range(len(self.low) - 1, self.shape.verb, -1):
            if self.low[at] in ("in", "on", "for", "under", "during", "inside", "when", "as"):
                return frozenset(item.concept for item in self.items if at < item.at <= at + 4)
        return frozenset()

    def _subject(self) -> frozenset[str]:
        if not self.shape.order:
            front = [
                item for item in self.items if item.at < self.shape.verb and (not item.kinds or self._modifies(item))
            ]
            said = {item.concept for item in front} - self.scope or {item.concept for item in front}
            if said - g.ANYBODY or len(said) > 1:
                return frozenset(said)
        for at, word in enumerate(self.low):
            if word in ("for", "as"):  # `use X for Y`: X is said of Y
                about = {item.concept for item in self.items if at < item.at <= at + 4 and not item.kinds}
                if about:
                    self.used_for = True
                    return frozenset(about)
        plain = [item for item in self.items if not item.clause and item.at and not item.kinds and not item.literal]
        about = {item.concept for item in plain} - self.scope
        if self.shape.order and self.items and self.items[0].concept not in g.VAGUE:
            about.add(self.items[0].concept)
        return frozenset(about)

    def _agent(self) -> tuple[frozenset[str], str]:
        verb = self.shape.verb
        if self.shape.order and self.items and self.items[0].at <= 2:
            return frozenset(), _verb(self.items[0].concept)
        if not verb or self.shape.keyed:
            return frozenset(), ""
        if self.low[verb] not in g.AUX:
            said = next((item.concept for item in self.items if item.at == verb), stem(self.low[verb]))
            return frozenset(item.concept for item in self.items if item.at < verb), _verb(said)
        if self.low[verb] in g.HAVE:
            return frozenset(), "have"
        after = [item for item in self.items if verb < item.at <= verb + 3 and not item.kinds]
        done = bool(after) and self.low[after[0].at].endswith(("ed", "en", "t", "n"))
        return self._by(verb) if after else frozenset(), _verb(after[0].concept) if done else "be"

    def _by(self, verb: int) -> frozenset[str]:
        """Who stands behind the `by` of a passive."""
        if "by" not in self.low[verb:]:
            return frozenset()
        by = end = self.low.index("by", verb) + 1
        while end < len(self.low) and self.tokens[end].kind != "mark" and self.low[end] not in g.PREPOSITIONS:
            end += 1
        return frozenset(item.concept for item in self.items if by <= item.at < end)

    def _past(self) -> bool:
        text = f" {' '.join(self.low)} "
        if any(word in g.PAST for word in self.low) or any(f" {phrase} " in text for phrase in g.PAST_PHRASES):
            return True
        if _YEAR.search(text):
            return True
        verb = self.low[self.shape.verb] if self.low else ""
        return verb in ("was", "were", "had") and not any(word in g.CHANGED or word in g.GONE for word in self.low)


def _verb(concept: str) -> str:
    return "be" if concept in g.DOES else concept
