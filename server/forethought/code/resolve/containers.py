"""Lists, dicts and tuples.

A list, set or dict is a box, known by its place among those of its definition; what is put in, wherever that happens,
lies under slots: one per constant key, one for keys not known, one for all together. Tuples, keyword arguments
("record") and containers of which only the elements are known ("of", "mapping") are values of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forethought.code.resolve.table import NOTHING, SLOT, YIELDED, Values, key, union

if TYPE_CHECKING:
    from forethought.code.resolve.evaluate import Evaluation

ALL, UNKNOWN = "", "?"  # slots; those of constants begin with their type
WIDEST, DEEPEST = 12, 3  # of tuples: longer and deeper ones are not followed


def slot(ev: Evaluation, constant: int) -> str | None:
    kind, value = ev.what[constant][:2]
    if kind != "const":
        return None
    return f"s{value}" if isinstance(value, str) else f"i{value}"


def box(ev: Evaluation, row: int, keyed: bool = False) -> int:
    """Boxes are counted, so that an edit that adds none leaves them what they are."""
    return ev.program.kinds("box", ev.scope.id, ev.boxes.setdefault(row, len(ev.boxes)), keyed)


def literal(ev: Evaluation, row: Any, i: int) -> Values:
    parts = [ev.val[part] for part in row[1:]]
    if parts and all(values == ev.program.outside for values in parts):
        return ev.program.outside  # numbers and words
    here = box(ev, i)
    for place, values in enumerate(parts):
        if ev.rows[row[place + 1]][0] == "star":
            fill(ev, here, UNKNOWN, values)
        else:
            fill(ev, here, f"i{place}" if len(parts) <= WIDEST else UNKNOWN, values)
    return (here,)


def dict_(ev: Evaluation, row: Any, i: int) -> Values:
    if len(row) > 2 and all(ev.val[part] == ev.program.outside for part in row[2::2]):
        return ev.program.outside
    here = box(ev, i, keyed=True)
    for at in range(1, len(row) - 1, 2):
        values = ev.val[row[at + 1]]
        if not row[at]:
            for value in values:
                copy(ev, here, value)
            continue
        slots = [name for constant in ev.constant(row[at]) if (name := slot(ev, constant)) is not None]
        for name in slots or [UNKNOWN]:
            fill(ev, here, name, values)
    return (here,)


def tuple_(ev: Evaluation, row: Any, i: int) -> Values:
    parts = [ev.val[part] for part in row[1:]]
    if any(ev.rows[part][0] == "star" for part in row[1:]) or len(parts) > WIDEST:
        return of(ev, *parts)
    return made(ev, *parts)


def made(ev: Evaluation, *parts: Values) -> Values:
    """A tuple of these."""
    outside = ev.program.outside
    parts = tuple(NOTHING if part == outside else part for part in parts)
    if not any(parts) or any(_depth(ev, value) >= DEEPEST for part in parts for value in part):
        return NOTHING
    return (ev.program.kinds("tuple", parts),)


def of(ev: Evaluation, *parts: Values, kind: str = "of") -> Values:
    """Something whose elements are any of these; a "mapping" has them under keys."""
    values = NOTHING
    for part in parts:
        values = union(values, NOTHING if part == ev.program.outside else part)
    if not values or any(_depth(ev, value) >= DEEPEST for value in values):
        return NOTHING
    return (ev.program.kinds(kind, values),)


def keyed(ev: Evaluation, value: int) -> bool:
    """Whether a loop over it gives its keys."""
    kind, *_, last = ev.what[value]
    return kind in ("mapping", "record") or (kind == "box" and bool(last))


def _depth(ev: Evaluation, value: int) -> int:
    kind, inside = ev.what[value][:2]
    if kind == "of" or kind == "mapping":
        return 1 + max(_depth(ev, inner) for inner in inside)
    if kind == "tuple":
        return 1 + max((_depth(ev, inner) for part in inside for inner in part), default=0)
    return 0


def fill(ev: Evaluation, here: int, name: str, values: Values) -> None:
    if values and values != ev.program.outside:
        number = ev.program.names
        ev.give(key(SLOT, here, number(name)), values)
        ev.give(key(SLOT, here, number(ALL)), values)


def copy(ev: Evaluation, here: int, other: int) -> None:
    fill(ev, here, UNKNOWN, elements(ev, other))


def put(ev: Evaluation, boxes: Values, keys: Values, values: Values) -> None:
    """boxes[keys] = values"""
    slots = [name for constant in keys if (name := slot(ev, constant)) is not None]
    for here in boxes:
        if ev.what[here][0] == "box":
            for name in slots or [UNKNOWN]:
                fill(ev, here, name, values)


def held(ev: Evaluation, here: int, name: str) -> Values:
    """What is under a slot: put in by this definition, or by any in the round before."""
    ev.scopes_read.add(ev.what[here][1])
    at = key(SLOT, here, ev.program.names(name))
    return union(ev.given.get(at, NOTHING), ev.read(at))


def elements(ev: Evaluation, value: int) -> Values:
    """All that a container holds, without calling anything."""
    kind, inside = ev.what[value][:2]
    if kind == "box":
        return held(ev, value, ALL)
    if kind == "of" or kind == "mapping":
        return tuple(inside)
    values = NOTHING
    if kind == "tuple":
        for part in inside:
            values = union(values, part)
    elif kind == "record":
        for _, part in inside:
            values = union(values, part)
    elif kind == "generator":
        values = ev.read(key(YIELDED, inside))
    return values


def item(ev: Evaluation, value: int, keys: Values) -> Values:
    """value[keys]"""
    kind, inside = ev.what[value][:2]
    slots = [name for constant in keys if (name := slot(ev, constant)) is not None]
    values = NOTHING
    if kind == "box" and slots:
        values = held(ev, value, UNKNOWN)
        for name in slots:
            values = union(values, held(ev, value, name))
    elif kind == "tuple" and slots and all(name[0] == "i" for name in slots):
        for name in slots:
            place = int(name[1:])
            values = union(values, inside[place] if place < len(inside) else NOTHING)
    elif kind == "record" and slots:
        for name in slots:
            values = union(values, dict(inside).get(name[1:], NOTHING))
    elif kind in ("class", "outside"):
        values = (value,)  # a generic type
    else:
        values = elements(ev, value)
    return values


def index(ev: Evaluation, row: Any, i: int) -> Values:
    if ev.val[row[1]] == ev.program.outside:
        return ev.program.outside
    values, keys = NOTHING, ev.constant(row[2])
    for value in ev.val[row[1]]:
        values = union(values, item(ev, value, keys))
    return values


def slice_(ev: Evaluation, row: Any, i: int) -> Values:
    values = NOTHING
    for value in ev.val[row[1]]:
        kind = ev.what[value][0]
        values = union(values, (value,) if kind in ("box", "of") else of(ev, elements(ev, value)))
    return values


def star(ev: Evaluation, row: Any, i: int) -> Values:
    values = NOTHING
    for value in ev.val[row[1]]:
        values = union(values, elements(ev, value))
    return values
