"""What `e.name` is, for each kind of value that e may be, in the languages that declare types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forethought.code.resolve import containers
from forethought.code.resolve.classes import fields, line_of, own
from forethought.code.resolve.edges import USES
from forethought.code.resolve.table import NOTHING, RESULT, VARIABLE, Values, key, union

if TYPE_CHECKING:
    from forethought.code.resolve.typed import Typed

COPIES = {"clone", "as_ref", "as_mut", "to_owned", "borrow", "borrow_mut", "into", "by_ref", "deref"}
SELF = "Self"  # of an impl block: the type it is for
UNSEEN = -1


def instances_of(ev: Typed, class_: int) -> Values:
    """`this` in a class; in an impl block, an instance of the type it is for."""
    if class_ < 0:
        return NOTHING
    return tuple(sorted(ev.program.kinds("instance", ev.what[value][1]) for value in self_of(ev, class_)))


def self_of(ev: Typed, class_: int) -> Values:
    ev.scopes_read.add(class_)
    found = ev.read(key(VARIABLE, class_, ev.program.names(SELF)))
    return found or (ev.program.kinds("class", class_),)


def member_names(ev: Typed) -> None:
    """An impl block gives its members to the type it is for."""
    scope, names = ev.scope, ev.program.names
    if scope.language != "rust":
        return
    ev.scopes_read.add(scope.id)
    for value in ev.read(key(VARIABLE, scope.id, names(SELF))):
        owner = ev.what[value][1]
        for name, entries in scope.bound.items():
            here = tuple(
                sorted(ev.program.value_of(entry) for entry in entries if isinstance(entry, int) and entry >= 0)
            )
            if here and owner != scope.id:
                ev.give(key(VARIABLE, owner, names(name)), here)


def member(ev: Typed, bases: Values, name: str, row: int = UNSEEN) -> Values:
    values = NOTHING
    for base in bases:
        values = union(values, _of(ev, base, name, row))
    return values


def _of(ev: Typed, base: int, name: str, row: int) -> Values:
    kind, number, *_ = ev.what[base]
    if kind == "instance":
        found = of_class(ev, number, name, row)
        if not found and ev.scope.language == "rust" and name in COPIES:
            return (ev.program.kinds("method", base, name),)
        held = NOTHING if found and _is_declared(ev, number, name) else fields(ev, number, name)
        return reached(ev, base, found, held, row)
    if kind == "class":
        return of_class(ev, number, name, row)
    if kind == "module":
        return _of_module(ev, number, name, row)
    if kind == "super":
        this = ev.program.kinds("instance", number)
        return reached(ev, this, of_class(ev, number, name, row, after=True), NOTHING, row)
    if kind == "box":
        return containers.held(ev, base, f"s{name}")
    if kind in ("of", "mapping", "tuple"):
        return (ev.program.kinds("method", base, name),)
    if kind == "function" and name == "prototype":
        return (ev.program.kinds("class", number),)
    if kind in ("function", "bound") and name in ("call", "apply", "bind"):
        return (base,)
    if kind == "function":
        return of_class(ev, number, name, row)
    return (base,) if kind == "outside" else NOTHING


def of_class(ev: Typed, class_: int, name: str, row: int, after: bool = False) -> Values:
    """The member of a class or of its bases, as it stands there."""
    ev.scopes_read.add(class_)
    line = line_of(ev, class_)
    for place in line.classes[1:] if after else line.classes:
        ev.scopes_read.add(place)
        found = own(ev, place, name)
        if found is not None:
            values, variables = found
            note(ev, variables, row)
            return values
    scope = ev.program.scopes.get(class_)
    if scope is not None and scope.flavour == "variant":  # one of an enum: what the enum has, it has
        return of_class(ev, scope.parent, name, row)
    return NOTHING


def _is_declared(ev: Typed, class_: int, name: str) -> bool:
    """Whether a type is written for a field: then that counts, not what is assigned."""
    scopes = ev.program.scopes
    return any(place in scopes and name in scopes[place].declared for place in line_of(ev, class_).classes)


def note(ev: Typed, variables: tuple[int, ...], row: int) -> None:
    """Variables and fields that a row names."""
    if row >= 0 and variables:
        ev.named_at[row] = (*ev.named_at.get(row, ()), *variables)
        for variable in variables:
            if variable != ev.scope.module:
                ev.edge(variable, USES, row)


def reached(ev: Typed, this: int, found: Values, more: Values, row: int) -> Values:
    """Members as seen through an instance: methods know what they are called on, getters have been called."""
    values = more
    for value in found:
        kind, number, *_ = ev.what[value]
        scope = ev.program.scopes.get(number) if kind == "function" else None
        if scope is None:
            values = union(values, (value,))
        elif scope.flavour == "property":
            ev.scopes_read.add(number)
            if row >= 0:
                ev.edge(number, USES, row)
            values = union(values, ev.read(key(RESULT, number)))
        elif scope.flavour != "setter":
            values = union(values, (ev.program.kinds("bound", number, this),))
    return values


def _of_module(ev: Typed, module: int, name: str, row: int) -> Values:
    ev.scopes_read.add(module)
    found = ev.program.lookup(module, name)
    note(ev, found.variables, row)
    values = ev.values_of(found)
    if not found.variables and row >= 0:
        ev.plain[row] = values
    if not values and not found.variables and name != "default":  # module.exports = { name }
        whole = ev.program.lookup(module, "default")
        for value in ev.values_of(whole):
            if ev.what[value][0] in ("box", "class", "instance"):
                values = union(values, _of(ev, value, name, row))
    return values
