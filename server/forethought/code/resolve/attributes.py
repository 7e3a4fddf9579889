"""What `e.name` is, for each kind of value that e may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forethought.code.resolve.classes import Member, below, fields, line_of, members, own
from forethought.code.resolve.edges import USES
from forethought.code.resolve.table import FIELD, NOTHING, RESULT, Values, key, union

if TYPE_CHECKING:
    from forethought.code.resolve.evaluate import Evaluation

METHODS = {"append", "add", "insert", "extend", "appendleft", "update", "setdefault", "get", "pop", "popleft",
           "values", "items", "keys", "copy", "sort", "popitem"}  # fmt: skip


def attribute(ev: Evaluation, bases: Values, name: str, row: int) -> Values:
    values = NOTHING
    for base in bases:
        values = union(values, _of(ev, base, name, row))
    return values


def attribute_of(ev: Evaluation, bases: Values, name: str) -> Values:
    """The same, where the text does not name the attribute: without edges of its own."""
    return attribute(ev, bases, name, -1)


def _of(ev: Evaluation, base: int, name: str, row: int) -> Values:
    kind, number = ev.what[base][:2]
    if kind == "instance":
        return of_instance(ev, number, name, row)
    if kind == "class":
        return _of_class(ev, number, name, row)
    if kind == "module":
        return _of_module(ev, number, name, row)
    if kind == "super":
        found, variables, _ = members(ev, number, name, after=number)
        if not found and line_of(ev, number).open:
            return ev.program.outside
        values, properties = reached(ev, found)
        _uses(ev, variables + properties, row)
        return values
    if kind == "outside":
        return ev.program.external(f"{number}.{name}")
    if kind in ("box", "of", "tuple", "mapping", "record"):
        return (ev.program.kinds("method", base, name),) if name in METHODS else ev.program.outside
    if kind in ("const", "function", "bound", "method", "generator"):
        return ev.program.outside
    return NOTHING


def of_instance(ev: Evaluation, class_: int, name: str, row: int) -> Values:
    if name == "__class__":
        return (ev.program.kinds("class", class_),)
    member = ev.known.members.get((class_, name))
    if member is None:
        member = ev.known.members[class_, name] = _member(ev, class_, name)
    ev.keys |= member.keys
    ev.scopes_read |= member.scopes
    _uses(ev, member.uses, row)
    return member.values


def _member(ev: Evaluation, class_: int, name: str) -> Member:
    """Work out an attribute, noting what is read apart from the rest."""
    keys, scopes = ev.keys, ev.scopes_read
    ev.keys, ev.scopes_read = set(), set()
    found, uses, place = members(ev, class_, name)
    values, properties = reached(ev, found)
    if not values or name not in ev.program.scopes[place].declared:
        values = union(values, fields(ev, class_, name))
    if not values and not uses:
        if line_of(ev, class_).open:
            values = ev.program.outside
        for sub in below(ev, class_) if not values else ():  # a base may count on what its subclasses bring
            here = own(ev, sub, name)
            values = union(values, ev.read(key(FIELD, sub, ev.program.names(name))))
            if here is not None:
                brought, more = reached(ev, here[0])
                values, properties = union(values, brought), properties + more
    member = Member(values, uses + properties, ev.keys, ev.scopes_read)
    ev.keys, ev.scopes_read = keys, scopes
    return member


def _of_class(ev: Evaluation, class_: int, name: str, row: int) -> Values:
    found, variables, _ = members(ev, class_, name)
    _uses(ev, variables, row)
    values = NOTHING
    for value in found:
        kind, number = ev.what[value][:2]
        scope = ev.program.scopes.get(number) if kind == "function" else None
        if scope is not None and scope.flavour == "class":
            value = ev.program.kinds("bound", number)
        values = union(values, (value,))
    if not values and line_of(ev, class_).open:
        return ev.program.outside
    return values


def reached(ev: Evaluation, found: Values) -> tuple[Values, tuple[int, ...]]:
    """Members as seen through an instance: functions are bound, properties have been called (and are named)."""
    values, properties = NOTHING, []
    for value in found:
        kind, number = ev.what[value][:2]
        scope = ev.program.scopes.get(number) if kind == "function" else None
        if scope is None or scope.flavour == "static":
            values = union(values, (value,))
        elif scope.flavour == "property":
            ev.scopes_read.add(scope.id)
            properties.append(scope.id)
            values = union(values, ev.read(key(RESULT, scope.id)))
        else:
            values = union(values, (ev.program.kinds("bound", number),))
    return values, tuple(properties)


def _of_module(ev: Evaluation, module: int, name: str, row: int) -> Values:
    ev.scopes_read.add(module)
    found = ev.program.lookup(module, name)
    _uses(ev, found.variables, row)
    if not found.variables:
        ev.plain[row] = found.values
    return ev.values_of(found)


def _uses(ev: Evaluation, variables: tuple[int, ...], row: int) -> None:
    if row >= 0:
        for variable in variables:
            ev.edge(variable, USES, row)
