"""Declared types: what a value may be when its type is written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from forethought.code.resolve import containers
from forethought.code.resolve.attributes import attribute
from forethought.code.resolve.table import NOTHING, Values, union

if TYPE_CHECKING:
    from forethought.code.resolve.evaluate import Evaluation

DEEPEST = 6
# By the last part of their names, whichever module they come from.
_INSIDE = {"Optional", "Union", "Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "Awaitable"}
_ELEMENTS = {"list", "List", "set", "Set", "frozenset", "FrozenSet", "Sequence", "MutableSequence", "Iterable",
             "Iterator", "Collection", "AbstractSet", "deque", "Deque", "Generator", "AsyncIterator", "AsyncIterable",
             "AsyncGenerator"}  # fmt: skip
_MAPPINGS = {"dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict"}
_CLASSES = {"type", "Type"}


def declared(ev: Evaluation, row: int, depth: int = 0) -> Values:
    """Values of the type that a row names."""
    op, *rest = ev.rows[row]
    parts: Any = rest
    if depth == DEEPEST:
        return NOTHING
    if op == "any" or op == "tuple":
        values = NOTHING
        for part in parts:
            values = union(values, declared(ev, part, depth + 1))
        return values
    if op == "const" and isinstance(parts[0], str):
        return instances(ev, _quoted(ev, parts[0], row))
    if op == "index":
        return _generic(ev, parts[0], parts[1], depth)
    return instances(ev, ev.val[row])


def instances(ev: Evaluation, types: Values) -> Values:
    out = []
    for value in types:
        kind, number = ev.what[value][:2]
        if kind == "class":
            out.append(ev.program.kinds("instance", number))
    return tuple(sorted(out))


def _quoted(ev: Evaluation, text: str, row: int) -> Values:
    """A name in quotes: "Class", "module.Class"."""
    first, *others = text.split(".")
    if not all(part.isidentifier() for part in (first, *others)):
        return NOTHING
    values, _ = ev.name(first)
    for part in others:
        values = attribute(ev, values, part, row)
    return values


def _generic(ev: Evaluation, base: int, inside: int, depth: int) -> Values:
    name, row = ev.rows[base][-1], cast("Any", ev.rows[inside])
    if name in _INSIDE:
        return declared(ev, inside, depth + 1)
    if name in _ELEMENTS:
        first = row[1] if row[0] == "tuple" and len(row) > 1 else inside
        return containers.of(ev, declared(ev, first, depth + 1))
    if name in _MAPPINGS and row[0] == "tuple":
        return containers.of(ev, declared(ev, row[-1], depth + 1), kind="mapping")
    if name == "tuple" or name == "Tuple":
        return _tuple(ev, inside, depth)
    if name in _CLASSES:
        return tuple(v for v in ev.val[inside] if ev.what[v][0] == "class")
    return instances(ev, ev.val[base])


def _tuple(ev: Evaluation, inside: int, depth: int) -> Values:
    row: Any = ev.rows[inside]
    if row[0] != "tuple":
        return containers.made(ev, declared(ev, inside, depth + 1))
    parts = [declared(ev, part, depth + 1) for part in row[1:]]
    if len(parts) == 2 and not parts[1]:
        return containers.of(ev, parts[0])  # tuple[X, ...], or a pair of which one is known
    return containers.made(ev, *parts[: containers.WIDEST])
