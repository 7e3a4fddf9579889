"""One walk over the tokens: what each says, and which of it is denied."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from forethought.memory.judge import grammar as g
from forethought.memory.judge import measures as m
from forethought.memory.judge import quantities as q
from forethought.memory.judge.lexicon import Meaning, longest, meaning
from forethought.memory.judge.shape import Shape
from forethought.memory.judge.tokens import LITERALS, NUMERIC, Token
from forethought.memory.words import stem

_GLUED = re.compile(r"([a-z+#]{2,})[-:]?v?(\d+(?:\.\d+)*)")  # python3.12, c++20
_IDENTIFIER = re.compile(r"\w_\w|_$|^_|[a-z][A-Z]|\w\.\w+\.\w")
_REGION = re.compile(r"(?:us|eu|ap|ca|sa|me|af|il|cn|uk)-(?:gov-)?(?:north|south|east|west|central)+\w*-?\d\w?")


class Item(NamedTuple):
    concept: str
    sign: int  # −1: the opposite of the concept, or the concept denied
    kinds: frozenset[str]
    at: int  # the number of its token
    clause: int
    literal: bool = False
    denied: bool = False

    def turned(self) -> Item:
        return self._replace(sign=-self.sign, denied=not self.denied)


class Walk:
    def __init__(self, tokens: list[Token], shape: Shape) -> None:
        self.tokens = tokens
        self.shape = shape
        self.items: list[Item] = []
        self.numbers: list[q.Quantity] = []
        self.versions: dict[str, q.Version] = {}
        self._clause = 0
        self._deny = 1
        self._deny_until = ""
        self._undone: set[int] = set()  # clauses that a word like `forbidden` turns round as a whole
        at = 0
        while at < len(tokens):
            at = self._step(at)
        self.items = [item.turned() if item.clause in self._undone else item for item in self.items]

    def _step(self, at: int) -> int:
        token = self.tokens[at]
        if token.kind == "mark" or token.text in g.CLAUSE:
            if token.text not in ":()" or at == self.shape.verb:
                self._clause, self._deny = self._clause + 1, 1
            return at + 1
        if token.kind in LITERALS:
            return self._literal(at)
        if token.kind in NUMERIC:
            return self._number(at)
        return self._word(at) if token.kind == "word" else at + 1

    # Words.

    def _word(self, at: int) -> int:
        word = self.tokens[at].text
        if after := self._sets_aside(at):
            return after
        if word == "only" and self.tokens[at].first:
            self._add(Meaning("public", -1), at)
        elif word in g.ENDS and "with" in [token.text for token in self.tokens[at + 2 : at + 7]]:
            self._add(Meaning(g.ENDS[word]), at)  # `start names with x`
        elif word in ("before", "after"):
            self._add(Meaning("after", 1 if word == "after" else -1), at)
        elif (measured := m.period(self.tokens, at)) and measured.quantity and not self._tells_which(at):
            self.numbers.append(measured.quantity)
            return measured.after
        elif word in q.NUMBERS and m.counts(self.tokens, at):
            return self._number(at)
        else:
            return self._content(at)
        return at + 1

    def _content(self, at: int) -> int:
        word = self.tokens[at].text
        size = self._phrase(at)
        if not size and word in g.DENIES:
            self._denial(at)
        if word in g.GONE:
            self._gone(at)
        if self._undoes(at):
            self._undone ^= {self._clause}
        return at + max(size, 1)

    def _phrase(self, at: int) -> int:
        """Adds what stands here, as the longest phrase the tables know; gives the number of tokens taken."""
        token = self.tokens[at]
        words: list[str] = []
        for each in self.tokens[at : at + longest(token.text)]:
            if each.kind != "word" and not (words and each.kind in NUMERIC):
                break
            words.append(each.text)
        for size in range(len(words), 0, -1):
            if size == 1 and token.text in g.LIGHT and not token.acronym:
                return 0
            if known := meaning(" ".join(words[:size]), self._named(at, size)):
                self._add(known, at)
                return size
        self._unknown(at)
        return 1

    def _unknown(self, at: int) -> None:
        token = self.tokens[at]
        if _REGION.fullmatch(token.text):
            self._add(Meaning(token.text, 1, frozenset(("region",))), at)
        elif "-" in token.text:
            for part in token.text.split("-"):
                if part and part not in g.LIGHT:
                    self._add(meaning(part) or Meaning(stem(part)), at)
        elif glued := _GLUED.fullmatch(token.text):
            self._version(meaning(glued[1]) or Meaning(glued[1]), q.version(glued[2]), at)
        elif _IDENTIFIER.search(token.written):
            self._add(Meaning(token.text), at, literal=True)
        else:
            self._add(Meaning(stem(token.text.removesuffix("'s"))), at)

    def _named(self, at: int, size: int) -> bool:
        """Whether this is written as a name. The first word of a sentence is one when a verb or a number follows."""
        if self.shape.keyed and at > self.shape.verb:
            return True
        token, after = self.tokens[at], at + size
        if token.written == token.text:
            return False
        if not token.first:
            return True
        follows = self.tokens[after] if after < len(self.tokens) else None
        return follows is not None and (
            follows.text in g.AUX or after == self.shape.verb or follows.kind in ("number", "version")
        )

    def _tells_which(self, at: int) -> bool:
        """`the nightly job …`, `the v1 endpoints …`: before a noun in the subject it is part of the name."""
        if self.shape.keyed or at + 1 >= self.shape.verb:
            return False
        follows = self.tokens[at + 1]
        return follows.kind == "word" and follows.text not in g.LIGHT

    def _add(self, known: Meaning, at: int, *, literal: bool = False) -> None:
        self.items.append(
            Item(known.concept, known.sign * self._deny, known.kinds, at, self._clause, literal, self._deny < 0)
        )

    def _literal(self, at: int) -> int:
        token = self.tokens[at]
        text = token.text.rstrip(".").strip("/").removeprefix("./") or token.text
        known = meaning(token.text, True) or meaning(text, True)
        if token.kind in ("path", "code") and known and known.kinds:
            self._add(known, at)
            return at + 1
        if token.kind == "url" and (port := re.search(r":(\d+)", text)):
            self.numbers.append(q.Quantity("port", float(port[1])))
            if "localhost" in text:
                return at + 1
        if re.fullmatch(r"v\d+", text) and not self._tells_which(at):
            self._version(Meaning("api"), q.version(text), at)
        else:
            self._add(Meaning(text), at, literal=True)
        return at + 1

    # Denial.

    def _sets_aside(self, at: int) -> int:
        """`instead of X`, `prefer Y over X`, `switched from X to Y`: what follows is not what holds."""
        word = self.tokens[at].text
        if word == self._deny_until:
            self._deny, self._deny_until = 1, ""
        if word in g.SETS_ASIDE and at + 1 < len(self.tokens) and self.tokens[at + 1].text == g.SETS_ASIDE[word]:
            self._deny, self._deny_until = -1, "to" if g.SETS_ASIDE[word] == "from" else ""
            return at + 2
        if word == "over" and any(item.concept == "prefer" for item in self.items):
            self._deny = -1
            return at + 1
        return 0

    def _denial(self, at: int) -> None:
        word = self.tokens[at].text
        follows = [token.text for token in self.tokens[at + 1 : at + 3]] + ["", ""]
        if (word in ("no", "not") and follows[0] in ("later", "more", "fewer", "less", "only")) or (
            follows == ["longer", "than"]
        ):
            return  # a bound: `no more than 5`
        if self._deny > 0 or word != "no":
            self._deny = -self._deny
        if at and self._of_subject(at):
            participle = next((each for each in follows if each != "be"), "")
            passive = participle.endswith(("ed", "en"))  # `secrets must never be committed`: do not commit secrets
            self._turn(lambda item: item.turned() if passive else item._replace(denied=True), all_of_it=passive)

    def _of_subject(self, at: int) -> bool:
        before, word = self.tokens[at - 1].text, self.tokens[at].text
        follows = self.tokens[at + 1].text if at + 1 < len(self.tokens) else ""
        return before in g.BE or word.removesuffix("n't") in g.BE or (before in g.AUX and follows == "be")

    def _gone(self, at: int) -> None:
        """`the Datadog agent is gone`, `we dropped Prisma`: names in the clause no longer hold."""
        word, before = self.tokens[at].text, self.tokens[at - 1].text if at else ""
        if before in ("was", "were", "been") or word == "gone":
            self._turn(lambda item: item.turned(), all_of_it=True)
        elif not any(token.text in ("by", "with") for token in self.tokens[at + 1 : at + 2]):
            self._turn(lambda item: item._replace(denied=True))
            self._deny, self._deny_until = -1, "with"

    def _turn(self, change: Callable[[Item], Item], *, all_of_it: bool = False) -> None:
        """Changes what was said so far in this clause: names and literals, or all of it."""
        self.items = [
            change(item) if item.clause == self._clause and (all_of_it or item.kinds or item.literal) else item
            for item in self.items
        ]

    def _undoes(self, at: int) -> bool:
        word, before = self.tokens[at].text, self.tokens[at - 1].text if at else ""
        if word in ("off", "down"):
            return before in g.BE or before in ("turned", "switched", "shut", ":", "=")
        return word in g.UNDOES and not (self._deny < 0 and word.startswith(("block", "reject", "refus")))

    # Numbers.

    def _number(self, at: int) -> int:
        token = self.tokens[at]
        measured = m.measure(self.tokens, at)
        if measured.quantity:
            self.numbers.append(measured.quantity)
            return measured.after
        if token.text.startswith("v") and self._tells_which(at):
            self._add(Meaning(token.text), at)
        elif self._is_version(at) and (product := self._product(at)):
            self._version(product, q.version(token.text), at)
        elif counted := m.count(self.tokens, at):
            self.numbers.append(counted)
        return at + 1

    def _is_version(self, at: int) -> bool:
        token = self.tokens[at]
        if token.kind == "version":
            return token.text.count(".") != 1 or token.text[0] != "0" or any(item.kinds for item in self.items)
        if token.kind != "number" or not self.items:
            return False
        last, before = self.items[-1], self.tokens[at - 1]
        if last.concept == "version":
            return True
        if last.at < at - 1 - (before.kind == "sign") or before.text == "=":
            return False
        product = self.tokens[last.at]
        follows = self.tokens[at + 1].text if at + 1 < len(self.tokens) else ""
        if follows.endswith("s") and follows not in g.VERBS and follows not in g.LIGHT:
            return False  # `Kafka 3 brokers`
        capital = product.written != product.text
        return (
            bool(last.kinds)
            or before.kind == "sign"
            or (capital and (not product.first or follows in g.AUX or follows in (",", "or", "and")))
        )

    def _product(self, at: int) -> Meaning | None:
        here = [item for item in self.items if item.clause == self._clause]
        named = [item for item in here if item.kinds]
        if self.tokens[at].text.startswith("v") and not named:
            return Meaning("api")
        telling = [item for item in here if item.concept not in g.VAGUE and item.concept not in g.FILLER]
        chosen = (named or telling or self.items)[-1:]
        return Meaning(chosen[0].concept, 1, chosen[0].kinds) if chosen else None

    def _version(self, product: Meaning, parts: tuple[int, ...], at: int) -> None:
        if self.tokens[at].text.startswith("v"):
            self._add(Meaning(self.tokens[at].text), at)
        if self._deny > 0:
            self.versions.setdefault(product.concept, q.Version(parts, m.bound(self.tokens, at)))
            if not any(item.concept == product.concept for item in self.items):
                self._add(product, at)
