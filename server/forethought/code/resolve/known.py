"""Functions from outside the project that are known by name, as far as values pass through them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from forethought.code.resolve import calls, containers
from forethought.code.resolve.classes import BARE
from forethought.code.resolve.table import NOTHING, Values, union

if TYPE_CHECKING:
    from forethought.code.resolve.calls import Arguments
    from forethought.code.resolve.evaluate import Evaluation

Known: TypeAlias = Callable[["Evaluation", "Arguments", int], Values]


def call(ev: Evaluation, name: str, arguments: Arguments, row: int) -> Values:
    function = KNOWN.get(name.removeprefix("builtins."))
    return ev.program.outside if function is None else function(ev, arguments, row)


def _first(arguments: Arguments) -> Values:
    return arguments.positional[0] if arguments.positional else NOTHING


def _super(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    named = [ev.what[value][1] for value in _first(arguments) if ev.what[value][0] == "class"]
    if named:
        return tuple(sorted(ev.program.kinds("super", class_) for class_ in named))
    class_ = ev.scope.class_
    return (ev.program.kinds("super", class_),) if class_ >= 0 else NOTHING


def _calls_each(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    """map, filter, sorted …: functions among the arguments are called with elements of the others."""
    functions, items = NOTHING, NOTHING
    for values in (*arguments.positional, *arguments.keywords.values()):
        for value in values:
            if ev.what[value][0] in ("function", "bound", "class", "partial"):
                functions = union(functions, (value,))
            else:
                items = union(items, containers.elements(ev, value))
    inner = calls.Arguments()
    inner.positional.append(items)
    return union(containers.of(ev, calls.call(ev, functions, inner, row)), containers.of(ev, items))


def _picks(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    """min, max, next: one of the elements; a key function is called."""
    out = NOTHING
    for made in _calls_each(ev, arguments, row):
        out = union(out, containers.elements(ev, made))
    for values in arguments.positional[1:]:
        out = union(out, values)
    return out


def _next(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    return calls.iterate(ev, _first(arguments), row)


def _partial(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    out = NOTHING
    for value in _first(arguments):
        kind, number = ev.what[value][:2]
        if kind in ("function", "bound"):
            rest = calls.Arguments()
            rest.positional, rest.keywords = arguments.positional[1:], arguments.keywords
            scope = ev.program.scopes.get(number)
            if scope is not None:
                calls.bind(ev, scope, rest, 1 if kind == "bound" else 0)
        out = union(out, (ev.program.kinds("partial", value, len(arguments.positional) - 1),))
    return out


def _same(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    return _first(arguments)


def _second(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    return arguments.positional[1] if len(arguments.positional) > 1 else NOTHING


def _wraps(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    return ev.program.external("identity")


def _type(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    from forethought.code.resolve.attributes import attribute_of

    return attribute_of(ev, _first(arguments), "__class__")


def _getattr(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    from forethought.code.resolve.attributes import attribute

    out = arguments.positional[2] if len(arguments.positional) > 2 else NOTHING
    for name in arguments.constant(ev, 1) if len(arguments.positional) > 1 else NOTHING:
        kind, text = ev.what[name][:2]
        if kind == "const" and isinstance(text, str) and text.isidentifier():
            out = union(out, attribute(ev, _first(arguments), text, row))
    return out


def _cast(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    kinds = tuple(ev.program.kinds("instance", ev.what[v][1]) for v in _first(arguments) if ev.what[v][0] == "class")
    return tuple(sorted(kinds)) or _second(ev, arguments, row)


def _enumerate(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    return containers.of(ev, containers.made(ev, NOTHING, calls.iterate(ev, _first(arguments), row)))


def _zip(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    parts = [calls.iterate(ev, values, row) for values in arguments.positional[: containers.WIDEST]]
    return containers.of(ev, containers.made(ev, *parts))


def _container(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    """list(x), tuple(x), set(x), iter(x): the same elements."""
    return containers.of(ev, calls.iterate(ev, _first(arguments), row))


def _dict(ev: Evaluation, arguments: Arguments, row: int) -> Values:
    here = containers.box(ev, row, keyed=True)
    for value in _first(arguments):
        containers.copy(ev, here, value)
    for name, values in arguments.keywords.items():
        containers.fill(ev, here, f"s{name}", values)
    return (here,)


KNOWN: dict[str, Known] = {
    "super": _super,
    "map": _calls_each,
    "filter": _calls_each,
    "sorted": _calls_each,
    "functools.reduce": _picks,
    "min": _picks,
    "max": _picks,
    "next": _next,
    "anext": _next,
    "iter": _container,
    "reversed": _container,
    "list": _container,
    "tuple": _container,
    "set": _container,
    "frozenset": _container,
    "collections.deque": _container,
    "dict": _dict,
    "collections.OrderedDict": _dict,
    "enumerate": _enumerate,
    "zip": _zip,
    "type": _type,
    "getattr": _getattr,
    "functools.partial": _partial,
    "functools.wraps": _wraps,
    "identity": _same,
    "functools.update_wrapper": _same,
    "functools.cache": _same,
    "functools.lru_cache": _same,
    "copy.copy": _same,
    "copy.deepcopy": _same,
    "typing.cast": _cast,
    "typing_extensions.cast": _cast,
    "staticmethod": _same,
    "classmethod": _same,
    "property": _same,
}


# Names from outside that are worth keeping: those above, the modules they are in, and bases without members.
HEARD_OF = {*KNOWN, *(name.rpartition(".")[0] for name in KNOWN), *BARE} - {""}


def method(ev: Evaluation, here: int, name: str, arguments: Arguments, row: int) -> Values:
    """A method of a list, set or dict."""
    given = arguments.positional
    is_box = ev.what[here][0] == "box"
    if name in ("append", "add", "appendleft", "insert", "extend", "update", "setdefault"):
        return _filled(ev, here, name, arguments) if is_box else NOTHING
    if name in ("get", "pop", "setdefault"):
        default = given[1] if len(given) > 1 else NOTHING
        return union(
            containers.item(ev, here, arguments.constant(ev, 0)) if given else containers.elements(ev, here), default
        )
    if name in ("popleft", "popitem"):
        return containers.elements(ev, here)
    if name == "values":
        return containers.of(ev, containers.elements(ev, here))
    if name == "items":
        return containers.of(ev, containers.made(ev, NOTHING, containers.elements(ev, here)))
    if name == "copy":
        return (here,)
    if name == "sort":
        _calls_each(ev, arguments, row)
    return NOTHING


def _filled(ev: Evaluation, here: int, name: str, arguments: Arguments) -> Values:
    given = arguments.positional
    if name in ("extend", "update"):
        for value in given[0] if given else NOTHING:
            containers.copy(ev, here, value)
        for key, values in arguments.keywords.items():
            containers.fill(ev, here, f"s{key}", values)
    elif name == "setdefault" and len(given) > 1:
        containers.put(ev, (here,), arguments.constant(ev, 0), given[1])
        return union(given[1], containers.item(ev, here, arguments.constant(ev, 0)))
    elif given:
        containers.fill(ev, here, containers.UNKNOWN, given[-1])
    return NOTHING
