"""Calls in the languages that declare types: what is called, what its parameters get, what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forethought.code.resolve import containers
from forethought.code.resolve.calls import Arguments
from forethought.code.resolve.classes import line_of, own
from forethought.code.resolve.edges import CALLS, EXACT, LIKELY, POSSIBLE
from forethought.code.resolve.expected import expect, signatures, wanted
from forethought.code.resolve.standard import of_container
from forethought.code.resolve.table import FIELD, NOTHING, PARAMETER, RESULT, Values, key, union
from forethought.code.resolve.typed_members import member

if TYPE_CHECKING:
    from forethought.code.resolve.typed import Typed

FEW = 3  # candidates that values led to: with more, none of them is likely


def call(ev: Typed, callees: Values, arguments: Arguments, row: int, named: Values) -> Values:
    values = NOTHING
    otherwise = LIKELY if len(callees) <= FEW else POSSIBLE
    callees = _overloads(ev, callees, arguments)
    for callee in callees:
        kind, number, *more = ev.what[callee]
        certainty = EXACT if callee in named else otherwise
        if kind in ("function", "bound"):
            values = union(values, invoke(ev, number, arguments, row, certainty, more[0] if more else UNBOUND))
        elif kind == "class":
            values = union(values, construct(ev, number, arguments, row, certainty))
        elif kind == "instance":
            for signature in fitting(ev, signatures(ev, (callee,)), arguments):
                values = union(values, passed(ev, signature, arguments, UNBOUND))
        elif kind == "method":
            values = union(values, of_container(ev, number, more[0], arguments, row))
        elif kind == "super":
            for base in line_of(ev, number).classes[1:2]:
                construct(ev, base, arguments, row, EXACT)
        elif kind == "module":
            whole = tuple(v for v in member(ev, (callee,), "default") if ev.what[v][0] != "module")
            values = union(values, call(ev, whole, arguments, row, NOTHING))
        elif kind == "outside":
            values = union(values, (callee,))
    return values


UNBOUND = -1


def _overloads(ev: Typed, callees: Values, arguments: Arguments) -> Values:
    """Of several functions of one name, those that take as many arguments."""
    if len(callees) < 2:
        return callees
    first, what = ev.program.symbols.first, ev.what
    functions = {v: what[v][1] for v in callees if what[v][0] in ("function", "bound")}
    if len({first[number] for number in functions.values()}) == len(functions):
        return callees
    fit = set(fitting(ev, list(functions.values()), arguments))
    return tuple(v for v in callees if v not in functions or functions[v] in fit)


def invoke(ev: Typed, function: int, arguments: Arguments, row: int, certainty: int, this: int) -> Values:
    scope = ev.program.scopes.get(function)
    if scope is None:
        return NOTHING
    if scope.kind != "lambda":
        ev.edge(function, CALLS, row, certainty)
    return passed(ev, function, arguments, this)


def passed(ev: Typed, function: int, arguments: Arguments, this: int) -> Values:
    """Bind the arguments; what comes back."""
    scope = ev.program.scopes[function]
    ev.scopes_read.add(function)
    skip = sum(kind == "self" for _, kind in scope.parameters[:1])
    for place, values in enumerate(arguments.positional, skip):
        if values:
            last = min(place, len(scope.parameters) - 1)
            if last >= 0:
                ev.give(key(PARAMETER, function, last), values)
            expect(ev, values, wanted(ev, function, place))
    values = NOTHING
    for value in ev.read(key(RESULT, function)):
        if ev.what[value][0] == "this":
            values = union(values, (this,) if this >= 0 else NOTHING)
        else:
            values = union(values, (value,))
    for place in scope.passed if not values else ():
        if 0 <= place - skip < len(arguments.positional):
            values = union(values, arguments.positional[place - skip])
    return values


def fitting(ev: Typed, functions: list[int], arguments: Arguments) -> list[int]:
    """Of several signatures, those with as many parameters as there are arguments; all, if there is none."""
    count = len(arguments.positional)
    scopes = [ev.program.scopes[number] for number in functions if number in ev.program.scopes]
    exact = [s.id for s in scopes if len(s.parameters) == count or (s.parameters and s.parameters[-1][1] == "*")]
    return exact or [scope.id for scope in scopes]


def construct(ev: Typed, class_: int, arguments: Arguments, row: int, certainty: int, literal: bool = False) -> Values:
    """new C(…): the class is called, and with it its constructor, wherever in the line that stands. A literal C{…}
    calls nothing."""
    language = ev.scope.language
    made: Values = (ev.program.kinds("instance", class_),)
    for name, values in arguments.keywords.items():  # the fields of a literal
        ev.give(key(FIELD, class_, ev.program.names(name)), values)
        expect(ev, values, member(ev, made, name))
    if language == "go" or (language == "rust" and literal):
        return made
    scope = ev.program.scopes.get(class_)
    if scope is not None and scope.flavour == "variant":
        made += (ev.program.kinds("instance", scope.parent),)
    ev.edge(class_, CALLS, row, certainty)
    if language == "rust":
        return tuple(sorted(made))
    for place in line_of(ev, class_).classes:
        name = ev.program.symbols.qualified[place].rpartition(".")[2] if language == "java" else "constructor"
        ev.scopes_read.add(place)
        found = own(ev, place, name)
        if found is not None and found[0]:
            for value in found[0]:
                kind, number, *_ = ev.what[value]
                if kind == "function":
                    ev.edge(number, CALLS, row, certainty if place == class_ else max(certainty, LIKELY))
                    passed(ev, number, arguments, UNBOUND)
            break
    return made


def results(ev: Typed, functions: Values) -> Values:
    """What functions give back, without a call being written."""
    values = NOTHING
    for function in functions:
        kind, number, *_ = ev.what[function]
        if kind in ("function", "bound"):
            ev.scopes_read.add(number)
            values = union(values, ev.read(key(RESULT, number)))
    return values


def elements(ev: Typed, values: Values) -> Values:
    out = NOTHING
    for value in values:
        if ev.what[value][0] in ("of", "mapping", "tuple", "box"):
            out = union(out, containers.elements(ev, value))
    return out
