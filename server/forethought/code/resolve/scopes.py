"""A definition as the resolver keeps it: small, and with what others look up in it at hand.

`bound` tells what the names of a module, a class or a function with others inside it are bound to, as
far as the text says it. Each binding is one of
    n >= 0      the definition n itself: `def f`, `class C`, under nothing but plain decorators
    n < 0       a value that has to be worked out; ~n is the symbol it belongs to
    an Import   something of another file
"""

from __future__ import annotations

import marshal
import re
from array import array
from collections.abc import Iterable, Sequence
from copy import copy
from functools import cache
from sys import intern
from typing import Any, TypeAlias

from forethought.code.facts import Definition, FileFacts, Flow, Import, Parameter
from forethought.code.languages import LANGUAGES
from forethought.code.resolve.faces import face_of
from forethought.code.resolve.offered import offer
from forethought.code.resolve.table import Symbols

Bound: TypeAlias = dict[str, tuple[int | Import, ...]]
NOT_BOUND: Bound = {}

_FUNCTIONS = ("function", "method", "lambda")
# What kinds of other languages count as: something that is called, or something that has members.
_COUNTS_AS = {
    "constructor": "method", "getter": "method", "setter": "method", "signature": "lambda", "macro": "function",
    "interface": "class", "struct": "class", "enum": "class", "trait": "class", "impl": "class", "type": "class",
    "namespace": "class", "property": "class", "constant": "class", "record": "class",
}  # fmt: skip
_FLAVOURS = {
    "getter": "property",
    "setter": "setter",
    "namespace": "namespace",
    "type": "alias",
    "constant": "variant",
    "macro": "macro",
}
# Decorators that change how a function is reached, not what it is.
_PLAIN = {
    "staticmethod": "static",
    "classmethod": "class",
    "contextmanager": "manager",
    "asynccontextmanager": "manager",
    "overload": "",
    "abstractmethod": "",
    "override": "",
    "final": "",
}
_ACCESSORS = ("setter", "getter", "deleter")
_IMPLICIT = {"__new__": "class", "__init_subclass__": "class", "__class_getitem__": "class"}


# Files of tests, by the usual names of folders and files.
_TEST = re.compile(r"(^|/)(tests?|testing|spec|__tests__)/|(^|/)(test_[^/]*|conftest)\.pyi?$|[._](test|spec)s?\.\w+$")


class Scope:
    """One definition with a body."""

    __slots__ = (
        "bound", "children", "class_", "declared", "first", "flavour", "generator", "id", "in_test", "keys", "kind",
        "language", "lines", "module", "packed", "parameters", "parent", "passed", "same_type", "stars",
        "worked_out",
    )  # fmt: skip

    def __init__(self, number: int, definition: Definition, parent: int, module: int, class_: int) -> None:
        flow = definition.flow or Flow()
        kind = definition.kind
        self.id, self.kind, self.parent, self.module = number, _COUNTS_AS.get(kind, kind), parent, module
        self.language, self.in_test = "", False
        self.class_ = class_  # the class whose `self` is seen from here, or -1
        self.first = definition.first
        self.children: tuple[int, ...] = ()
        self.bound = NOT_BOUND
        self.stars: tuple[Import, ...] = ()
        self.declared = tuple(str(flow.expressions[target][-1]) for target, _ in flow.types)  # names with a type
        self.flavour = _FLAVOURS.get(kind, "")  # static, class, property, manager, setter
        self.parameters = tuple(_shared((intern(p.name), p.kind)) for p in flow.parameters)
        self.generator = bool(flow.yields)
        self.keys = _keys(flow)
        self.worked_out: tuple[str, ...] = ()  # names whose values others may ask for
        self.passed = _passed(flow)
        # `def f(x: T) -> T` tells that it gives back x, or what stands for it
        self.same_type = any(parameter.type == flow.result for parameter in flow.parameters) and bool(flow.result)
        self.packed = pack(flow)
        self.lines = array("H", (min(line, 0xFFFF) for line in (*flow.lines, *(item.line for item in flow.imports))))

    @property
    def is_function(self) -> bool:
        return self.kind in _FUNCTIONS

    def flow(self) -> Flow:
        return unpack(self.packed)

    def same_text(self, other: Scope) -> bool:
        """Whether it does the same. (Equal facts may be packed in two ways.)"""
        return self.packed == other.packed or self.flow() == other.flow()

    def same_face(self, other: Scope) -> bool:
        """Whether those who call it would see a difference."""
        return (self.kind, self.flavour, self.parameters, self.generator, self.passed, self.same_type) == (
            other.kind, other.flavour, other.parameters, other.generator, other.passed,
            other.same_type,
        )  # fmt: skip


