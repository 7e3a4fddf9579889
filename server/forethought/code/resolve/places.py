"""Which file an import means, in every language: each family of languages has its own way of finding out."""

from __future__ import annotations

from typing import Protocol

from forethought.code.languages import LANGUAGES
from forethought.code.resolve.faces import Face
from forethought.code.resolve.go_packages import GoPackages
from forethought.code.resolve.included import Included
from forethought.code.resolve.java_packages import JavaPackages
from forethought.code.resolve.python_modules import PythonModules, parent
from forethought.code.resolve.rust_modules import RustModules
from forethought.code.resolve.scopes import FileScopes
from forethought.code.resolve.script_modules import ScriptModules

SCRIPTS = ("typescript", "tsx", "javascript", "jsx")


def family_of(language: str) -> str:
    """Languages that import each other's files."""
    if language in SCRIPTS:
        return "script"
    return "c" if language == "cpp" else language


_SUFFIX = {family_of(name): LANGUAGES[name].suffixes[0] for name in reversed(LANGUAGES)}
_FAMILY = {suffix: family_of(name) for name, language in LANGUAGES.items() for suffix in language.suffixes}


_ALL_SUFFIXES = {
    family: tuple(s for name, language in LANGUAGES.items() if family_of(name) == family for s in language.suffixes)
    for family in _SUFFIX
}
_CONFIGS = {"json": "script", "mod": "go", "toml": "rust"}  # by the suffixes of configuration files


class Modules(Protocol):
    def add(self, path: str, face: Face) -> None: ...
    def remove(self, path: str, face: Face) -> None: ...
    def find(self, importer: str, module: str, level: int = 0) -> str | None: ...


class Places:
    """The files of a project. A place is a path; of a definition inside a file, path::Outer.Inner; of a package of
    several files, "package " and something that ends like the names of its files."""

    def __init__(self) -> None:
        self.python, self.script, self.go, self.rust = PythonModules(), ScriptModules(), GoPackages(), RustModules()
        self.odd: dict[str, str] = {}  # files whose names do not tell their language
        self.families: dict[str, Modules] = {family: Included(suffixes) for family, suffixes in _ALL_SUFFIXES.items()}
        self.families |= {"script": self.script, "go": self.go, "rust": self.rust, "java": JavaPackages()}

    def add(self, file: FileScopes) -> None:
        family = family_of(file.language)
        if _FAMILY.get(_suffix(file.path)) != family:
            self.odd[file.path] = family
        if family == "python":
            self.python.add(file.path)
        else:
            self.families[family].add(file.path, file.face)

    def remove(self, file: FileScopes) -> None:
        family = family_of(file.language)
        if family == "python":
            self.python.remove(file.path)
        else:
            self.families[family].remove(file.path, file.face)

    def configure(self, path: str, text: str | None) -> None:
        family = _CONFIGS.get(_suffix(path)[1:])
        if family == "script":
            self.script.configure(path, text)
        elif family == "go":
            self.go.configure(path, text)
        elif family == "rust":
            self.rust.configure(path, text)

    def vantage(self, path: str, language: str) -> str:
        """A stand-in for all importers to whom the same names mean the same files."""
        if language == "rust":
            return path
        folder = parent(path)
        start = f"{folder}/" if folder else ""
        return f"{start}*{_SUFFIX[family_of(language)]}"

    def find(self, importer: str, module: str, level: int = 0) -> str | None:
        family = self._family(importer)
        if family == "python":
            return self.python.find(importer, module, level)
        modules = self.families.get(family)
        return modules.find(importer, module, level) if modules is not None else None

    def shown(self, place: str) -> str | None:
        """The file or definition that stands for a place, if there is one."""
        return None if place.endswith("/") or place.startswith("package ") else place

    def submodule(self, path: str, name: str) -> str | None:
        return self.python.submodule(path, name) if self._family(path) == "python" else None

    def _family(self, path: str) -> str:
        if path.endswith("/"):
            return "python"
        path = path.partition("::")[0]
        return self.odd.get(path) or _FAMILY.get(_suffix(path), "")


def _suffix(path: str) -> str:
    return "." + path.rpartition(".")[2]
