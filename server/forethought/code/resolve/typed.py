"""What one definition does, in the languages that declare types: TypeScript and JavaScript, Go, Rust, Java.

As `Evaluation`, of which it is one: it reads what the round before knew and gives values and edges. Here a declared
type counts for more than what is assigned, and says what the functions are called with that are written where
a value of it is expected (`expect`).
"""

from __future__ import annotations

from typing import Any

from forethought.code.facts import Flow, Parameter
from forethought.code.resolve import containers
from forethought.code.resolve.edges import CALLS, IMPORTS, REFERENCES
from forethought.code.resolve.evaluate import Evaluation
from forethought.code.resolve.expected import expect
from forethought.code.resolve.go_packages import ITS_FILE
from forethought.code.resolve.offered import common_exports
from forethought.code.resolve.table import FIELD, NOTHING, PARAMETER, RESULT, VARIABLE, Values, key, union
from forethought.code.resolve.typed_members import instances_of, member_names
from forethought.code.resolve.typed_rows import HANDLERS
from forethought.code.resolve.types import declared

PASSES = 2


class Typed(Evaluation):
    __slots__ = ("named_at", "path", "shapes", "typed")

    def run(self) -> None:
        self.flow = flow = self.scope.flow()
        self.rows = flow.expressions
        self.path = self.program.where(self.scope.module)
        self.shapes: dict[int, dict[str, Values]] = {}  # object literals written here: what their keys hold
        self.named_at: dict[int, tuple[int, ...]] = {}  # rows that name variables and fields
        self.typed = dict(flow.types)
        self._open(flow)
        for _ in range(PASSES):
            self.given, self.edges, self.guesses = {}, {}, {}
            if not self._pass(flow):
                break
        self._close(flow)
        self._import_edges(flow)
        for target, kind in [at for at in self.edges if at[1] == REFERENCES and (at[0], CALLS) in self.edges]:
            del self.edges[target, kind]

    def _open(self, flow: Flow) -> None:
        """What names stand for before anything has run: definitions wherever they stand, and imports."""
        rows, program = self.rows, self.program
        self.locals = {p.name for p in flow.parameters}
        for target, _ in (*flow.bindings, *flow.types):
            if rows[target][0] == "name":
                self.locals.add(rows[target][1])
        for name, entries in self.scope.bound.items():
            here = tuple(sorted(program.value_of(e) for e in entries if isinstance(e, int) and e >= 0))
            if here:
                self.locals.add(name)
                self.env[name] = here
        for item in flow.imports:
            if item.local:
                self.locals.add(item.local)
                found = program.imported(self.path, item)
                self.scopes_read.update(found.reads)
                self.env[item.local] = union(self.env.get(item.local, NOTHING), self.values_of(found))

    def _pass(self, flow: Flow) -> bool:
        """Work out all rows in order; types and assignments as soon as their parts are known."""
        rows = self.rows
        val = self.val = [NOTHING] * len(rows)
        due: dict[int, list[tuple[int, int, bool]]] = {}
        for target, type_ in flow.types:
            due.setdefault(max(target, type_), []).append((target, type_, True))
        for target, value in flow.bindings:
            due.setdefault(max(target, value), []).append((target, value, False))
        parameters: dict[int, list[int]] = {}
        for place, parameter in enumerate(flow.parameters):
            parameters.setdefault(parameter.type, []).append(place)
        again = False
        for i, row in enumerate(rows):
            handler = HANDLERS.get(row[0])
            if handler is not None:
                val[i] = handler(self, row, i)
            for place in parameters.get(i, ()):
                self._parameter(flow.parameters[place], place)
            for target, value, is_type in due.get(i, ()):
                if is_type:
                    again |= self.put(target, declared(self, value), 0)
                else:
                    again |= self._assign(target, value)
        return again

    def _parameter(self, parameter: Parameter, place: int) -> None:
        scope = self.scope
        values = declared(self, parameter.type) if parameter.type else NOTHING
        if values:
            self.give(key(RESULT, scope.id, place + 1), values)
        elif parameter.kind == "self":
            values = instances_of(self, scope.class_)
        else:
            values = self.read(key(PARAMETER, scope.id, place))
        if parameter.kind == "*" and parameter.type:
            values = containers.of(self, values)
        self.env[parameter.name] = values
        if parameter.kind == "self" and parameter.type:
            self._declare_method(values)

    def _declare_method(self, receivers: Values) -> None:
        """A Go method belongs to the type of its receiver."""
        name = self.program.names(self.program.symbols.qualified[self.scope.id].rpartition(".")[2])
        for value in receivers:
            kind, owner, *_ = self.what[value]
            if kind == "instance":
                self.give(key(VARIABLE, owner, name), (self.program.kinds("function", self.scope.id),))

    def _assign(self, target: int, value: int) -> bool:
        values = self.val[value]
        if target in self.typed:
            wanted = declared(self, self.typed[target])
            if wanted:
                expect(self, values, wanted)
                return False
        return bool(values) and self.put(target, values, value)

    def put(self, target: int, values: Values, value: int) -> bool:
        """True if a name got more than those who read it saw."""
        row: Any = self.rows[target]
        if not values:
            return False
        if row[0] == "name":
            before = self.env.get(row[1], NOTHING)
            if self.scope.is_function and row[1] not in self.locals:
                return False
            after = union(before, values)
            self.env[row[1]] = after
            self.val[target] = after
            return after != before and (bool(before) or target < value or not value)
        if row[0] == "attr":
            number = self.program.names(row[2])
            for base in self.val[row[1]]:
                kind, owner, *_ = self.what[base]
                if kind == "instance":
                    self.give(key(FIELD, owner, number), values)
                elif kind in ("class", "module", "function"):
                    self.give(key(VARIABLE, owner, number), values)
                elif kind == "box":
                    containers.fill(self, base, f"s{row[2]}", values)
        elif row[0] == "index":
            containers.put(self, self.val[row[1]], self.constant(row[2]), values)
        return False

    def _close(self, flow: Flow) -> None:
        scope, val, program = self.scope, self.val, self.program
        for public, row in (*flow.exports, *common_exports(flow)):
            if public not in self.locals:
                self.env[public] = union(self.env.get(public, NOTHING), val[row])
        for name in scope.worked_out:
            self.give(key(VARIABLE, scope.id, program.names(name)), self.env.get(name, NOTHING))
        if scope.kind == "class":
            if flow.result:
                self.give(key(RESULT, scope.id), declared(self, flow.result))
            member_names(self)
        if not scope.is_function:
            return
        wanted = declared(self, flow.result) if flow.result else NOTHING
        values = wanted
        for row in flow.returns:
            if wanted:
                expect(self, val[row], wanted)
            elif self.rows[row] == ("this",):
                values = union(values, (program.kinds("this", 0),))
            elif not flow.result:
                values = union(values, val[row])
        for row in flow.yields:
            values = union(values, containers.of(self, val[row]))
        self.give(key(RESULT, scope.id), values)

    def _import_edges(self, flow: Flow) -> None:
        program = self.program
        for row, item in enumerate(flow.imports, len(self.rows)):
            level = ITS_FILE if self.scope.language == "go" else item.level
            place = program.modules.find(self.path, item.module, level)
            target = program.modules.shown(place) if place is not None else None
            if target is not None:
                self.edge(program.place(target), IMPORTS, row)
            if item.name and item.name != "*":
                self._import_edge(program.imported(self.path, item), row)
