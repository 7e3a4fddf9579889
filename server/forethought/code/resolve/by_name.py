"""What one definition does, in the languages known by name: what it calls and imports, as far as names tell.

Which definitions a called name may mean is looked up when asked for (see `named.py`).
"""

from __future__ import annotations

from forethought.code.resolve.edges import IMPORTS, LIKELY, REFERENCES
from forethought.code.resolve.evaluate import Evaluation
from forethought.code.resolve.table import BASES, DERIVED, key


class ByName(Evaluation):
    def run(self) -> None:
        flow, program = self.scope.flow(), self.program
        rows = flow.expressions
        for i, row in enumerate(rows):
            if row[0] == "call":
                callee = rows[int(row[1])]
                if callee[0] == "attr":
                    receiver = rows[int(callee[1])]
                    self.guesses.setdefault(f"{receiver[-1] if len(receiver) > 1 else ''}.{callee[2]}", i)
                elif callee[0] == "name":
                    self.guesses.setdefault(f".{callee[1]}", i)
            elif row[0] == "class" and len(row) > 2:
                self._bases(rows, row, i)
        path = program.symbols.path[self.scope.id]
        for at, item in enumerate(flow.imports, len(rows)):
            place = program.modules.find(path, item.module, item.level)
            if place is not None:
                self.edge(program.place(place), IMPORTS, at)

    def _bases(self, rows: tuple[tuple[str | int, ...], ...], row: tuple[str | int, ...], i: int) -> None:
        """Bases that this file, or one that it includes, defines."""
        program, module = self.program, self.scope.module
        child = self.scope.children[int(row[1])]
        found = []
        for base in row[2:]:
            name = rows[int(base)][-1] if len(rows[int(base)]) > 1 else None
            if not isinstance(name, str):
                continue
            self.scopes_read.add(module)
            for value in program.lookup(module, name).values:
                kind, number, *_ = self.what[value]
                if kind == "class" and number != child and value not in found:
                    found.append(value)
                    self.edge(number, REFERENCES, i, LIKELY)
                    self.give(key(DERIVED, number), (program.value_of(child),))
        if found:
            self.given[key(BASES, child)] = tuple(found)
