"""Classes: the order in which bases are searched, and the members found there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from forethought.code.resolve.table import BASES, DERIVED, FIELD, NOTHING, VARIABLE, Values, key, union

if TYPE_CHECKING:
    from forethought.code.resolve.evaluate import Evaluation

# Bases from outside that bring no members worth a thought.
BARE = {"object", "typing.Generic", "typing.Protocol", "abc.ABC", "typing_extensions.Protocol"}


class Known:
    """What was found out about classes in one round, for all who ask in it."""

    __slots__ = ("lines", "makers", "members", "round")

    def __init__(self, round_: int) -> None:
        self.round = round_
        self.lines: dict[int, Line] = {}
        self.members: dict[tuple[int, str], Member] = {}
        self.makers: dict[int, Member] = {}


class Member(NamedTuple):
    """An attribute of an instance: its values, what is used by asking for it, and what had to be read."""

    values: Values
    uses: tuple[int, ...]
    keys: set[int]
    scopes: set[int]


class Line:
    """The classes searched for a member, the class itself first; `open`: some base is not of the project."""

    __slots__ = ("classes", "keys", "open")

    def __init__(self, classes: tuple[int, ...], open_: bool, keys: frozenset[int]) -> None:
        self.classes, self.open, self.keys = classes, open_, keys


def line_of(ev: Evaluation, class_: int) -> Line:
    found = ev.known.lines.get(class_)
    if found is None:
        found = ev.known.lines[class_] = _linearise(ev, class_, ())
    ev.keys |= found.keys
    return found


def _linearise(ev: Evaluation, class_: int, below: tuple[int, ...]) -> Line:
    known = ev.known.lines.get(class_)
    if known is not None:
        return known
    at = key(BASES, class_)
    keys, open_ = {at}, False
    bases: list[Line] = []
    values = ev.read(at)
    if len(values) > 1 and ev.scope.language == "rust":  # each impl block brings its trait, from any file
        values = tuple(sorted(values, key=lambda value: ev.program.symbols.order(ev.what[value][1])))
    for value in values:
        kind, what = ev.what[value][:2]
        if kind == "class" and what != class_ and what not in below:
            assert isinstance(what, int)
            bases.append(_linearise(ev, what, (*below, class_)))
        elif kind != "class" and what not in BARE:
            open_ = True
    for base in bases:
        keys |= base.keys
        open_ = open_ or base.open
    return Line((class_, *_merge(bases)), open_, frozenset(keys))


def _merge(bases: list[Line]) -> list[int]:
    """The C3 order; where there is none, depth first."""
    waiting = [list(base.classes) for base in bases] + [[base.classes[0] for base in bases]]
    out: list[int] = []
    while waiting := [classes for classes in waiting if classes]:
        for classes in waiting:
            head = classes[0]
            if not any(head in other[1:] for other in waiting):
                break
        else:
            head = waiting[0][0]
        out.append(head)
        waiting = [[c for c in classes if c != head] for classes in waiting]
    return out


def members(ev: Evaluation, class_: int, name: str, after: int = -1) -> tuple[Values, tuple[int, ...], int]:
    """The attribute of a class: its values as they stand there, the variables it names, and the class it is from."""
    ev.scopes_read.add(class_)
    line = line_of(ev, class_)
    classes = line.classes
    if after >= 0:
        classes = classes[classes.index(after) + 1 :] if after in classes else ()
    for place in classes:
        found = own(ev, place, name)
        if found is not None:
            return *found, place
    return NOTHING, (), -1


def own(ev: Evaluation, class_: int, name: str) -> tuple[Values, tuple[int, ...]] | None:
    program = ev.program
    entries = program.bound(class_).get(name)
    values = ev.read(key(VARIABLE, class_, program.names(name)))
    if entries is None:
        return (values, ()) if values else None
    variables = []
    for entry in entries:
        if not isinstance(entry, int):
            found = program.imported(program.symbols.path[class_], entry)
            values = union(values, ev.values_of(found))
        elif entry >= 0:
            values = union(values, (program.value_of(entry),))
        else:
            variables.append(~entry)
    return values, tuple(variables)


def fields(ev: Evaluation, class_: int, name: str) -> Values:
    """What instances hold under a name, whichever class of the line put it there."""
    number, values = ev.program.names(name), NOTHING
    for place in line_of(ev, class_).classes:
        values = union(values, ev.read(key(FIELD, place, number)))
    return values


def below(ev: Evaluation, class_: int) -> Iterator[int]:
    """The classes that derive from a class, as long as they are few."""
    seen, waiting = {class_}, [class_]
    for place in waiting:
        ev.scopes_read.add(place)
        for value in ev.read(key(DERIVED, place)):
            _, sub = ev.what[value][:2]
            if isinstance(sub, int) and sub not in seen:
                seen.add(sub)
                waiting.append(sub)
                yield sub
