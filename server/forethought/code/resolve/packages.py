"""Packages of several files that share their names, as in Go and Java: which files of a package bind a name."""

from __future__ import annotations

from forethought.code.resolve.python_modules import parent
from forethought.code.resolve.scopes import FileScopes
from forethought.code.resolve.table import Symbols


def package_of(file: FileScopes) -> str | None:
    """The place of the package that a file belongs to."""
    if file.language == "go":
        return go_package(parent(file.path))
    if file.language == "java":
        return java_package(file.face.package)
    return None


def go_package(folder: str) -> str:
    return f"package {folder}/*.go"


def java_package(name: str) -> str:
    return f"package {name}/*.java"


def own_names(file: FileScopes) -> list[str]:
    """What a file defines, without what it imports."""
    bound = file.scopes[file.ids[0]].bound
    return [name for name, entries in bound.items() if any(isinstance(entry, int) for entry in entries)]


class Packages:
    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.of: dict[int, int] = {}  # module -> its package, kept when the file goes
        self.binding: dict[int, dict[str, tuple[int, ...]]] = {}  # package -> name -> modules

    def swap(self, old: FileScopes | None, new: FileScopes | None) -> None:
        for file, here in ((old, False), (new, True)):
            package = package_of(file) if file is not None else None
            if file is None or package is None:
                continue
            module, place = file.ids[0], self.symbols(package, "")
            names = self.binding.setdefault(place, {})
            for name in own_names(file):
                others = tuple(other for other in names.get(name, ()) if other != module)
                names[name] = tuple(sorted((*others, module))) if here else others
            self.of[module] = place

    def holders(self, module: int, name: str) -> tuple[int, ...]:
        """The files that bind a name: for a package, or for one of its files that does not."""
        names = self.binding.get(self.of.get(module, module))
        return names.get(name, ()) if names is not None else ()
