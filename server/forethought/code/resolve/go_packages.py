"""Go: which package an import means. The nearest go.mod says what paths of the module begin with."""

from __future__ import annotations

import re

from forethought.code.resolve.faces import Face
from forethought.code.resolve.packages import go_package
from forethought.code.resolve.python_modules import parent

_MODULE = re.compile(r"^\s*module\s+\"?([^\s\"]+)", re.M)


class GoPackages:
    def __init__(self) -> None:
        self.folders: dict[str, int] = {}  # with the number of their files
        self.modules: dict[str, str] = {}  # the folder of a go.mod -> the name of its module

    def add(self, path: str, face: Face) -> None:
        self.folders[parent(path)] = self.folders.get(parent(path), 0) + 1

    def remove(self, path: str, face: Face) -> None:
        self.folders[parent(path)] -= 1

    def configure(self, path: str, text: str | None) -> None:
        found = _MODULE.search(text) if text is not None else None
        if found is not None:
            self.modules[parent(path)] = found[1]
        else:
            self.modules.pop(parent(path), None)

    def find(self, importer: str, module: str, level: int = 0) -> str | None:
        for folder, name in sorted(self.modules.items(), key=lambda item: -len(item[1])):
            if module == name or module.startswith(f"{name}/"):
                inside = module[len(name) + 1 :]
                whole = f"{folder}/{inside}" if folder and inside else folder or inside
                return go_package(whole) if self.folders.get(whole) else None
        return None
