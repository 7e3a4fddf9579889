"""The kinds of expressions: what each row of a definition's table is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from forethought.code.resolve import containers
from forethought.code.resolve.attributes import attribute, attribute_of
from forethought.code.resolve.calls import NO_ARGUMENTS, Arguments, call, enter, iterate
from forethought.code.resolve.declared import declared
from forethought.code.resolve.edges import LIKELY, POSSIBLE, USES
from forethought.code.resolve.table import BASES, DERIVED, NOTHING, PARAMETER, Values, key, union

if TYPE_CHECKING:
    from forethought.code.resolve.evaluate import Evaluation

Handler: TypeAlias = Callable[["Evaluation", Any, int], Values]


def _name(ev: Evaluation, row: Any, i: int) -> Values:
    values, variables = ev.name(row[1], i)
    for variable in variables:
        if variable != ev.scope.module:
            ev.edge(variable, USES, i)
    ev.refer(values, i)
    return values


def _attr(ev: Evaluation, row: Any, i: int) -> Values:
    bases: Values = ev.val[row[1]]
    if not bases or bases == ev.program.outside:
        return bases
    values = attribute(ev, bases, row[2], i)
    ev.refer(values, i)
    return values


def _call(ev: Evaluation, row: Any, i: int) -> Values:
    callee: int = row[1]
    values = ev.val[callee]
    if len(row) == 3:
        _decorate(ev, row[2], i)
    if values:
        if values == ev.program.outside:
            return values
        # what a decorator's maker returns is called, but nobody wrote that call
        otherwise = POSSIBLE if i in ev.decorated and ev.rows[callee][0] == "call" else LIKELY
        return call(ev, values, Arguments(ev, row), i, _named(ev, callee, values), otherwise)
    called: Any = ev.rows[callee]
    if called[0] == "attr":
        ev.guesses.setdefault(f"{_receiver(ev, called[1])}.{called[2]}", i)
    return NOTHING


def _decorate(ev: Evaluation, inside: int, i: int) -> None:
    """A call with a definition as its argument is a decorator at work."""
    if inside in ev.decorated:
        ev.decorated[i] = ev.decorated[inside]
    elif ev.rows[inside][0] in ("def", "class") and ev.val[inside]:
        number = ev.what[ev.val[inside][0]][1]
        if ev.program.scopes[number].kind != "lambda":
            ev.decorated[i] = ev.val[inside]


def _named(ev: Evaluation, row: int, values: Values) -> Values:
    """Those of the values that the text names: by their own name, or by one that means nothing else."""
    op, name = ev.rows[row][0], ev.rows[row][-1]
    if row in ev.plain or op not in ("name", "attr"):
        return ev.plain.get(row, NOTHING)
    scopes, qualified = ev.program.scopes, ev.program.symbols.qualified
    found = []
    for value in values:
        kind, number = ev.what[value][:2]
        if kind in ("function", "bound", "class") and qualified[number].rpartition(".")[2] == name:
            above = scopes.get(scopes[number].parent)
            if op == "name" or above is None or not above.is_function:  # a dot does not reach into a function
                found.append(value)
    return tuple(found)


def _receiver(ev: Evaluation, row: int) -> str:
    """What the text calls the receiver of a call, `self.app.run()` -> app; a parameter may be anything."""
    op, name = ev.rows[row][0], ev.rows[row][-1]
    if op == "attr" or (op == "name" and name in ev.locals and all(name != p for p, _ in ev.scope.parameters)):
        return str(name)
    return ""


def _new(ev: Evaluation, row: Any, i: int) -> Values:
    values = ev.val[row[1]]
    return call(ev, values, Arguments(ev, row), i, _named(ev, row[1], values))


def _any(ev: Evaluation, row: Any, i: int) -> Values:
    values = NOTHING
    for part in row[1:]:
        values = union(values, ev.val[part])
    return values


def _each(ev: Evaluation, row: Any, i: int) -> Values:
    return iterate(ev, ev.val[row[1]], i)


def _enter(ev: Evaluation, row: Any, i: int) -> Values:
    return enter(ev, ev.val[row[1]], i)


def _typed(ev: Evaluation, row: Any, i: int) -> Values:
    return declared(ev, row[1])


def _typeof(ev: Evaluation, row: Any, i: int) -> Values:
    return attribute_of(ev, ev.val[row[1]], "__class__")


def _raise(ev: Evaluation, row: Any, i: int) -> Values:
    classes = tuple(value for value in ev.val[row[1]] if ev.what[value][0] == "class")
    return call(ev, classes, NO_ARGUMENTS, i)


def _def(ev: Evaluation, row: Any, i: int) -> Values:
    children = ev.scope.children
    if row[1] >= len(children):
        return NOTHING
    child = children[row[1]]
    scope = ev.program.scopes.get(child)
    if scope is not None and len(row) > 2:
        names = [name for name, _ in scope.parameters]
        for at in range(2, len(row), 2):
            if row[at] in names:
                place, given = names.index(row[at]), row[at + 1]
                ev.give(key(PARAMETER, child, place), ev.constant(given) if place in scope.keys else ev.val[given])
    return (ev.program.value_of(child),)


def _class(ev: Evaluation, row: Any, i: int) -> Values:
    children = ev.scope.children
    if row[1] >= len(children):
        return NOTHING
    child, bases = children[row[1]], []
    value = ev.program.value_of(child)
    for at in range(2, len(row)):
        if isinstance(row[at], str):
            break
        for base in _in_order(ev, ev.val[row[at]] or ev.program.outside):
            kind, number = ev.what[base][:2]
            if base not in bases:
                bases.append(base)
            if kind == "class":
                ev.give(key(DERIVED, number), (value,))
    if bases:
        ev.given[key(BASES, child)] = tuple(bases)
    return (value,)


def _in_order(ev: Evaluation, bases: Values) -> list[int]:
    """Classes first, by name: the order of bases matters, that of numbers is an accident."""
    order = ev.program.symbols.order
    classes = [base for base in bases if ev.what[base][0] == "class"]
    outside = [base for base in bases if ev.what[base][0] == "outside"]
    return sorted(classes, key=lambda base: order(ev.what[base][1])) + sorted(
        outside, key=lambda base: str(ev.what[base])
    )


def _opaque(ev: Evaluation, row: Any, i: int) -> Values:
    return NOTHING


# Local names and constants, which are most of the rows, are taken care of in the pass itself.
HANDLERS: dict[Any, Handler] = {
    "?": _opaque,
    "this": _opaque,
    "name": _name,
    "attr": _attr,
    "call": _call,
    "new": _new,
    "any": _any,
    "each": _each,
    "enter": _enter,
    "typed": _typed,
    "typeof": _typeof,
    "raise": _raise,
    "def": _def,
    "class": _class,
    "list": containers.literal,
    "set": containers.literal,
    "tuple": containers.tuple_,
    "dict": containers.dict_,
    "index": containers.index,
    "slice": containers.slice_,
    "star": containers.star,
    "concat": _any,
}
