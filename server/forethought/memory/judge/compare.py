"""What speaks for and against two statements contradicting each other, or saying the same, as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from forethought.memory.judge import clashes as c
from forethought.memory.judge import grammar as g
from forethought.memory.judge.lexicon import LEXICON
from forethought.memory.judge.statements import Statement

_CLASHES = {  # the surest first: the first one found is the reason that is given
    "version": c.version,
    "kind": c.kind,
    "denied": c.denied,
    "number": c.number,
    "place": c.place,
    "agent": c.agent,
    "opposite": c.opposite,
    "several": c.several,
    "frame": c.frame,
    "value": c.value,
    "other": c.other,
}
_WEAK = ("value", "other")


def clashes(a: Statement, b: Statement) -> dict[str, c.Clash]:
    return {name: find(a, b) for name, find in _CLASHES.items()}


def evidence(a: Statement, b: Statement, found: Mapping[str, c.Clash]) -> dict[str, float]:
    e = {name: found[name].strength for name in ("version", "kind", "denied", "number", "agent", "opposite", "several")}
    e |= {name: found[name].strength for name in _WEAK}
    e |= _shared(a, b) | _subjects(a, b) | _circumstances(a, b, found) | _agreed(a, b, found)
    split = e.pop("split")
    clash = e["clash"] = max(found[name].strength for name in found if name not in _WEAK)
    e["clash, split"] = clash * split
    for other in ("scopes", "past", "overlap", "equal"):
        e[f"clash, {other}"] = clash * e[other]
    e["kind, split"] = e["kind"] * split
    e["opposite, covered"] = e["opposite"] * e["covered"]
    e["value, equal"] = e["value"] * e["equal"]
    return e


def _shared(a: Statement, b: Statement) -> dict[str, float]:
    shared = _weight(a.words.keys() & b.words.keys())
    all_a, all_b = _weight(a.words), _weight(b.words)
    return {
        "covered": shared / (min(all_a, all_b) or 1.0),
        "overlap": shared / (all_a + all_b - shared or 1.0),
        "a_in_b": shared / (all_a or 1.0),
    }


def _weight(concepts: Iterable[str]) -> float:
    return sum(0.25 if concept in g.VAGUE else 1.0 for concept in concepts)


def _subjects(a: Statement, b: Statement) -> dict[str, float]:
    """How much of what each is about the other knows of, and whether each has something to itself."""
    kinds = a.names.keys() & b.names.keys()
    topic = {word for kind in kinds for word in LEXICON.topics[kind]}  # `the web server is nginx`: the kind, no more
    all_a = {word for word in (a.subject if kinds else a.subject | a.front) if word not in b.words} - g.FILLER
    all_b = {word for word in (b.subject if kinds else b.subject | b.front) if word not in a.words} - g.FILLER
    own_a, own_b = all_a - topic, all_b - topic
    if not (a.subject & b.subject) - topic:
        own_a, own_b = own_a - g.WHOLE, own_b - g.WHOLE
    shared = {word for word in a.subject if word in b.words} | {word for word in b.subject if word in a.words}
    where_a, where_b = (a.scope | a.tail) - b.words.keys(), (b.scope | b.tail) - a.words.keys()
    return {
        "split": float(bool(own_a and own_b)),
        "same": min(_weight(shared), 2.0) / 2,
        "equal": float(bool(a.subject) and a.subject == b.subject),
        "contrast": float(_contrast(all_a | where_a, all_b | where_b) or _one_of_many(a, b, all_a, all_b)),
        "other_verb": float(bool(a.verb and b.verb) and a.verb != b.verb),
    }


def _contrast(own_a: Set[str], own_b: Set[str]) -> bool:
    lists = {number for word in own_b for number in LEXICON.contrasts.get(word, ())}
    return any(number in lists for word in own_a for number in LEXICON.contrasts.get(word, ()))


def _one_of_many(a: Statement, b: Statement, own_a: Set[str], own_b: Set[str]) -> bool:
    """Of two orders: `function names` are not `function argument names`."""
    return a.order and b.order and (_contrast(own_a, b.subject) or _contrast(a.subject, own_b))


def _circumstances(a: Statement, b: Statement, found: Mapping[str, c.Clash]) -> dict[str, float]:
    """Where and when the two hold, and whether the newer is an exception to a rule."""
    scopes = _apart(a.scope, b.scope)
    scopes = scopes or (not b.scope and _apart(a.scope, b.tail)) or (not a.scope and _apart(a.tail, b.scope))
    narrow = (b.tail | b.places | b.scope) - a.words.keys() - g.FILLER
    if a.subject & b.subject:
        narrow |= b.subject - a.words.keys() - g.FILLER
    rule = a.universal or bool(a.denied)
    return {
        "scopes": float(scopes),
        "exception": float(bool(rule and narrow and found["opposite"].strength) and not b.changed),
        "past": float(a.past and not b.past) + 0.5 * b.past,
        "changed": float(b.changed),
        "adds": float(a.adds and b.adds),
    }


def _apart(a: Set[str], b: Set[str]) -> bool:
    return bool(a - b) and bool(b - a)


def _agreed(a: Statement, b: Statement, found: Mapping[str, c.Clash]) -> dict[str, float]:
    """What both say alike, and where sentences of one form part before the verb, or have none."""
    alike, start, left, right = c.aligned(a, b)
    parted = alike if left and right else 0.0
    numbers = any(
        one.dimension == other.dimension and c.same_number(one, other) for one in a.numbers for other in b.numbers
    )
    return {
        "alike": alike,
        "frame_subject": parted if start < min(a.value_at, b.value_at) else 0.0,
        "frame_order": parted if a.order and b.order and not found["frame"].strength else 0.0,
        "named": float(bool(c.names(a) & c.names(b))),
        "numbered": float(numbers),
        "deny_both": float(bool(a.denied & b.denied)),
        "other_kinds": float(bool(a.names and b.names) and not a.names.keys() & b.names.keys()),
        "lost": float(bool((a.literals | a.places) - b.words.keys()) or bool(a.numbers and not numbers)),
        "number_new": float(bool(b.numbers) and not a.numbers),
    }