@cache
def _shared(parameter: tuple[str, str]) -> tuple[str, str]:
    """One object for all parameters of that name and kind: there are thousands called self."""
    return parameter


def pack(flow: Flow) -> bytes:
    """Without the lines, which change when the text above moves; imports and parameters as plain tuples."""
    parameters: Any = tuple(map(tuple, flow.parameters))
    imports: Any = tuple(tuple(still(item)) for item in flow.imports)
    return marshal.dumps((flow.expressions, parameters, *flow[3:9], imports, flow.exports))


def still(item: Import) -> Import:
    """An import without its place in the text; one object for all that are alike."""
    found = item._replace(line=0)
    return _IMPORTS.setdefault(found, found)


_IMPORTS: dict[Import, Import] = {}


def unpack(packed: bytes) -> Flow:
    expressions, parameters, *middle, imports, exports = marshal.loads(packed)
    parameters = tuple(map(Parameter._make, parameters)) if parameters else ()
    imports = tuple(map(Import._make, imports)) if imports else ()
    return Flow._make((expressions, (), parameters, *middle, imports, exports))


def _keys(flow: Flow) -> tuple[int, ...]:
    """The parameters that are used as keys of containers."""
    rows = flow.expressions
    names = {rows[row[2]] for row in rows if row[0] == "index"} if flow.parameters else ()  # type: ignore[index]
    return tuple(place for place, p in enumerate(flow.parameters) if ("name", p.name) in names) if names else ()


def _passed(flow: Flow) -> tuple[int, ...]:
    """The parameters that a function gives back as they are."""
    if not flow.parameters or not (flow.returns or flow.result):
        return ()
    rows, assigned = flow.expressions, {flow.expressions[target] for target, _ in flow.bindings}
    names = {rows[row] for row in flow.returns} - assigned
    return tuple(
        place
        for place, parameter in enumerate(flow.parameters)
        if not parameter.kind.startswith("*")
        and (("name", parameter.name) in names or (parameter.type and parameter.type == flow.result))
    )


class FileScopes:
    """The scopes of one file, and all its symbols. Scopes of a former version whose facts are the same objects are
    taken over: after an edit, nearly all of them."""

    def __init__(
        self, path: str, facts: FileFacts, symbols: Symbols, former: tuple[FileFacts, FileScopes] | None = None
    ) -> None:
        self.path, self.language, self.face = path, facts.language, face_of(facts)
        self.in_test = _TEST.search(path) is not None
        self.ids = _numbers(path, facts.definitions, symbols)
        self.kinds = [definition.kind for definition in facts.definitions]
        self.parents = array("i", (definition.parent for definition in facts.definitions))
        self.scopes: dict[int, Scope] = {}
        children: dict[int, list[int]] = {}
        for number, place in zip(self.ids, self.parents, strict=True):
            children.setdefault(place, []).append(number)
        kept = _kept(former)
        fresh = set()  # the parents of scopes that are new
        for place, (number, definition) in enumerate(zip(self.ids, facts.definitions, strict=True)):
            if definition.flow is None:
                continue
            scope = self._scope(number, definition, tuple(children.get(place, ())), kept.get(number))
            self.scopes[number] = scope
            if number not in kept or kept[number][1] is not scope:
                fresh |= {number, scope.parent}
        self._bind(facts.definitions, fresh)

    def _scope(
        self, number: int, definition: Definition, children: tuple[int, ...], kept: tuple[Flow, Scope] | None
    ) -> Scope:
        above = self.scopes.get(self.ids[definition.parent]) if definition.parent >= 0 else None
        class_ = -1
        if above is not None:
            class_ = above.id if above.kind == "class" else above.class_
        parent, module = (above.id, above.module) if above is not None else (-1, number)
        if definition.kind == "namespace" and self.language == "rust":
            module = number  # sees nothing of what is around it
        if kept is not None and kept[0] is definition.flow:
            scope = kept[1]
            if above is None or (scope.children, scope.parent, scope.module, scope.class_) != (
                children, parent, module, class_
            ):  # fmt: skip
                scope = copy(scope)  # the same facts in another place
        else:
            scope = Scope(number, definition, parent, module, class_)
            scope.language, scope.in_test = self.language, self.in_test
        scope.children, scope.parent, scope.module, scope.class_ = children, parent, module, class_
        scope.first = definition.first
        return scope

    def _bind(self, definitions: Sequence[Definition], fresh: set[int]) -> None:
        named = {number: definition.name for number, definition in zip(self.ids, definitions, strict=True)}
        nested = {scope.parent for scope in self.scopes.values()}
        assigned: set[str] = set()
        for number, definition in zip(self.ids, definitions, strict=True):
            flow = definition.flow
            if flow is None:
                continue
            scope = self.scopes[number]
            if flow.outer and scope.is_function:
                assigned.update(flow.outer)
            if number in fresh and (number in nested or not scope.is_function):
                scope.bound = _bindings(scope, flow, named, self.scopes)
                if self.language != "python":
                    offer(scope, flow, named, self.scopes)
                scope.worked_out = tuple(
                    name
                    for name, entries in scope.bound.items()
                    if any(isinstance(entry, int) and entry < 0 for entry in entries)
                )
                whole = not LANGUAGES[self.language].deep  # an include brings all names
                stars = [item for item in flow.imports if item.name == "*" or whole]
                scope.stars = tuple(still(item)._replace(name="*", local="") for item in stars)
        module = self.scopes[self.ids[0]]
        for name in sorted(assigned - module.bound.keys()):
            module.bound[name] = (~module.id,)


