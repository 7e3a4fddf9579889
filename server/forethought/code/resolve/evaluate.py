"""What one definition does, worked out from its own facts and from what the round before knew of the others.

An evaluation reads names, members, results (`keys`, `scopes_read`) and gives: values under keys (`given`),
edges, and calls it cannot follow (`guesses`). It changes nothing, so doing it again gives the same.

Order matters little: all assignments to a name count, whichever comes first. The rows of the table are
worked out from first to last, and once more where a name got more values after it was used.
"""

from __future__ import annotations

from typing import Any

from forethought.code.facts import Flow
from forethought.code.resolve import containers
from forethought.code.resolve.classes import Known
from forethought.code.resolve.declared import declared
from forethought.code.resolve.edges import CALLS, EXACT, IMPORTS, REFERENCES
from forethought.code.resolve.program import Found, Program
from forethought.code.resolve.rows import HANDLERS
from forethought.code.resolve.scopes import Scope
from forethought.code.resolve.table import (
    FIELD,
    NOTHING,
    PARAMETER,
    RESULT,
    VARIABLE,
    YIELDED,
    Values,
    key,
    shared,
    union,
)

PASSES = 3  # over the rows of one definition
NEVER = 1 << 30


class Evaluation:
    __slots__ = (
        "boxes", "decorated", "edges", "env", "flow", "given", "guesses", "history", "keys", "known", "locals", "plain",
        "program", "round", "rows", "scope", "scopes_read", "val", "what",
    )  # fmt: skip

    def __init__(self, program: Program, scope: Scope, known: Known) -> None:
        self.program, self.scope, self.known, self.round = program, scope, known, known.round
        self.what, self.history = program.kinds.what, program.history
        self.keys: set[int] = set()
        self.scopes_read: set[int] = set()
        self.given: dict[int, Values] = {}
        self.edges: dict[tuple[int, int], int] = {}
        self.guesses: dict[str, int] = {}
        self.env: dict[str, Values] = {}
        self.plain: dict[int, Values] = {}  # rows whose values the text alone tells, through imports
        self.boxes: dict[int, int] = {}  # rows that make a container, counted
        self.decorated: dict[int, Values] = {}  # rows that apply a decorator, and the definition inside

    # -- reading

    def read(self, at: int) -> Values:
        self.keys.add(at)
        history = self.history.get(at)
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
            if scope.kind != "class":
                self.scopes_read.add(above)  # found or not: it may be bound there one day
                if name in scope.bound:
                    return self.captured(scope, name), ()
            above = scope.parent
        self.scopes_read.add(self.scope.module)
        found = self.program.lookup(self.scope.module, name)
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

    def constant(self, row: int) -> Values:
        """The value of a row if it is a constant, which is only asked for where it may be a key."""
        return (self.program.kinds(*self.rows[row]),) if self.rows[row][0] == "const" else self.val[row]

    # -- giving

    def give(self, at: int, values: Values) -> None:
        """Add to what is under a key; what is not of this project is of no use to anybody."""
        outside = self.program.outside
        for value in values:
            if value in outside:
                values = tuple(v for v in values if v not in outside)
                break
        if values:
            known = self.given.get(at)
            self.given[at] = shared(values) if known is None else union(known, values)

    def edge(self, target: int, kind: int, row: int, certainty: int = EXACT) -> None:
        known = self.edges.get((target, kind))
        if known is None or certainty < known >> 24:
            self.edges[target, kind] = certainty << 24 | row

    def refer(self, values: Values, row: int) -> None:
        """Functions and classes that are named here. (Those that are called have an edge for that.)"""
        for value in values:
            kind, number = self.what[value][:2]
            if kind in ("class", "function", "bound") and number != self.scope.id:
                self.edges.setdefault((number, REFERENCES), row)

    # -- the whole

    def run(self) -> None:
        self.flow = flow = self.scope.flow()
        self.rows = flow.expressions
        self._open(flow)
        for _ in range(PASSES):
            self.given, self.edges, self.guesses = {}, {}, {}
            if not self._pass(flow):
                break
        self._close(flow)
        self._import_edges(flow)
        edges = self.edges
        for at in [at for at in edges if at[1] == REFERENCES and (at[0], CALLS) in edges]:
            del edges[at]

    def _open(self, flow: Flow) -> None:
        rows, outer = flow.expressions, flow.outer
        self.locals: set[Any] = {rows[target][1] for target, _ in flow.bindings if rows[target][0] == "name"}
        self.locals.update(p.name for p in flow.parameters)
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
                values = containers.of(self, values)
            if not values and place == 0 and scope.kind == "method" and scope.flavour != "static":
                values = (self.program.kinds("class" if scope.flavour == "class" else "instance", scope.parent),)
            if not values:
                values = self.read(key(PARAMETER, scope.id, place))
            self.env[parameter.name] = union(self.env.get(parameter.name, NOTHING), values)

    def _pass(self, flow: Flow) -> bool:
        """Work out all rows; True if some name got more than those who read it saw."""
        rows: Any = self.rows
        bindings = flow.bindings
        val = self.val = [NOTHING] * len(rows)
        again, at, count = False, 0, len(bindings)
        typed, late = dict(flow.types), []
        last_type = max((p.type for p in flow.parameters), default=0)
        if not last_type:
            self._parameters(flow)
        ready = max(bindings[0]) if bindings else NEVER  # the row after which the next assignment can be done
        own, env, outside = self.locals, self.env, self.program.outside
        for i, row in enumerate(rows):
            op = row[0]
            if op == "name" and row[1] in own:
                val[i] = env.get(row[1], NOTHING)
            elif op == "const":
                val[i] = outside
            elif i:
                val[i] = HANDLERS[op](self, row, i)
            if i == last_type and i:
                self._parameters(flow)
            while i >= ready:
                if bindings[at][0] in typed:
                    late.append(bindings[at])
                else:
                    again |= self._bind(*bindings[at])
                at += 1
                ready = max(bindings[at]) if at < count else NEVER
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
        elif self.rows[value][0] == "const" and self.scope.kind != "class":
            values = self.constant(value)
        return bool(values) and self._put(target, values, value)

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
                kind, owner = self.what[base][:2]
                if kind == "instance":
                    self.give(key(FIELD, owner, number), values)
                elif kind in ("class", "module"):
                    self.give(key(VARIABLE, owner, number), values)
        elif op == "index":
            containers.put(self, self.val[row[1]], self.constant(row[2]), values)
        return False

    def _put_outside(self, name: str, values: Values) -> None:
        """A name declared global or nonlocal."""
        above = self.program.scopes.get(self.scope.parent)
        while above is not None and above.kind != "module":
            self.scopes_read.add(above.id)
            if above.is_function and name in above.bound:
                break
            above = self.program.scopes.get(above.parent)
        if above is not None:
            self.give(key(VARIABLE, above.id, self.program.names(name)), values)

    def _close(self, flow: Flow) -> None:
        """What others may ask for: names, and what comes back from a call."""
        scope, val = self.scope, self.val
        for name in scope.worked_out:
            values = self.env.get(name, NOTHING)
            if values and name in self.locals:
                self.give(key(VARIABLE, scope.id, self.program.names(name)), values)
        if not scope.is_function:
            return
        values = declared(self, flow.result) if flow.result else NOTHING
        if flow.yields:
            for value in values:
                self.give(key(YIELDED, scope.id), containers.elements(self, value))
            for row in flow.yields:
                self.give(key(YIELDED, scope.id), val[row])
            return
        if not values:
            own = {("name", flow.parameters[place].name) for place in scope.passed if place or scope.kind != "method"}
            for row in flow.returns:
                if self.rows[row] not in own:
                    values = union(values, val[row])
        self.give(key(RESULT, scope.id), values)

    def _import_edges(self, flow: Flow) -> None:
        program = self.program
        path = program.symbols.path[self.scope.id]
        for row, item in enumerate(flow.imports, len(self.rows)):
            place = program.modules.find(path, item.module, item.level)
            if place is not None and not place.endswith("/"):
                self.edge(program.place(place), IMPORTS, row)
            if item.name and item.name != "*":
                self._import_edge(program.imported(path, item), row)

    def _import_edge(self, found: Found, row: int) -> None:
        for value in found.values:
            kind, number = self.what[value][:2]
            if kind in ("class", "function", "module"):
                self.edge(number, IMPORTS, row)
        for variable in found.variables:
            self.edge(variable, IMPORTS, row)
