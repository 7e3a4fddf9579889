"""Numbers for the things a resolver speaks of: symbols, names, values, keys. Numbers compare fast and stay small.

A number is given once and kept when its thing goes away, so that what comes back is the same thing again.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Values: TypeAlias = tuple[int, ...]  # what an expression may be: numbers of values, sorted
NOTHING: Values = ()

# What is known lives under keys: a kind, the number of an owner, the number of a part.
VARIABLE = 0  # (scope, name): what a name of a scope holds
FIELD = 1  # (class, name): what an attribute of its instances holds
PARAMETER = 2  # (function, position): what callers pass
RESULT = 3  # (function,): what it returns
YIELDED = 4  # (function,): what it yields
BASES = 5  # (class,): its base classes, in order
SLOT = 6  # (container, key): what was put in there
DERIVED = 7  # (class,): the classes that name it as a base


def key(kind: int, owner: int, part: int = 0) -> int:
    return (owner << 27 | part) << 3 | kind


def parts(of: int) -> tuple[int, int, int]:
    return of & 7, of >> 30, of >> 3 & 0x7FFFFFF


class Names:
    """Strings and their numbers."""

    def __init__(self) -> None:
        self.number: dict[str, int] = {}
        self.text: list[str] = []

    def __call__(self, text: str) -> int:
        found = self.number.get(text)
        if found is None:
            found = self.number[text] = len(self.text)
            self.text.append(text)
        return found


class Symbols:
    """Definitions by path and qualified name. Of several with one name in a file, each has a number of its own,
    and `first` says which one stands for them."""

    def __init__(self) -> None:
        self.in_file: dict[str, dict[str, int]] = {}
        self.path: list[str] = []
        self.qualified: list[str] = []
        self.first: list[int] = []
        self.repeated: list[int] = []

    def __call__(self, path: str, qualified: str, repeated: int = 0) -> int:
        known = self.in_file.get(path)
        if known is None:
            known = self.in_file[path] = {}
        label = f"{qualified}#{repeated}" if repeated else qualified
        found = known.get(label)
        if found is None:
            found = known[label] = len(self.path)
            self.path.append(path)
            self.qualified.append(qualified)
            self.repeated.append(repeated)
            self.first.append(self(path, qualified) if repeated else found)
        return found

    def order(self, number: int) -> tuple[str, str, int]:
        """To sort by: numbers depend on who came first."""
        return self.path[number], self.qualified[number], self.repeated[number]

    def find(self, path: str, qualified: str) -> int | None:
        return self.in_file.get(path, {}).get(qualified)


class Kinds:
    """Values by their description: ("function", f), ("instance", c), … See `values.py`."""

    def __init__(self) -> None:
        self.number: dict[tuple[Any, ...], int] = {}
        self.what: list[tuple[Any, ...]] = []

    def __call__(self, *what: Any) -> int:
        found = self.number.get(what)
        if found is None:
            found = self.number[what] = len(self.what)
            self.what.append(what)
        return found


def union(a: Values, b: Values) -> Values:
    if not b or a == b:
        return a
    if not a:
        return b
    return tuple(sorted({*a, *b}))


def shared(values: Values, _alone: dict[int, Values] = {}) -> Values:  # noqa: B006 - the default is the store
    """One object for all sets of that one value, which are most of those that are kept."""
    return _alone.setdefault(values[0], values) if len(values) == 1 else values
