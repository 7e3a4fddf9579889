"""What is defined where: names, kinds, lines, signatures. The words that questions and answers are made of."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from forethought.code.facts import FileFacts

# No places of their own: a lambda belongs to what it stands in, a signature to what it overloads.
_UNNAMED = ("module", "lambda", "signature")


class Entry(NamedTuple):
    """A definition. Lines count from 0; `line` is that of the name."""

    path: str
    name: str
    qualified: str
    kind: str
    line: int
    first: int
    last: int
    signature: str
    doc: str

    @property
    def id(self) -> str:
        return f"{self.path}::{self.qualified}"


class File(NamedTuple):
    language: str
    entries: tuple[Entry, ...]  # in the order of the text, an outer one before what is inside it
    imports: tuple[tuple[str, str, str, int], ...]  # module, name, local name, line
    problems: tuple[str, ...]


class Catalogue:
    def __init__(self) -> None:
        self.files: dict[str, File] = {}
        self._named: dict[str, dict[str, None]] = {}  # name → paths that define it
        self._names: dict[str, frozenset[str]] = {}  # path → names that it defines

    def put(self, path: str, facts: FileFacts | None) -> None:
        file = _file(path, facts) if facts is not None else None
        names = frozenset(entry.name for entry in file.entries) if file else frozenset()
        before = self._names.pop(path, frozenset())
        for name in before - names:
            self._named[name].pop(path, None)
        for name in names - before:
            self._named.setdefault(name, {})[path] = None
        if file:
            self.files[path], self._names[path] = file, names
        else:
            self.files.pop(path, None)

    def named(self, name: str) -> list[Entry]:
        """All definitions that a person may mean by a name: plain, qualified in part or whole."""
        last = name.rpartition(".")[2]
        tail = f".{name}"
        return [
            entry
            for path in sorted(self._named.get(last, ()))
            for entry in self.files[path].entries
            if entry.qualified == name or entry.qualified.endswith(tail)
        ]

    def at(self, path: str, line: int) -> Entry | None:
        """The innermost definition around a line."""
        entries = self.files.get(path, _NOTHING).entries
        before = bisect_right(entries, line, key=lambda entry: entry.first)
        return next((entry for entry in reversed(entries[:before]) if line <= entry.last), None)

    def get(self, path: str, qualified: str) -> Entry | None:
        entries = self.files.get(path, _NOTHING).entries
        return next((entry for entry in entries if entry.qualified == qualified), None)

    def __iter__(self) -> Iterator[Entry]:
        for path in sorted(self.files):
            yield from self.files[path].entries


_NOTHING = File("", (), (), ())


def _file(path: str, facts: FileFacts) -> File:
    entries = [
        Entry(path, name, qualified, kind, line, first, last, signature, doc)
        for name, qualified, kind, _, line, _, first, last, _, _, signature, doc, _ in facts.definitions
        if kind not in _UNNAMED and qualified
    ]
    entries.sort(key=_place)
    imports = tuple(
        (item.module, item.name, item.local, found.first + item.line)
        for found in facts.definitions
        if found.flow is not None
        for item in found.flow.imports
    )
    return File(facts.language, tuple(entries), imports, facts.problems)


def _place(entry: Entry) -> tuple[int, int]:
    return entry.first, -entry.last
