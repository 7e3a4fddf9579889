"""Methods of lists, maps, options and promises from the standard libraries, as far as they hand on what is inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forethought.code.resolve import containers
from forethought.code.resolve.calls import Arguments
from forethought.code.resolve.table import NOTHING, PARAMETER, RESULT, Values, key, union
from forethought.code.resolve.types import declared

if TYPE_CHECKING:
    from forethought.code.resolve.typed import Typed

ONE = {"find", "findLast", "pop", "shift", "at", "get", "unwrap", "expect", "unwrap_or", "unwrap_or_default", "unwrap_or_else",
       "unwrap_unchecked", "orElse", "orElseThrow", "orElseGet", "next", "remove", "peek", "poll", "element", "getFirst",
       "getLast", "removeFirst", "removeLast", "getOrDefault", "computeIfAbsent", "lock", "borrow", "borrow_mut", "read",
       "write", "get_or_insert_with", "or_insert_with", "or_insert", "or_default", "put", "set", "join"}  # fmt: skip
SAME = {"filter", "slice", "splice", "concat", "sort", "sorted", "reverse", "values", "iter", "iter_mut", "into_iter", "as_ref",
        "as_mut", "as_deref", "as_deref_mut", "clone", "cloned", "copied", "collect", "rev", "skip", "take", "stream", "ok",
        "ok_or", "ok_or_else", "map_err", "or_else", "or", "first", "last", "get_mut", "first_mut", "last_mut", "peekable",
        "take_while", "skip_while", "limit", "distinct", "toList", "iterator", "findFirst", "findAny", "chain", "drain",
        "values_mut", "into_values", "entry", "subList", "with_context", "context", "toSorted", "fill", "max_by_key",
        "min_by_key", "nth", "err_into", "inspect", "filter_map_ok", "parallelStream", "to_vec", "fuse", "step_by"}  # fmt: skip
MAPPED = {"map", "flatMap", "flat_map", "filter_map", "and_then", "then", "map_or", "mapToObj"}


WRAPPERS = {"Some", "Ok"}
TRANSPARENT = {"Box", "Rc", "Arc", "Cow", "Pin"}
HOLDERS = {"Mutex", "RwLock", "RefCell", "Cell", "OnceCell", "Optional", "List", "Arrays", "Stream", "Set"}


def built_in(ev: Typed, row: Any) -> Values | None:
    """Calls of what the language brings: new(T), make([]T), append(a, b); Some(a), Box::new(a), List.of(a)."""
    callee, given = ev.rows[row[1]], row[2:]
    if not given or isinstance(given[0], str):
        return None
    first: Values = ev.val[given[0]]
    if ev.scope.language == "go" and callee[0] == "name":
        if callee[1] == "append":
            return first
        return declared(ev, given[0]) if callee[1] in ("new", "make") else None
    if callee[0] == "name":
        return containers.of(ev, first) if callee[1] in WRAPPERS and ev.scope.language == "rust" else None
    if callee[0] == "attr" and callee[2] in ("new", "of", "asList", "ofNullable", "pin"):
        owner = ev.rows[int(callee[1])][-1]
        if owner in TRANSPARENT:
            return first
        return (
            containers.of(ev, *(ev.val[part] for part in given if isinstance(part, int))) if owner in HOLDERS else None
        )
    return None


def of_container(ev: Typed, base: int, name: str, arguments: Arguments, row: int) -> Values:
    """The functions passed get the elements; what comes back is one, some, or what the functions make of them."""
    if ev.what[base][0] == "instance":
        return (base,)  # clone() and the like
    inside = containers.elements(ev, base)
    given, made = arguments.positional, NOTHING
    for values in given:
        for value in values:
            kind, number, *_ = ev.what[value]
            if kind == "function":
                place = 1 if name in ("reduce", "fold", "reduceRight") else 0
                ev.give(key(PARAMETER, number, place), inside)
                ev.scopes_read.add(number)
                made = union(made, ev.read(key(RESULT, number)))
    if name in ONE:
        return inside
    if name in SAME:
        return (base,) if ev.what[base][0] != "box" else containers.of(ev, inside)
    if name in MAPPED:
        return containers.of(ev, made)
    return NOTHING
