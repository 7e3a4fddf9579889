"""Python: which file an import means.

A dotted name is looked for where the interpreter would find it when started in the usual way: beside the
top package of the importing file, then in the other source roots of the repository (the folders that hold
a top package or a loose module; the nearest first), last beside the importing file itself. A name of
the standard library is only taken from a file of the project if that stands in the first of these places.
"""

from __future__ import annotations

import sys
from collections import Counter

SUFFIXES = (".py", ".pyi", ".pyw")


class PythonModules:
    """The Python files of a project. Places are paths; of a package without `__init__.py`, its folder and "/"."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.folders: Counter[str] = Counter()  # how many files are below
        self.roots: dict[str, Counter[str]] = {}  # top name -> the roots that hold it, and how often
        self._found: dict[tuple[str, str], str | None] = {}

    def add(self, path: str) -> None:
        self.files.add(path)
        self._count(path, 1)

    def remove(self, path: str) -> None:
        self.files.discard(path)
        self._count(path, -1)

    def _count(self, path: str, by: int) -> None:
        folder = parent(path)
        while folder:
            self.folders[folder] += by
            folder = parent(folder)
        self.roots.clear()
        self._found.clear()

    def package(self, path: str) -> str:
        """The folder whose submodules a place has, or "" if it is no package."""
        if path.endswith("/"):
            return path[:-1]
        folder, _, name = path.rpartition("/")
        return folder if name.partition(".")[0] == "__init__" else ""

    def is_package(self, path: str) -> bool:
        return path.endswith("/") or path.rpartition("/")[2].partition(".")[0] == "__init__"

    def submodule(self, path: str, name: str) -> str | None:
        return self._at(self.package(path), name) if self.is_package(path) else None

    def find(self, importer: str, dotted: str, level: int = 0) -> str | None:
        """The place of a module, or None if it is not of this project."""
        folder = parent(importer)
        if level:
            for _ in range(level - 1):
                folder = parent(folder)
            return self._below(folder, dotted)
        known = (folder, dotted)
        if known not in self._found:
            self._found[known] = self._search(folder, dotted)
        return self._found[known]

    def _search(self, folder: str, dotted: str) -> str | None:
        top = dotted.partition(".")[0]
        home = self._root(folder)
        found = self._below(home, dotted)
        if top in sys.stdlib_module_names:
            return None if found is None or found.endswith("/") else found
        if found is not None:
            return found
        if not self.roots:
            self._find_roots()
        others = sorted(self.roots.get(top, ()), key=lambda root: (-shared(root, folder), root.count("/"), root))
        for root in (*others, folder):
            found = self._below(root, dotted)
            if found is not None:
                return found
        return None

    def _find_roots(self) -> None:
        homes: dict[str, str] = {}
        for path in self.files:
            folder = parent(path)
            if folder not in homes:
                homes[folder] = self._root(folder)
            root = homes[folder]
            rest = path[len(root) + 1 :] if root else path
            top = rest.partition("/")[0].partition(".")[0]
            self.roots.setdefault(top, Counter())[root] += 1

    def _root(self, folder: str) -> str:
        """Where the top package of a folder stands; the folder itself if it is no package."""
        while folder and self._init(folder) is not None:
            folder = parent(folder)
        return folder

    def _below(self, root: str, dotted: str) -> str | None:
        if not dotted:
            return self._init(root) or (f"{root}/" if root in self.folders or not root else None)
        return self._at(root, dotted.replace(".", "/"))

    def _at(self, folder: str, name: str) -> str | None:
        path = f"{folder}/{name}" if folder else name
        found = self._init(path)
        if found is not None:
            return found
        for suffix in SUFFIXES:
            if path + suffix in self.files:
                return path + suffix
        return f"{path}/" if self.folders.get(path) else None

    def _init(self, folder: str) -> str | None:
        start = f"{folder}/__init__" if folder else "__init__"
        for suffix in SUFFIXES[:2]:
            if start + suffix in self.files:
                return start + suffix
        return None


def parent(path: str) -> str:
    return path.rpartition("/")[0]


def shared(a: str, b: str) -> int:
    """How many folders two paths have in common."""
    count = 0
    for x, y in zip(a.split("/"), b.split("/"), strict=False):
        if x != y or not x:
            break
        count += 1
    return count
