"""All scopes of a project, and what a name means in one of them as far as the text alone says it."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from forethought.code.facts import Import
from forethought.code.resolve.packages import Packages
from forethought.code.resolve.places import Places
from forethought.code.resolve.scopes import NOT_BOUND, FileScopes, Scope
from forethought.code.resolve.table import NOTHING, VARIABLE, Kinds, Names, Symbols, Values, key


class Found(NamedTuple):
    """What a name means: values, keys under which further ones are worked out, and variables that it names.
    `reads`: the module that was asked first."""

    values: Values = NOTHING
    keys: tuple[int, ...] = ()
    variables: tuple[int, ...] = ()
    reads: tuple[int, ...] = ()


class Program:
    def __init__(self, heard_of: Container[str]) -> None:
        self.heard_of = heard_of  # names from outside that are worth keeping
        self.modules = Places()
        self.symbols, self.names, self.kinds = Symbols(), Names(), Kinds()
        self.outside: Values = (self.kinds("outside", "?"),)  # something that is not of this project
        self.files: dict[str, FileScopes] = {}
        self.packages = Packages(self.symbols)
        self.scopes: dict[int, Scope] = {}
        self.history: dict[int, tuple[Values, ...]] = {}
        self._found: dict[tuple[int, str], Found] = {}
        self._imported: dict[tuple[str, Import], Found] = {}

    def forget_names(self) -> None:
        """After a change of what names are bound to."""
        self._found.clear()
        self._imported.clear()

    def value_of(self, number: int) -> int:
        """The value that a definition is."""
        scope = self.scopes.get(number)
        kind = "function" if scope is None or scope.is_function else scope.kind
        return self.kinds(kind, number)

    def place(self, path: str) -> int:
        """The module, or the class or namespace inside of a file, that stands there."""
        path, _, inside = path.partition("::")
        return self.symbols(path, inside)

    def where(self, number: int) -> str:
        """The place of a scope that imports."""
        inside = self.symbols.qualified[number]
        return f"{self.symbols.path[number]}::{inside}" if inside else self.symbols.path[number]

    def lookup(self, module: int, name: str) -> Found:
        """A name of a module, followed through imports."""
        known = (module, name)
        found = self._found.get(known)
        if found is None:
            found = self._follow([known])
            if found == Found():
                found = Found(self.external(name))
            self._found[known] = found
        return found

    def external(self, dotted: str) -> Values:
        """Something from outside, by name if that tells us more."""
        return (self.kinds("outside", dotted),) if dotted in self.heard_of else self.outside

    def imported(self, importer: str, item: Import) -> Found:
        """What an import statement gives its local name."""
        known = (importer, item)
        found = self._imported.get(known)
        if found is None:
            start, values = self.target(importer, item)
            if start is not None:
                found = self._follow([start], values)._replace(reads=(start[0],))
            else:
                found = Found(tuple(sorted(values)))
            self._imported[known] = found
        return found

    def target(self, importer: str, item: Import) -> tuple[tuple[int, str] | None, set[int]]:
        """The name that an import takes from another module; or the values it gives, being a module itself."""
        if item.name:
            place = self.modules.find(importer, item.module, item.level)
            if place is not None:
                return (self.place(place), item.name), set()
            return None, set(self.external(f"{item.module}.{item.name}"))
        path = item.module
        if item.local == path.partition(".")[0]:
            path = item.local
        place = self.modules.find(importer, path, item.level)
        return None, {self.kinds("module", self.place(place))} if place else set(self.external(path))

    def _follow(self, waiting: list[tuple[int, str]], values: set[int] | None = None) -> Found:
        """Everything that can be reached from names through imports, whatever the order."""
        values, keys, variables = values or set(), set(), set()
        seen = set(waiting)
        while waiting:
            module, name = waiting.pop()
            scope = self.scopes.get(module)
            path = self.where(module)
            entries = scope.bound.get(name, ()) if scope is not None else ()
            known = False
            for holder in () if entries else self.packages.holders(module, name):
                known = True
                if (holder, name) not in seen:
                    seen.add((holder, name))
                    waiting.append((holder, name))
            onward: list[Import] = list(scope.stars) if scope is not None and not entries and not known else []
            for entry in entries:
                if not isinstance(entry, int):
                    onward.append(entry)
                elif entry >= 0:
                    values.add(self.value_of(entry))
                    known = True
                else:
                    keys.add(key(VARIABLE, module, self.names(name)))
                    variables.add(~entry)
                    known = True
            for item in onward:
                start, given = self.target(path, item if item.name != "*" else item._replace(name=name, local=name))
                if item.name != "*" or start is not None:
                    values |= given
                if start is not None and start not in seen:
                    known = True
                    seen.add(start)
                    waiting.append(start)
            if not known:
                place = self.modules.submodule(path, name)
                if place is not None:
                    values.add(self.kinds("module", self.place(place)))
        return Found(tuple(sorted(values)), tuple(sorted(keys)), tuple(sorted(variables)))

    def bound(self, number: int) -> dict[str, tuple[int | Import, ...]]:
        scope = self.scopes.get(number)
        return scope.bound if scope is not None else NOT_BOUND
