"""Declared types: the values that a written type stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forethought.code.resolve import containers
from forethought.code.resolve.table import NOTHING, RESULT, Values, key, union

if TYPE_CHECKING:
    from forethought.code.resolve.typed import Typed

DEEPEST = 6
# Generic types from outside, by the last part of their names.
SAME = {"Promise", "PromiseLike", "Awaited", "Partial", "Readonly", "Required", "NonNullable", "Omit", "Pick", "Exclude",
        "Extract", "Box", "Rc", "Arc", "Cow", "Pin", "RefMut", "Ref", "MutexGuard", "RwLockReadGuard", "NoInfer"}  # fmt: skip
ELEMENTS = {"[]", "Array", "ReadonlyArray", "Set", "ReadonlySet", "Iterable", "Iterator", "IterableIterator", "AsyncIterable",
            "Generator", "AsyncGenerator", "Vec", "VecDeque", "HashSet", "BTreeSet", "Option", "Result", "IntoIterator",
            "Mutex", "RwLock", "RefCell", "Cell", "OnceCell", "OnceLock", "LinkedList", "List", "ArrayList", "Collection",
            "Deque", "ArrayDeque", "Queue", "Stream", "Optional", "Supplier", "LinkedHashSet", "TreeSet", "SortedSet",
            "Class", "AtomicReference", "ThreadLocal", "WeakReference"}  # fmt: skip
MAPPINGS = {"Map", "ReadonlyMap", "WeakMap", "Record", "HashMap", "BTreeMap", "TreeMap", "LinkedHashMap", "map",
            "ConcurrentHashMap", "ConcurrentMap", "SortedMap", "NavigableMap", "IndexMap"}  # fmt: skip


def declared(ev: Typed, row: int, depth: int = 0) -> Values:
    """Values of the type that a row names."""
    op, *rest = ev.rows[row]
    parts: Any = rest
    if depth == DEEPEST or op == "const":
        return NOTHING
    if op == "any":
        values = NOTHING
        for part in parts:
            values = union(values, declared(ev, part, depth + 1))
        return values
    if op == "tuple":
        return containers.made(ev, *(declared(ev, part, depth + 1) for part in parts[: containers.WIDEST]))
    if op == "index":
        return _generic(ev, parts[0], parts[1], depth)
    if op == "this":
        return (ev.program.kinds("this", 0),)
    return of_types(ev, ev.val[row])


def of_types(ev: Typed, types: Values) -> Values:
    """Instances of classes; what an alias stands for; values that stand for their own type."""
    values = NOTHING
    for value in types:
        kind, number, *_ = ev.what[value]
        if kind == "class":
            ev.scopes_read.add(number)
            scope = ev.program.scopes.get(number)
            known = ev.read(key(RESULT, number)) if scope is not None and scope.flavour == "alias" else NOTHING
            if not known or (scope is not None and len(scope.children)):
                known = union(known, (ev.program.kinds("instance", number),))
            values = union(values, known)
        elif kind in ("instance", "function", "box", "of", "mapping", "tuple"):
            values = union(values, (value,))
    return values


def _generic(ev: Typed, base: int, inside: int, depth: int) -> Values:
    own = of_types(ev, ev.val[base])
    if own:
        return own
    name, arguments = ev.rows[base][-1], ev.rows[inside]
    first: Any = arguments[1] if arguments[0] == "tuple" and len(arguments) > 1 else inside
    last: Any = arguments[-1] if arguments[0] == "tuple" and len(arguments) > 1 else inside
    if name in SAME:
        return declared(ev, first, depth + 1)
    if name in ELEMENTS:
        return containers.of(ev, declared(ev, first, depth + 1))
    if name in MAPPINGS:
        return containers.of(ev, declared(ev, last, depth + 1), kind="mapping")
    if name in ("ReturnType", "InstanceType"):
        return _given_back(ev, ev.val[first])
    return NOTHING


def _given_back(ev: Typed, functions: Values) -> Values:
    values = NOTHING
    for function in functions:
        kind, number, *_ = ev.what[function]
        if kind in ("function", "bound"):
            ev.scopes_read.add(number)
            values = union(values, ev.read(key(RESULT, number)))
        elif kind == "class":
            values = union(values, (ev.program.kinds("instance", number),))
    return values