def _kept(former: tuple[FileFacts, FileScopes] | None) -> dict[int, tuple[Flow, Scope]]:
    if former is None:
        return {}
    facts, file = former
    return {
        number: (definition.flow, file.scopes[number])
        for number, definition in zip(file.ids, facts.definitions, strict=True)
        if definition.flow is not None
    }


def _numbers(path: str, definitions: Iterable[Definition], symbols: Symbols) -> list[int]:
    seen: dict[str, int] = {}
    ids = []
    for definition in definitions:
        repeated = seen.get(definition.qualified, 0)
        seen[definition.qualified] = repeated + 1
        ids.append(symbols(path, definition.qualified, repeated))
    return ids


def _bindings(scope: Scope, flow: Flow, named: dict[int, str], scopes: dict[int, Scope]) -> Bound:
    found: dict[str, list[int | Import]] = {}
    variables = {named[child]: child for child in scope.children if child not in scopes}
    for parameter in flow.parameters:
        found[parameter.name] = [~scope.id]
    for item in flow.imports:
        if item.local:
            found.setdefault(item.local, []).append(still(item))
    rows = flow.expressions
    for target, value in (*flow.bindings, *((target, 0) for target, _ in flow.types)):
        row = rows[target]
        if row[0] != "name" or row[1] in flow.outer:
            continue
        name: Any = row[1]
        entry = ~variables.get(name, scope.id)
        child, flavour, plain = _defined(rows, value)
        if child is not None and child < len(scope.children) and named[scope.children[child]] == name:
            entry = scope.children[child]
            if scope.kind == "class":
                scopes[entry].flavour = flavour or _IMPLICIT.get(name, "") or scopes[entry].flavour
            elif flavour == "manager":
                scopes[entry].flavour = flavour
            if not plain:
                entry = ~entry
        here = found.setdefault(name, [])
        if entry not in here:
            here.append(entry)
    return {intern(name): tuple(entries) for name, entries in found.items()}


def _defined(rows: Sequence[tuple[str | int, ...]], value: int) -> tuple[int | None, str, bool]:
    """The child that a value defines, the flavour its decorators give it, and whether they are all plain."""
    flavour, plain = "", True
    while True:
        row: Any = rows[value]
        if row[0] in ("def", "class"):
            return row[1], flavour, plain
        if row[0] != "call" or len(row) != 3:
            return None, "", False
        by, value = rows[row[1]], row[2]
        name = by[-1] if by[0] in ("name", "attr") else None
        if name in _PLAIN:
            flavour = _PLAIN[str(name)] or flavour
        elif isinstance(name, str) and (name.endswith("property") or name in _ACCESSORS):
            flavour = "property"
        else:
            plain = False
