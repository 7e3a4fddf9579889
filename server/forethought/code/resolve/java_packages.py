"""Java: which package or class an import means."""

from __future__ import annotations

from forethought.code.resolve.faces import Face
from forethought.code.resolve.packages import java_package


class JavaPackages:
    def __init__(self) -> None:
        self.types: dict[str, dict[str, set[str]]] = {}  # package -> type -> files

    def add(self, path: str, face: Face) -> None:
        for name in set(face.types):
            self.types.setdefault(face.package, {}).setdefault(name, set()).add(path)

    def remove(self, path: str, face: Face) -> None:
        here = self.types.get(face.package, {})
        for name in set(face.types):
            here[name].discard(path)
            if not here[name]:
                del here[name]
        if not here:
            self.types.pop(face.package, None)

    def find(self, importer: str, module: str, level: int = 0) -> str | None:
        if module in self.types:
            return java_package(module)
        package, _, name = module.rpartition(".")
        while package:
            if package in self.types:
                files = self.types[package].get(name)
                return f"{min(files)}::{name}" if files else None
            package, _, outer = package.rpartition(".")
            name = f"{outer}.{name}"
        return None
