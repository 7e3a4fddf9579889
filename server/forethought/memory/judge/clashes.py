"""Where two statements cannot both be true of one thing: each clash with how sure it is, and told in words."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from forethought.memory.judge import grammar as g
from forethought.memory.judge.lexicon import LEXICON
from forethought.memory.judge.quantities import Quantity
from forethought.memory.judge.statements import Statement


class Clash(NamedTuple):
    strength: float = 0.0
    why: str = ""


NONE = Clash()


def kind(a: Statement, b: Statement) -> Clash:
    """Two names of a kind of which a project has one."""
    return _kind(a, b, (a.names.keys() & b.names.keys()) - LEXICON.several)


def several(a: Statement, b: Statement) -> Clash:
    """Two names of a kind of which a project has several, and one thing has one: languages, formats."""
    return _kind(a, b, a.names.keys() & b.names.keys() & LEXICON.several)


def _kind(a: Statement, b: Statement, kinds: Set[str]) -> Clash:
    apart = sorted(each for each in kinds if not a.names[each] & b.names[each])
    if not apart or b.grants:
        return NONE
    told = f"{apart[0]}: {_list(a.names[apart[0]])} against {_list(b.names[apart[0]])}"
    return Clash(0.5 if names(a) & names(b) else 1.0, told)


def denied(a: Statement, b: Statement) -> Clash:
    """A name or literal that one gives and the other takes away."""
    for one, other in ((a, b), (b, a)):
        if gone := (names(one) | one.literals | one.places) & other.denied:
            return Clash(1.0, f"{_list(gone)} no longer holds" if one is a else f"{_list(gone)} was ruled out")
    return NONE


def number(a: Statement, b: Statement) -> Clash:
    for one in a.numbers:
        rivals = [other for other in b.numbers if _comparable(one, other, a, b)]
        if rivals and not any(same_number(one, other) for other in rivals):
            agreed = any(same_number(x, y) for x in a.numbers for y in b.numbers if x.dimension == y.dimension)
            return Clash(0.5 if agreed else 1.0, f"{_told(one)} against {_told(rivals[0])}")
    return NONE


def same_number(one: Quantity, other: Quantity) -> bool:
    about = 0.02 if one.dimension in ("time", "period") else 0.0  # a month has 30 days or 31
    return abs(one.value - other.value) <= about * max(one.value, other.value)


def _comparable(one: Quantity, other: Quantity, a: Statement, b: Statement) -> bool:
    if one.dimension != other.dimension:
        return {one.dimension, other.dimension} in ({"time", "period"}, {"port", "count"})
    if one.dimension != "count" or not one.of or not other.of:
        return True
    return one.of == other.of or one.of in b.words or other.of in a.words


def version(a: Statement, b: Statement) -> Clash:
    for name in sorted(a.versions.keys() & b.versions.keys()):
        one, other = a.versions[name], b.versions[name]
        if not one.agrees(other):
            return Clash(1.0, f"{name} {one.bound}{_dots(one.parts)} against {other.bound}{_dots(other.parts)}")
    return NONE


def place(a: Statement, b: Statement) -> Clash:
    if a.places and b.places and not a.places & b.places:
        return Clash(1.0, f"{_list(a.places)} against {_list(b.places)}")
    return NONE


def opposite(a: Statement, b: Statement) -> Clash:
    """What one says the other denies. Two turns make none: `do not merge red` is `merge green`."""
    flipped = {word for word in a.words.keys() & b.words.keys() if a.words[word] * b.words[word] < 0}
    turned = {word for word in flipped if (word in a.denied) != (word in b.denied)}
    if a.denied & b.denied:
        flipped, turned = flipped - turned, set()  # both deny: only the order of the words differs
    if not flipped or (turned and (flipped - turned or _settled(a, b))):
        return NONE
    return Clash(1.0, f"one says, the other denies: {_list(flipped)}")


def _settled(a: Statement, b: Statement) -> bool:
    """`not automatic` beside `by hand`: an opposite denied is the thing itself."""
    shared = a.words.keys() & b.words.keys()
    return any(a.words[word] * b.words[word] > 0 and (word in a.denied) != (word in b.denied) for word in shared)


def agent(a: Statement, b: Statement) -> Clash:
    """The same is done to the same by someone else."""
    ours, theirs = a.agent - g.VAGUE, b.agent - g.VAGUE
    if not ours or not theirs or a.verb != b.verb or ours & theirs:
        return NONE
    patients = (a.words.keys() - a.agent - {a.verb}) & (b.words.keys() - b.agent - {b.verb})
    split = a.subject - a.agent - b.words.keys() or b.subject - b.agent - a.words.keys()
    return Clash(1.0, f"{_list(ours)} against {_list(theirs)}") if patients and not split else NONE


def frame(a: Statement, b: Statement) -> Clash:
    """Sentences of one form that differ in one place, behind the verb."""
    alike, start, left, right = aligned(a, b)
    if not left or not right or len(left) > 3 or len(right) > 3 or alike < 0.4 or a.verb != b.verb or a.verb in g.HAS:
        return NONE
    if a.order and b.order:
        if (a.adds and b.adds) or _about_another(a, b, left, right):
            return NONE
    elif not a.value_at or not b.value_at or start < max(a.value_at, b.value_at):
        return NONE
    return Clash(alike, f"{' '.join(left)} against {' '.join(right)}")


def _about_another(a: Statement, b: Statement, left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Of two orders: `use hints in functions`, `… in classes`; `use a linter`, `use a debugger`."""
    if (a.literals | names(a)) & set(left):
        return False
    if a.verb == "be":
        return not (a.used_for and b.used_for and a.subject == b.subject)
    return set(left) <= a.tail and set(right) <= b.tail


