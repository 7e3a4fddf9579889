"""What one definition does, worked out from its own facts and from what the round before knew of the others.

An evaluation reads names, members, results (`keys`, `scopes_read`) and gives: values under keys (`given`),
edges, and calls it cannot follow (`guesses`). It changes nothing, so doing it again gives the same.

Order matters little: all assignments to a name count, whichever comes first. The rows of the table are
worked out from first to last, and once more where a name got more values after it was used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from forethought.code.facts import Flow
from forethought.code.resolve import containers
from forethought.code.resolve.attributes import attribute, attribute_of
from forethought.code.resolve.calls import Arguments, call, enter, iterate
from forethought.code.resolve.classes import Known
from forethought.code.resolve.declared import declared
from forethought.code.resolve.edges import EXACT, IMPORTS, LIKELY, POSSIBLE, REFERENCES, USES
from forethought.code.resolve.program import Found, Program
from forethought.code.resolve.scopes import Scope
from forethought.code.resolve.table import (
    BASES,
    DERIVED,
    FIELD,
    NOTHING,
    PARAMETER,
    RESULT,
    VARIABLE,
    YIELDED,
    Values,
    key,
    union,
)

PASSES = 3  # over the rows of one definition

Handler: TypeAlias = Callable[["Evaluation", Any, int], Values]


class Evaluation:
    __slots__ = (
        "decorated", "edges", "env", "flow", "given", "guesses", "keys", "known", "locals", "plain", "program", "round", "rows",
        "scope", "scopes_read", "val", "what",
    )  # fmt: skip

    def __init__(self, program: Program, scope: Scope, known: Known) -> None:
        self.program, self.scope, self.known, self.round = program, scope, known, known.round
        self.what = program.kinds.what
        self.keys: set[int] = set()
        self.scopes_read: set[int] = set()
        self.given: dict[int, Values] = {}
        self.edges: dict[tuple[int, int], int] = {}
        self.guesses: dict[str, int] = {}
        self.env: dict[str, Values] = {}
        self.plain: dict[int, Values] = {}  # rows whose values the text alone tells, through imports
        self.decorated: dict[int, Values] = {}  # rows that apply a decorator, and the definition inside

    # -- reading

    def read(self, at: int) -> Values:
        self.keys.add(at)
        history = self.program.history.get(at)
        return history[self.round] if history is not None else NOTHING

    def values_of(self, found: Found) -> Values:
        values = found.values
        for at in found.keys:
            values = union(values, self.read(at))
        return values

    def name(self, name: str, row: int = 0) -> tuple[Values, tuple[int, ...]]:
        """A name as this scope sees it: its values, and the variables of modules that it names."""
        if name in self.locals:
            return self.env.get(name, NOTHING), ()
        scopes, above = self.program.scopes, self.scope.parent
        while above >= 0:
            scope = scopes[above]
            if scope.kind == "module":
                break
            if scope.kind != "class" and name in scope.bound:
                self.scopes_read.add(above)
                return self.captured(scope, name), ()
            above = scope.parent
        self.scopes_read.add(self.scope.module)
        found = self.program.lookup(self.scope.module, name)
        if found == Found():
            return (self.program.kinds("outside", name),), ()
        if not found.variables:
            self.plain[row] = found.values
        return self.values_of(found), found.variables

    def captured(self, scope: Scope, name: str) -> Values:
        values = NOTHING
        for entry in scope.bound[name]:
            if not isinstance(entry, int):
                found = self.program.imported(self.program.symbols.path[scope.id], entry)
                values = union(values, self.values_of(found))
            elif entry >= 0:
                values = union(values, (self.program.value_of(entry),))
            else:
                values = union(values, self.read(key(VARIABLE, scope.id, self.program.names(name))))
        return values

    # -- giving

    def give(self, at: int, values: Values, constants: bool = False) -> None:
        """Add to what is under a key: what can be called or looked into, and constants where they may be keys."""
        if values:
            values = self.useful(values, constants)
        if values:
            self.given[at] = union(self.given.get(at, NOTHING), values)

    def useful(self, values: Values, constants: bool = True) -> Values:
        what = self.what
        for value in values:
            kind = what[value][0]
            if kind == "outside" or (kind == "const" and not constants):
                left = ("outside",) if constants else ("outside", "const")
                return tuple(v for v in values if what[v][0] not in left)
        return values

    def edge(self, target: int, kind: int, row: int, certainty: int = EXACT) -> None:
        known = self.edges.get((target, kind))
        if known is None or certainty < known >> 24:
            self.edges[target, kind] = certainty << 24 | row

    # -- the whole

    def run(self) -> None:
        self.flow = flow = self.scope.flow()
        self.rows = flow.expressions
        self._open(flow)
        for _ in range(PASSES):
            self.given, self.edges, self.guesses = {}, {}, {}
            if not self._pass(flow):
                break
        self._mentions()
        self._close(flow)

    def _open(self, flow: Flow) -> None:
        rows, outer = flow.expressions, flow.outer
        self.locals = {p.name for p in flow.parameters}
        for target, _ in flow.bindings:
            row = rows[target]
            if row[0] == "name":
                self.locals.add(row[1])
        path = self.program.symbols.path[self.scope.id]
        for item in flow.imports:
            if item.local and item.local not in outer:
                self.locals.add(item.local)
                found = self.program.imported(path, item)
                self.scopes_read.update(found.reads)
                self.env[item.local] = union(self.env.get(item.local, NOTHING), self.values_of(found))
        self.locals.difference_update(outer)

    def _parameters(self, flow: Flow) -> None:
        scope = self.scope
        for place, parameter in enumerate(flow.parameters):
            values = declared(self, parameter.type) if parameter.type else NOTHING
            if parameter.kind.startswith("*") and values:
                values = (self.program.kinds("of", values),)
            if not values and place == 0 and scope.kind == "method" and scope.flavour != "static":
                values = (self.program.kinds("class" if scope.flavour == "class" else "instance", scope.parent),)
            if not values:
                values = self.read(key(PARAMETER, scope.id, place))
            self.env[parameter.name] = union(self.env.get(parameter.name, NOTHING), values)

    def _pass(self, flow: Flow) -> bool:
        """Work out all rows; True if some name got more than those who read it saw."""
        rows, bindings = self.rows, flow.bindings
        val = self.val = [NOTHING] * len(rows)
        again, at, count = False, 0, len(bindings)
        typed, late = dict(flow.types), []
        waiting = sorted({p.type for p in flow.parameters} - {0})
        last_type = waiting[-1] if waiting else 0
        if not last_type:
            self._parameters(flow)
        for i, row in enumerate(rows):
            if i:
                handler = HANDLERS.get(row[0])
                if handler is not None:
                    val[i] = handler(self, row, i)
                if i == last_type:
                    self._parameters(flow)
            while at < count and bindings[at][0] <= i and bindings[at][1] <= i:
                if bindings[at][0] in typed:
                    late.append(bindings[at])
                else:
                    again |= self._bind(*bindings[at])
                at += 1
        for target, type_ in typed.items():
            again |= self._put(target, declared(self, type_), 0)
        for target, value in late:  # what is declared counts, not what is assigned
            if not declared(self, typed[target]):
                again |= self._bind(target, value)
        return again

    def _bind(self, target: int, value: int) -> bool:
        values = self.val[value]
        if value in self.decorated:  # people mean the function by its name, whatever is wrapped around it
            values = union(values, self.decorated[value])
        return self._put(target, values, value)

    def _put(self, target: int, values: Values, value: int) -> bool:
        if not values:
            return False
        row: Any = self.rows[target]
        op = row[0]
        if op == "name":
            name = row[1]
            if name in self.flow.outer:
                self._put_outside(name, values)
                return False
            before = self.env.get(name, NOTHING)
            after = union(before, values)
            self.val[target] = self.env[name] = after
            return after != before and (bool(before) or target < value or not value)
        if op == "attr":
            number = self.program.names(row[2])
            for base in self.val[row[1]]:
                kind, owner, *_ = self.what[base]
                if kind == "instance":
                    self.give(key(FIELD, owner, number), values)
                elif kind in ("class", "module"):
                    self.give(key(VARIABLE, owner, number), values)
        elif op == "index":
            containers.put(self, self.val[row[1]], self.val[row[2]], values)
        return False

    def _put_outside(self, name: str, values: Values) -> None:
        """A name declared global or nonlocal."""
        above = self.program.scopes[self.scope.parent] if self.scope.parent >= 0 else None
        while above is not None and above.kind != "module":
            if above.is_function and name in above.bound:
                break
            above = self.program.scopes.get(above.parent)
        if above is not None:
            self.give(key(VARIABLE, above.id, self.program.names(name)), values)

    def _close(self, flow: Flow) -> None:
        scope, val = self.scope, self.val
        constants = not scope.is_function
        for name in scope.worked_out:
            values = self.env.get(name, NOTHING)
            if values and name in self.locals:
                self.give(key(VARIABLE, scope.id, self.program.names(name)), values, constants)
        if not scope.is_function:
            return
        values = declared(self, flow.result) if flow.result else NOTHING
        if flow.yields:
            if values:
                yielded = NOTHING
                for value in values:
                    yielded = union(yielded, containers.elements(self, value))
                self.give(key(YIELDED, scope.id), yielded)
            for row in flow.yields:
                self.give(key(YIELDED, scope.id), val[row])
            return
        if not values:
            own = {("name", flow.parameters[place].name) for place in scope.passed if place or scope.kind != "method"}
            for row in flow.returns:
                if self.rows[row] not in own:
                    values = union(values, val[row])
        self.give(key(RESULT, scope.id), values)

    def _mentions(self) -> None:
        """Edges for what is named without being called, and for imports."""
        what, scopes = self.what, self.program.scopes
        called = {row[1] for row in self.rows if row[0] in ("call", "new")}
        for i, row in enumerate(self.rows):
            if row[0] != "name" and row[0] != "attr":
                continue
            for value in self.val[i]:
                kind, number, *_ = what[value]
                if (
                    (kind == "class" or (kind in ("function", "bound") and i not in called))
                    and number != self.scope.id
                    and scopes[number].parent != self.scope.id
                ):
                    self.edge(number, REFERENCES, i)
        first = len(self.rows)
        for place, item in enumerate(self.flow.imports):
            self._import_edges(item, first + place)

    def _import_edges(self, item: Any, row: int) -> None:
        program = self.program
        path = program.symbols.path[self.scope.id]
        place = program.modules.find(path, item.module, item.level)
        if place is not None and not place.endswith("/"):
            self.edge(program.place(place), IMPORTS, row)
        if item.name and item.name != "*":
            found = program.imported(path, item)
            for value in found.values:
                kind, number, *_ = self.what[value]
                if isinstance(number, int) and kind in ("class", "function", "module"):
                    self.edge(number, IMPORTS, row)
            for variable in found.variables:
                self.edge(variable, IMPORTS, row)


def _name(ev: Evaluation, row: Any, i: int) -> Values:
    values, variables = ev.name(row[1], i)
    for variable in variables:
        if variable != ev.scope.module:
            ev.edge(variable, USES, i)
    return values


def _attr(ev: Evaluation, row: Any, i: int) -> Values:
    return attribute(ev, ev.val[row[1]], row[2], i)


def _call(ev: Evaluation, row: Any, i: int) -> Values:
    val, callee = ev.val, row[1]
    arguments = Arguments(ev, row)
    values = val[callee]
    if len(row) == 3:
        inside = row[2]
        if ev.rows[inside][0] in ("def", "class") and val[inside] and not _is_lambda(ev, inside):
            ev.decorated[i] = val[inside]
        elif inside in ev.decorated:
            ev.decorated[i] = ev.decorated[inside]
    op, name = ev.rows[callee][0], ev.rows[callee][-1]
    if values:
        # what a decorator's maker returns is called, but nobody wrote that call
        otherwise = POSSIBLE if i in ev.decorated and op == "call" else LIKELY
        return call(ev, values, arguments, i, _named(ev, callee, values), otherwise)
    if op == "attr":
        ev.guesses.setdefault(f"{_receiver(ev, ev.rows[callee][1])}.{name}", i)
    return NOTHING


def _named(ev: Evaluation, row: int, values: Values) -> Values:
    """Those of the values that the text names: by their own name, or by one that means nothing else."""
    op, name = ev.rows[row][0], ev.rows[row][-1]
    if row in ev.plain or op not in ("name", "attr"):
        return ev.plain.get(row, NOTHING)
    scopes, qualified = ev.program.scopes, ev.program.symbols.qualified
    found = []
    for value in values:
        kind, number, *_ = ev.what[value]
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


def _is_lambda(ev: Evaluation, row: int) -> bool:
    child = ev.scope.children[ev.rows[row][1]]
    return ev.program.scopes[child].kind == "lambda"


def _new(ev: Evaluation, row: Any, i: int) -> Values:
    values = ev.val[row[1]]
    return call(ev, values, Arguments(ev, row), i, _named(ev, row[1], values))


def _const(ev: Evaluation, row: Any, i: int) -> Values:
    return (ev.program.kinds("const", row[1]),)


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
    return call(ev, classes, Arguments(ev), i)


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
                place = names.index(row[at])
                ev.give(key(PARAMETER, child, place), ev.val[row[at + 1]], place in scope.keys)
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
        for base in ev.val[row[at]] or (ev.program.kinds("outside", "?"),):
            kind, number, *_ = ev.what[base]
            if kind in ("class", "outside") and base not in bases:
                bases.append(base)
            if kind == "class":
                ev.give(key(DERIVED, number), (value,))
    if bases:
        ev.given[key(BASES, child)] = tuple(bases)
    return (value,)


HANDLERS: dict[str, Handler] = {
    "name": _name,
    "attr": _attr,
    "call": _call,
    "new": _new,
    "const": _const,
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
