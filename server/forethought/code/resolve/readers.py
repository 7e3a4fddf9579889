"""Who may have read what: which definitions looked into a scope, and which mention a name."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

from forethought.code.facts import Flow
from forethought.code.resolve.program import Program
from forethought.code.resolve.table import BASES, FIELD, SLOT, VARIABLE, parts

# Looked up without being written.
UNWRITTEN = {
    "constructor",
    "default",
    "()",
    "Self",
    "__init__",
    "__new__",
    "__call__",
    "__iter__",
    "__next__",
    "__enter__",
    "__exit__",
    "__aenter__",
    "__aexit__",
}


class Readers:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.by_scope: dict[int, array[int]] = {}
        self.of_definition: dict[int, array[int]] = {}
        self.by_name: dict[str, array[int]] = {}
        self.aliases: dict[tuple[int, str], set[tuple[int, str]]] = {}  # names that were seen to be imported as others
        self.stars: dict[int, set[int]] = {}  # scopes that were seen to import all names of a module
        self.derived: dict[int, set[int]] = {}  # classes that were seen to have a class as their base

    # -- keeping

    def replace(self, number: int, scopes: Iterable[int]) -> None:
        now = set(scopes)
        before = set(self.of_definition.pop(number, ()))
        for scope in before - now:
            self.by_scope[scope].remove(number)
        for scope in now - before:
            known = self.by_scope.get(scope)
            if known is None:
                known = self.by_scope[scope] = array("I")
            known.append(number)
        if now:
            self.of_definition[number] = array("I", now)

    def add(self, number: int, scopes: set[int]) -> None:
        before = self.of_definition.get(number, ())
        if not scopes.issubset(before):
            self.replace(number, scopes.union(before))

    def mention(self, number: int, names: Iterable[str]) -> None:
        for name in names:
            known = self.by_name.get(name)
            if known is None:
                known = self.by_name[name] = array("I")
            known.append(number)

    def imports(self, number: int) -> None:
        """Note which names of other modules a scope passes on."""
        scope = self.program.scopes[number]
        path = self.program.where(scope.module)
        for local, entries in scope.bound.items():
            for entry in entries:
                start = None if isinstance(entry, int) else self.program.target(path, entry)[0]
                if start is not None:
                    self.aliases.setdefault(start, set()).add((number, local))
        for star in scope.stars:
            start = self.program.target(path, star)[0]
            if start is not None:
                self.stars.setdefault(start[0], set()).add(number)

    # -- asking

    def of(self, at: int) -> set[int]:
        """Those who may have read a key."""
        kind, owner, part = parts(at)
        if kind in (VARIABLE, FIELD):
            return self.of_name(owner, self.program.names.text[part])
        if kind == SLOT:
            box = self.program.kinds.what[owner]
            return self.of_scope(box[1])
        if kind == BASES:
            return set().union(*(self.of_scope(c) for c in self._below(owner)))
        return self.of_scope(owner)

    def of_scope(self, scope: int) -> set[int]:
        return set(self.by_scope.get(scope, ()))

    def of_name(self, scope: int, name: str) -> set[int]:
        """Those who may have looked up a name in a scope, directly or through imports or subclasses."""
        found: set[int] = set()
        if not self.by_scope:
            return found
        if name == "*":
            return self._of_all_names(scope)
        for place, local in self._aliases(scope, name):
            readers = self.of_scope(place)
            if local in UNWRITTEN:
                found |= readers
            elif readers:
                found.update(number for number in self.by_name.get(local, ()) if number in readers)
        return found

    def _of_all_names(self, scope: int) -> set[int]:
        """Those who may have looked up any name of a module."""
        seen, waiting, found = {scope}, [scope], set(self.of_scope(scope))
        while waiting:
            module = waiting.pop()
            for place, name in [at for at in self.aliases if at[0] == module]:
                found |= self.of_name(place, name)
            for star in self.stars.get(module, set()) - seen:
                seen.add(star)
                waiting.append(star)
                found |= self.of_scope(star)
        return found

    def _aliases(self, scope: int, name: str) -> set[tuple[int, str]]:
        """All names that mean the same: in subclasses, and in modules that import it."""
        holder = self.program.scopes.get(scope)
        seen = {(scope, name)}
        if holder is not None and holder.kind == "class":
            seen = {(class_, name) for class_ in self._below(scope)}
        package = self.program.packages.of.get(scope)
        if package is not None:
            seen.add((package, name))
        waiting = list(seen)
        while waiting:
            module, wanted = waiting.pop()
            found = [*self.aliases.get((module, wanted), ()), *((star, wanted) for star in self.stars.get(module, ()))]
            for importer, local in found:
                for place in self._below(importer):
                    if (place, local) not in seen:
                        seen.add((place, local))
                        waiting.append((place, local))
        return seen

    def _below(self, class_: int) -> set[int]:
        """A class and all that derive from it, or once did."""
        seen, waiting = {class_}, [class_]
        while waiting:
            new = self.derived.get(waiting.pop(), set()) - seen
            seen |= new
            waiting.extend(new)
        return seen


def mentioned(flow: Flow) -> set[str]:
    """The names that a definition looks up: as such, after a dot, in quotes, in imports."""
    found: set[str] = set()
    rows: Any = flow.expressions
    for row in rows:
        if row[0] == "name":
            found.add(row[1])
        elif row[0] == "attr":
            found.add(row[2])
    for item in flow.imports:
        found.update((item.name, item.local, item.module.rpartition(".")[2]))
    if "getattr" in found or flow.result or flow.types or any(p.type for p in flow.parameters):
        for row in rows:
            if row[0] == "const" and isinstance(row[1], str):
                found.update(part for part in row[1].split(".") if part.isidentifier())
    return found