def aligned(a: Statement, b: Statement) -> tuple[float, int, tuple[str, ...], tuple[str, ...]]:
    """How much of the two is the same at both ends, where they part, and what stands between."""
    one, other = a.frame, b.frame
    shorter = min(len(one), len(other))
    start = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    end = next((at for at in range(shorter - start) if one[-1 - at] != other[-1 - at]), shorter - start)
    alike = (start + end) / (max(len(one), len(other)) or 1)
    return alike, start, one[start : len(one) - end], other[start : len(other) - end]


def value(a: Statement, b: Statement) -> Clash:
    """Of the same subject, in the same respect, something else is said."""
    own_a, own_b = a.values - b.words.keys(), b.values - a.words.keys()
    if not own_a or not own_b or a.verb in g.HAS or (a.adds and b.adds) or (a.verb and b.verb and a.verb != b.verb):
        return NONE
    return Clash(1.0, f"{_list(own_a)} against {_list(own_b)}") if _about(a, b) else NONE


def _about(a: Statement, b: Statement) -> Set[str]:
    """What the one is about and the other knows of."""
    return ((a.subject & b.words.keys()) | (b.subject & a.words.keys())) - {a.verb, b.verb, "use"}


def other(a: Statement, b: Statement) -> Clash:
    """Each says of a shared subject what the other does not: little to go by, enough to be named. Two orders to do
    two things do not even that."""
    if a.order and b.order and a.verb != b.verb:
        return NONE
    own_a, own_b = a.words.keys() - b.words.keys() - a.subject, b.words.keys() - a.words.keys() - b.subject
    return Clash(1.0, f"{_list(own_a)} against {_list(own_b)}") if own_a and own_b and _about(a, b) else NONE


def names(statement: Statement) -> Set[str]:
    return {name for names in statement.names.values() for name in names}


def _list(words: Set[str]) -> str:
    return ", ".join(sorted(words)[:3])


def _told(quantity: Quantity) -> str:
    unit = {"time": " s", "period": " s", "bytes": " B", "share": " %", "length": " px"}.get(quantity.dimension, "")
    return f"{quantity.value:g}{unit}"


def _dots(parts: tuple[int, ...]) -> str:
    return ".".join(map(str, parts))
