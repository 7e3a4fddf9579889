"""Which file an import means, in every language: each family of languages has its own way of finding out."""

from __future__ import annotations

from typing import Protocol

from forethought.code.languages import LANGUAGES
from forethought.code.resolve.python_modules import PythonModules, parent
from forethought.code.resolve.scopes import FileScopes
from forethought.code.resolve.script_modules import ScriptModules

SCRIPTS = ("typescript", "tsx", "javascript", "jsx")
CONFIGURED = {"json": "script"}  # by the suffixes of configuration files


def family_of(language: str) -> str:
    """Languages that import each other's files."""
    if language in SCRIPTS:
        return "script"
    return "c" if language == "cpp" else language


_SUFFIX = {family_of(name): LANGUAGES[name].suffixes[0] for name in reversed(LANGUAGES)}
_FAMILY = {suffix: family_of(name) for name, language in LANGUAGES.items() for suffix in language.suffixes}


class Modules(Protocol):
    def add(self, path: str) -> None: ...
    def remove(self, path: str) -> None: ...
    def find(self, importer: str, module: str, level: int = 0) -> str | None: ...


class Places:
    """The files of a project. A place is a path; of a definition inside a file, path::Outer.Inner; of a package of
    several files, what its language calls it, after "package "."""

    def __init__(self) -> None:
        self.python = PythonModules()
        self.odd: dict[str, str] = {}  # files whose names do not tell their language
        self.families: dict[str, Modules] = {"python": self.python, "script": ScriptModules()}

    def add(self, file: FileScopes) -> None:
        family = family_of(file.language)
        if _FAMILY.get(_suffix(file.path)) != family:
            self.odd[file.path] = family
        modules = self.families.get(family)
        if modules is not None:
            modules.add(file.path)

    def remove(self, file: FileScopes) -> None:
        modules = self.families.get(family_of(file.language))
        if modules is not None:
            modules.remove(file.path)

    def configure(self, path: str, text: str | None) -> None:
        modules = self.families["script"]
        assert isinstance(modules, ScriptModules)
        modules.configure(path, text)

    def vantage(self, path: str, language: str) -> str:
        """A stand-in for all importers to whom the same names mean the same files."""
        folder = parent(path)
        start = f"{folder}/" if folder else ""
        return f"{start}*{_SUFFIX[family_of(language)]}"

    def find(self, importer: str, module: str, level: int = 0) -> str | None:
        modules = self.families.get(self._family(importer))
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
