"""Go: which package an import means. The nearest go.mod says what paths of the module begin with."""

from __future__ import annotations

import re

from forethought.code.resolve.faces import Face
from forethought.code.resolve.packages import go_package
from forethought.code.resolve.python_modules import parent

ITS_FILE = 1  # the level of an import that asks for a file in place of the package
_MODULE = re.compile(r"^\s*module\s+\"?([^\s\"]+)", re.M)


class GoPackages:
    def __init__(self) -> None:
        self.folders: dict[str, set[str]] = {}  # with their files
        self.modules: dict[str, str] = {}  # the folder of a go.mod -> the name of its module

    def add(self, path: str, face: Face) -> None:
        self.folders.setdefault(parent(path), set()).add(path)

    def remove(self, path: str, face: Face) -> None:
        self.folders[parent(path)].discard(path)

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
                if not self.folders.get(whole):
                    return None
                return self._first(whole) if level == ITS_FILE else go_package(whole)
        return None

    def _first(self, folder: str) -> str:
        """The file that stands for a package: the one of its name, or doc.go, or the first."""
        name = folder.rpartition("/")[2]
        wanted = (f"{folder}/{name}.go", f"{folder}/doc.go")
        return min(self.folders[folder], key=lambda path: (path not in wanted, path.endswith("_test.go"), path))
