"""The kinds of expressions, in the languages that declare types: what each row of a definition's table is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from forethought.code.resolve import containers
from forethought.code.resolve.calls import Arguments
from forethought.code.resolve.classes import line_of
from forethought.code.resolve.edges import CALLS, EXACT, LIKELY, USES
from forethought.code.resolve.standard import built_in
from forethought.code.resolve.table import BASES, DERIVED, NOTHING, VARIABLE, Values, key, union
from forethought.code.resolve.typed_calls import call, construct, elements
from forethought.code.resolve.typed_members import SELF, instances_of, member, note, of_class, self_of
from forethought.code.resolve.types import declared

if TYPE_CHECKING:
    from forethought.code.resolve.typed import Typed

Handler: TypeAlias = Callable[["Typed", Any, int], Values]


def _name(ev: Typed, row: Any, i: int) -> Values:
    name = row[1]
    if name in ev.locals:
        values = ev.env.get(name, NOTHING)
        if ev.scope.kind != "module" and ev.scope.kind != "class":
            return values
        note(
            ev, tuple(~e for e in ev.scope.bound.get(name, ()) if isinstance(e, int) and e < 0 and ~e != ev.scope.id), i
        )
        return values
    values = _seen(ev, name, i)
    ev.refer(values, i)
    return values


def _seen(ev: Typed, name: str, i: int) -> Values:
    """A name of the scopes around: functions, classes where the language looks there, then the module."""
    program, scope = ev.program, ev.scope
    if name == "super" and scope.class_ >= 0 and scope.language != "rust":
        return (program.kinds("super", scope.class_),)
    if name == "this" and scope.class_ >= 0:  # this(…) in a constructor
        return (program.kinds("class", scope.class_),)
    if name == SELF and scope.class_ >= 0 and scope.language == "rust":
        return self_of(ev, scope.class_)
    above = scope.parent if scope.id != scope.module else -1
    while above >= 0:
        around = program.scopes[above]
        if around.kind == "module" or above == scope.module:
            break
        if around.kind == "class":
            if scope.language == "java" or around.flavour == "namespace":
                found = _of_class_around(ev, above, name, i)
                if found is not None:
                    return found
        elif name in around.bound:
            ev.scopes_read.add(above)
            return _captured(ev, above, name)
        above = around.parent
    ev.scopes_read.add(scope.module)
    package = program.packages.of.get(scope.module)
    if package is not None:
        ev.scopes_read.add(package)
    found_ = program.lookup(scope.module, name)
    note(ev, found_.variables, i)
    values = ev.values_of(found_)
    if not found_.variables:
        ev.plain[i] = values
    return values


def _of_class_around(ev: Typed, class_: int, name: str, i: int) -> Values | None:
    ev.scopes_read.add(class_)
    for place in line_of(ev, class_).classes:
        ev.scopes_read.add(place)
        if name in ev.program.bound(place):
            this = ev.program.kinds("instance", class_)
            values = of_class(ev, place, name, i)
            return union(values, member(ev, (this,), name)) if not values else _bound(ev, values, this)
    return None


def _bound(ev: Typed, values: Values, this: int) -> Values:
    return tuple(
        sorted(ev.program.kinds("bound", ev.what[v][1], this) if ev.what[v][0] == "function" else v for v in values)
    )


def _captured(ev: Typed, above: int, name: str) -> Values:
    program, values = ev.program, NOTHING
    for entry in program.scopes[above].bound[name]:
        if not isinstance(entry, int):
            values = union(values, ev.values_of(program.imported(program.where(program.scopes[above].module), entry)))
        elif entry >= 0:
            values = union(values, (program.value_of(entry),))
        else:
            values = union(values, ev.read(key(VARIABLE, above, program.names(name))))
    return values


def _attr(ev: Typed, row: Any, i: int) -> Values:
    bases = ev.val[row[1]]
    if not bases:
        return NOTHING
    values = member(ev, bases, row[2], i)
    ev.refer(values, i)
    return values


def _call(ev: Typed, row: Any, i: int) -> Values:
    callee = row[1]
    values, variables = ev.val[callee], ev.named_at.get(callee, ())
    for variable in variables:  # a variable or field of that name is called, whatever it holds
        ev.edge(variable, CALLS, i)
        ev.edges.pop((variable, USES), None)
    if values:
        return call(ev, values, Arguments(ev, row), i, NOTHING if variables else _named(ev, callee, values))
    known = built_in(ev, row)
    if known is not None:
        return known
    if not variables and ev.rows[callee][0] == "attr":
        ev.guesses.setdefault(f"{_receiver(ev, ev.rows[callee][1])}.{ev.rows[callee][2]}", i)
    return NOTHING


def _named(ev: Typed, row: int, values: Values) -> Values:
    """Those of the values that the text names: by their own name, or by one that means nothing else."""
    op, name = ev.rows[row][0], ev.rows[row][-1]
    if row in ev.plain:
        return ev.plain[row]
    qualified = ev.program.symbols.qualified
    found = [v for v in values if ev.what[v][0] in ("function", "bound", "class") and op in ("name", "attr")]
    return tuple(v for v in found if qualified[ev.what[v][1]].rpartition(".")[2] == name)


def _receiver(ev: Typed, row: int) -> str:
    op, name = ev.rows[row][0], ev.rows[row][-1]
    return str(name) if op == "attr" or op == "name" else ""


def _new(ev: Typed, row: Any, i: int) -> Values:
    """An instance of a type; of a function, where functions make objects."""
    values, types = NOTHING, ev.val[row[1]]
    arguments = Arguments(ev, row)
    if ev.rows[row[1]][0] == "index" and not types:
        return declared(ev, row[1])
    for value in types:
        kind, number, *_ = ev.what[value]
        if kind == "function":
            call(ev, (value,), arguments, i, _named(ev, row[1], (value,)))
            values = union(values, (ev.program.kinds("instance", number),))
        elif kind == "class":
            certainty = EXACT if value in _named(ev, row[1], (value,)) else LIKELY
            values = union(values, construct(ev, number, arguments, i, certainty, literal=True))
    return values


def _any(ev: Typed, row: Any, i: int) -> Values:
    values = NOTHING
    for part in row[1:]:
        values = union(values, ev.val[part])
    return values


def _each(ev: Typed, row: Any, i: int) -> Values:
    return elements(ev, ev.val[row[1]])


def _dict(ev: Typed, row: Any, i: int) -> Values:
    here = containers.box(ev, i, keyed=True)
    shape: dict[str, Values] = {}
    for at in range(1, len(row) - 1, 2):
        name, values = ev.rows[row[at]], ev.val[row[at + 1]]
        if name[0] == "const":
            shape[str(name[1])] = values
            containers.fill(ev, here, f"s{name[1]}", values)
    ev.shapes[here] = shape
    return (here,)


def _index(ev: Typed, row: Any, i: int) -> Values:
    values, place = NOTHING, ev.rows[row[2]]
    for base in ev.val[row[1]]:
        kind, inside, *_ = ev.what[base]
        if kind == "tuple" and place[0] == "const" and isinstance(place[1], int):
            values = union(values, inside[place[1]] if place[1] < len(inside) else NOTHING)
        elif kind == "box" and place[0] == "const":
            values = union(values, containers.held(ev, base, f"{'s' if isinstance(place[1], str) else 'i'}{place[1]}"))
        elif kind in ("of", "mapping", "box", "tuple"):
            values = union(values, containers.elements(ev, base))
        elif kind == "class" or (ev.scope.language == "go" and place == ("const", 0)):
            values = union(values, (base,))  # List[T]; the first of several results, of which but one is known
    return values


def _this(ev: Typed, row: Any, i: int) -> Values:
    if ev.scope.class_ < 0:
        return (ev.program.kinds("module", ev.scope.module),) if ev.scope.language == "rust" else NOTHING
    return instances_of(ev, ev.scope.class_)


def _def(ev: Typed, row: Any, i: int) -> Values:
    children = ev.scope.children
    return (ev.program.value_of(children[row[1]]),) if row[1] < len(children) else NOTHING


def _class(ev: Typed, row: Any, i: int) -> Values:
    children = ev.scope.children
    if row[1] >= len(children):
        return NOTHING
    child, bases, subject = children[row[1]], [], children[row[1]]
    value = ev.program.value_of(child)
    if len(row) > 3 and row[-2] == "for":  # an impl block: its members and its traits are those of its type
        for type_ in _classes(ev, ev.val[row[-1]])[:1]:
            subject = ev.what[type_][1]
            ev.give(key(VARIABLE, child, ev.program.names(SELF)), (type_,))
    for at in range(2, len(row)):
        if isinstance(row[at], str):
            break
        for base in _classes(ev, ev.val[row[at]]):
            number = ev.what[base][1]
            if base not in bases and number != subject:
                bases.append(base)
                ev.give(key(DERIVED, number), (ev.program.kinds("class", subject),))
    if bases:
        at = key(BASES, subject)
        ev.given[at] = (*ev.given.get(at, NOTHING), *(base for base in bases if base not in ev.given.get(at, NOTHING)))
    return (value,)


def _classes(ev: Typed, values: Values) -> list[int]:
    """Classes by name: the order of bases matters, that of numbers is an accident."""
    what, order = ev.what, ev.program.symbols.order
    return sorted((v for v in values if what[v][0] == "class"), key=lambda v: order(what[v][1]))


HANDLERS: dict[Any, Handler] = {
    "name": _name,
    "attr": _attr,
    "call": _call,
    "new": _new,
    "any": _any,
    "each": _each,
    "typed": lambda ev, row, i: declared(ev, row[1]),
    "typeof": lambda ev, row, i: ev.val[row[1]],
    "def": _def,
    "class": _class,
    "this": _this,
    "list": containers.literal,
    "tuple": containers.tuple_,
    "star": containers.star,
    "dict": _dict,
    "index": _index,
}
