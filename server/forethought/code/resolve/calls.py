"""Calls: what is called, what its parameters get, what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forethought.code.resolve import containers, known
from forethought.code.resolve.attributes import attribute_of
from forethought.code.resolve.classes import Member, line_of, members
from forethought.code.resolve.edges import CALLS, EXACT, LIKELY, POSSIBLE, USES
from forethought.code.resolve.table import NOTHING, PARAMETER, RESULT, YIELDED, Values, key, union

if TYPE_CHECKING:
    from forethought.code.resolve.evaluate import Evaluation
    from forethought.code.resolve.scopes import Scope

FEW = 3  # candidates that values led to: with more, none of them is likely


class Arguments:
    """What is passed: by position, by keyword, and unpacked. Constants have values only where they are asked for."""

    __slots__ = ("constants", "keywords", "positional", "rest")

    def __init__(self, ev: Evaluation | None = None, row: Any = ()) -> None:
        self.positional: list[Values] = []
        self.keywords: dict[str, Values] = {}
        self.rest: list[tuple[str, Values]] = []
        self.constants: dict[int | str, int] = {}  # rows, by position or keyword
        if ev is not None:
            self._fill(ev, row)

    def _fill(self, ev: Evaluation, row: Any) -> None:
        val, rows, place = ev.val, ev.rows, 2
        for part in row[2:]:
            if isinstance(part, str):
                break
            if rows[part][0] == "const":
                self.constants[place - 2] = part
            self.positional.append(val[part])
            place += 1
        for at in range(place, len(row) - 1, 2):
            name, part = row[at], row[at + 1]
            if name in ("*", "**"):
                self.rest.append((name, val[part]))
                continue
            if rows[part][0] == "const":
                self.constants[name] = part
            self.keywords[name] = val[part]

    def constant(self, ev: Evaluation, at: int | str) -> Values:
        row = self.constants.get(at)
        if row is not None:
            return ev.constant(row)
        return self.positional[at] if isinstance(at, int) else self.keywords[at]


NO_ARGUMENTS = Arguments()


def call(
    ev: Evaluation, callees: Values, arguments: Arguments, row: int, named: Values = NOTHING, otherwise: int = LIKELY
) -> Values:
    """A call is exact if the text names what is called; what only values led to is likely, if that is not much."""
    values = NOTHING
    if len(callees) > FEW:
        otherwise = POSSIBLE
    for callee in callees:
        values = union(values, _one(ev, callee, arguments, row, EXACT if callee in named else otherwise))
    return values


def _one(ev: Evaluation, callee: int, arguments: Arguments, row: int, certainty: int) -> Values:
    kind, what, *more = ev.what[callee]
    if kind == "function" or kind == "bound":
        return invoke(ev, what, arguments, row, 1 if kind == "bound" else 0, certainty)
    if kind == "class":
        return construct(ev, what, arguments, row, certainty)
    if kind == "outside":
        return known.call(ev, what, arguments, row)
    if kind == "instance":
        return call(ev, attribute_of(ev, (callee,), "__call__"), arguments, row)
    if kind == "partial":
        return _partial(ev, what, more[0], arguments, row, certainty)
    if kind == "method":
        return known.method(ev, what, more[0], arguments, row)
    return NOTHING


def _partial(ev: Evaluation, inner: int, given: int, arguments: Arguments, row: int, certainty: int) -> Values:
    kind, what = ev.what[inner][:2]
    if kind in ("function", "bound"):
        return invoke(ev, what, arguments, row, given + (kind == "bound"), certainty)
    return call(ev, (inner,), arguments, row)


def invoke(ev: Evaluation, function: int, arguments: Arguments, row: int, skip: int, certainty: int) -> Values:
    ev.edge(function, CALLS, row, certainty)
    ev.scopes_read.add(function)
    scope = ev.program.scopes.get(function)
    if scope is None:
        return NOTHING
    bind(ev, scope, arguments, skip)
    return result(ev, scope, arguments, skip)


def result(ev: Evaluation, scope: Scope, arguments: Arguments, skip: int) -> Values:
    if scope.flavour == "manager":
        return (ev.program.kinds("manager", scope.id),)
    if scope.generator:
        return (ev.program.kinds("generator", scope.id),)
    passed = NOTHING
    for place in scope.passed:
        name = scope.parameters[place][0]
        at = place - skip
        if 0 <= at < len(arguments.positional):
            passed = union(passed, arguments.positional[at])
        elif name in arguments.keywords:
            passed = union(passed, arguments.keywords[name])
    values = ev.read(key(RESULT, scope.id))
    return passed if passed and scope.same_type else union(values, passed)


def construct(ev: Evaluation, class_: int, arguments: Arguments, row: int, certainty: int) -> Values:
    """C(…): the class is called, and with it its `__init__`, wherever in the line that stands."""
    ev.edge(class_, CALLS, row, certainty)
    made = ev.known.makers.get(class_)
    if made is None:
        made = ev.known.makers[class_] = _makers(ev, class_)
    ev.keys |= made.keys
    ev.scopes_read |= made.scopes
    for number in made.uses:
        scope = ev.program.scopes[number]
        ev.edge(number, CALLS, row, certainty if scope.parent == class_ else max(certainty, LIKELY))
        bind(ev, scope, arguments, 1)
    return made.values


def _makers(ev: Evaluation, class_: int) -> Member:
    """An instance of a class, and the functions that make it."""
    keys, scopes = ev.keys, ev.scopes_read
    ev.keys, ev.scopes_read = set(), set()
    found = members(ev, class_, "__init__")[0] + members(ev, class_, "__new__")[0]
    functions = [ev.what[value][1] for value in found if ev.what[value][0] == "function"]
    functions = [number for number in functions if number in ev.program.scopes]
    instance = (ev.program.kinds("instance", class_),)
    member = Member(instance, tuple(functions), ev.keys, ev.scopes_read.union(functions))
    ev.keys, ev.scopes_read = keys, scopes
    return member


def bind(ev: Evaluation, scope: Scope, arguments: Arguments, skip: int) -> None:
    """Arguments become what parameters hold."""
    parameters, number, keys, outside = scope.parameters, scope.id, scope.keys, ev.program.outside
    extra: list[Values] = []
    for place, values in enumerate(arguments.positional, skip):
        if place < len(parameters) and parameters[place][1] in ("", "/"):
            if place in keys:
                values = arguments.constant(ev, place - skip)
            if values and values != outside:
                ev.give(key(PARAMETER, number, place), values)
        else:
            extra.append(values)
    if not (extra or arguments.keywords or arguments.rest):
        return
    places = {name: place for place, (name, kind) in enumerate(parameters) if not kind.startswith("*")}
    other: dict[str, Values] = {}
    for name, values in arguments.keywords.items():
        if name in places:
            ev.give(
                key(PARAMETER, number, places[name]), arguments.constant(ev, name) if places[name] in keys else values
            )
        else:
            other[name] = values
    for sign, values in arguments.rest:
        _unpack(ev, scope, sign, values, skip + len(arguments.positional))
    for place, (_, kind) in enumerate(parameters):
        if kind == "*" and any(extra):
            ev.give(key(PARAMETER, number, place), containers.made(ev, *extra))
        elif kind == "**" and any(other.values()):
            ev.give(key(PARAMETER, number, place), (ev.program.kinds("record", tuple(sorted(other.items()))),))


def _unpack(ev: Evaluation, scope: Scope, sign: str, boxes: Values, start: int) -> None:
    for here in boxes:
        for place, (name, kind) in enumerate(scope.parameters):
            if sign == "*" and kind in ("", "/") and place >= start:
                values = containers.item(ev, here, (ev.program.kinds("const", place - start),))
            elif sign == "**" and kind in ("", "k") and place >= start:
                values = containers.item(ev, here, (ev.program.kinds("const", name),))
            elif kind == sign:
                values = (here,)
            else:
                continue
            ev.give(key(PARAMETER, scope.id, place), values)


def iterate(ev: Evaluation, values: Values, row: int) -> Values:
    """What a loop over these gets, one at a time."""
    out = NOTHING
    for value in values:
        kind, what = ev.what[value][:2]
        if kind == "instance":
            given = call(ev, attribute_of(ev, (value,), "__iter__"), NO_ARGUMENTS, row)
            for iterator in given:
                if ev.what[iterator][0] == "instance":
                    out = union(out, call(ev, attribute_of(ev, (iterator,), "__next__"), NO_ARGUMENTS, row))
                else:
                    out = union(out, containers.elements(ev, iterator))
        else:
            if kind == "generator":
                ev.scopes_read.add(what)
            if not containers.keyed(ev, value):
                out = union(out, containers.elements(ev, value))
    return out


def enter(ev: Evaluation, values: Values, row: int) -> Values:
    """What `with` gives its name."""
    out = NOTHING
    for value in values:
        kind, what = ev.what[value][:2]
        if kind == "manager":
            ev.scopes_read.add(what)
            out = union(out, ev.read(key(YIELDED, what)))
        elif kind == "instance":
            out = union(out, _entered(ev, value, row))
        else:
            out = union(out, (value,))
    return out


def _entered(ev: Evaluation, value: int, row: int) -> Values:
    """`with` uses the methods of a context manager, without a call being written."""
    class_ = ev.what[value][1]
    for opening, closing in (("__enter__", "__exit__"), ("__aenter__", "__aexit__")):
        found = members(ev, class_, opening)[0]
        for method in (*found, *members(ev, class_, closing)[0]):
            kind, number = ev.what[method][:2]
            if kind == "function":
                ev.edge(number, USES, row)
        if found:
            return results(ev, found)
    return (value,) if line_of(ev, class_).open else NOTHING


def results(ev: Evaluation, functions: Values) -> Values:
    values = NOTHING
    for function in functions:
        kind, number = ev.what[function][:2]
        scope = ev.program.scopes.get(number) if kind == "function" else None
        if scope is not None:
            ev.scopes_read.add(number)
            values = union(values, result(ev, scope, NO_ARGUMENTS, 0))
    return values
