"""Where a value of a known type is expected, the functions written there are called as that type says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forethought.code.facts import Import
from forethought.code.resolve.offered import CALLABLE
from forethought.code.resolve.table import NOTHING, PARAMETER, RESULT, Values, key, union
from forethought.code.resolve.typed_members import member

if TYPE_CHECKING:
    from forethought.code.resolve.typed import Typed

DEEPEST = 3


def expect(ev: Typed, values: Values, types: Values, depth: int = 0) -> None:
    """Functions take the parameters of the type; the members of an object literal are expected in turn."""
    if depth == DEEPEST:
        return
    for value in values:
        kind, number, *_ = ev.what[value]
        if kind == "function":
            scope = ev.program.scopes.get(number)
            if scope is None or not scope.parameters:
                continue
            for signature in signatures(ev, types):
                for place in range(len(scope.parameters)):
                    ev.give(key(PARAMETER, number, place), wanted(ev, signature, place))
        elif kind == "box" and value in ev.shapes:
            for name, inner in ev.shapes[value].items():
                if inner:
                    expect(ev, inner, member(ev, types, name), depth + 1)


def signatures(ev: Typed, types: Values) -> list[int]:
    """The functions that values of these types can be called as."""
    found = []
    for value in types:
        kind, number, *_ = ev.what[value]
        if kind in ("function", "bound"):
            found.append(number)
        elif kind == "instance":
            ev.scopes_read.add(number)
            found += [entry for entry in _callable(ev, number) if isinstance(entry, int)]
    return found


def _callable(ev: Typed, type_: int) -> tuple[int | Import, ...]:
    """The signatures of a type; in Java, of an interface with a single method."""
    bound = ev.program.bound(type_)
    if ev.scope.language != "java":
        return bound.get(CALLABLE, ())
    methods = [entry for entries in bound.values() for entry in entries if isinstance(entry, int) and entry >= 0]
    return (methods[0],) if len(methods) == 1 else ()


def wanted(ev: Typed, function: int, place: int) -> Values:
    """What the declared parameters of a function say about one argument."""
    scope = ev.program.scopes.get(function)
    if scope is None or not scope.parameters:
        return NOTHING
    ev.scopes_read.add(function)
    last = len(scope.parameters) - 1
    if place >= last and scope.parameters[last][1] == "*":
        return _elements(ev, ev.read(key(RESULT, function, last + 1)), place - last)
    return ev.read(key(RESULT, function, place + 1)) if place <= last else NOTHING


def _elements(ev: Typed, lists: Values, place: int) -> Values:
    """`...rest: T[]` takes values of T; `...rest: [A, B]` an A and a B."""
    values = NOTHING
    for value in lists:
        kind, inside, *_ = ev.what[value]
        if kind == "of":
            values = union(values, inside)
        elif kind == "tuple":
            values = union(values, inside[place] if place < len(inside) else NOTHING)
        else:
            values = union(values, (value,))
    return values
