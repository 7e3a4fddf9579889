"""Rust: which module a path means. Places are files and, inside of them, `mod a { … }`: path::a.

Where a module's file stands follows from its parent's: beside lib.rs, main.rs and mod.rs, else in a folder of the
parent's name. Names of crates come from Cargo.toml; modules that are passed on (`pub use`, `pub mod`) are followed.
"""

from __future__ import annotations

from collections.abc import Iterator

from forethought.code.facts import Import
from forethought.code.resolve.configured import toml
from forethought.code.resolve.faces import Face
from forethought.code.resolve.python_modules import parent

ROOTS = ("lib.rs", "main.rs")
DEEPEST = 6  # of modules that are passed on


class RustModules:
    def __init__(self) -> None:
        self.faces: dict[str, Face] = {}
        self.imports: dict[str, tuple[Import, ...]] = {}  # place of a module -> its imports
        self.types: set[str] = set()  # places of types
        self.manifests: dict[str, dict[str, object]] = {}
        self._crates: dict[str, str] | None = None

    def add(self, path: str, face: Face) -> None:
        self.faces[path] = face
        self._crates = None
        self.imports.update((_place(path, inside), imports) for inside, imports in face.modules)
        self.types.update(_place(path, name) for name in face.types)

    def remove(self, path: str, face: Face) -> None:
        self.faces.pop(path, None)
        self._crates = None
        for inside, _ in face.modules:
            self.imports.pop(_place(path, inside), None)
        self.types.difference_update(_place(path, name) for name in face.types)

    def configure(self, path: str, text: str | None) -> None:
        self.manifests.pop(parent(path), None)
        if text is not None:
            self.manifests[parent(path)] = toml(text)
        self._crates = None

    def find(self, importer: str, module: str, level: int = 0) -> str | None:
        if level:
            return self._child_file(importer, module)
        return self._path(importer, module.split("::"), 0) if module else None

    def _path(self, place: str, names: list[str], depth: int) -> str | None:
        first, *rest = names
        start: str | None
        if first in ("crate", "$crate"):
            start = self._root(place)
        elif first == "self":
            start = place
        elif first == "super":
            start = self._parent(place)
        elif not first:  # ::a::b
            return self._path(place, rest, depth) if rest else None
        else:
            start = self._child(place, first, depth) or self._crate(place, first)
        for name in rest:
            if start is None:
                return None
            start = self._parent(start) if name == "super" else self._child(start, name, depth)
        return start

    def _child(self, place: str, name: str, depth: int) -> str | None:
        inside = _inside(place, name)
        if inside in self.imports:
            return inside
        if place in self.imports:
            for item in self.imports[place]:
                if item.local != name or depth == DEEPEST:
                    continue
                if item.level:
                    return self._child_file(place, name)
                path = (
                    [*item.module.split("::"), item.name] if item.module and item.name else [item.module or item.name]
                )
                found = self._path(place, path, depth + 1) if path != [name] else self._crate(place, name)
                if found is not None:
                    return found
        return inside if inside in self.types else None

    def _child_file(self, place: str, name: str) -> str | None:
        path, _, inline = place.partition("::")
        folder, _, file = path.rpartition("/")
        stem = file.removesuffix(".rs")
        own = folder if file in (*ROOTS, "mod.rs") else f"{folder}/{stem}" if folder else stem
        inner = "/".join(inline.split(".")) if inline else ""
        for base in (own, folder):  # any other file may be the root of a crate too
            start = "/".join(part for part in (base, inner, name) if part)
            for candidate in (f"{start}.rs", f"{start}/mod.rs"):
                if candidate in self.faces and candidate != path:
                    return candidate
        return None

    def _parent(self, place: str) -> str | None:
        path, _, inline = place.partition("::")
        if inline:
            outer = inline.rpartition(".")[0]
            return _place(path, outer)
        folder, _, file = path.rpartition("/")
        if file in ROOTS:
            return None
        name = file.removesuffix(".rs")
        if name == "mod":
            folder, _, name = folder.rpartition("/")
        start = f"{folder}/" if folder else ""
        above = (f"{start}mod.rs", *(f"{start}{root}" for root in ROOTS), f"{folder}.rs")
        here = [candidate for candidate in above if candidate in self.faces and candidate != path]
        declaring = [c for c in here if any(item.level and item.local == name for item in self.imports[c])]
        found = declaring or here
        return found[0] if found else None

    def _root(self, place: str) -> str:
        seen = set()
        while place not in seen:
            seen.add(place)
            place = self._parent(place) or place
        return place

    def _crate(self, place: str, name: str) -> str | None:
        if self._crates is None:
            self._crates = dict(self._named())
        return self._crates.get(name)

    def _named(self) -> Iterator[tuple[str, str]]:
        for folder, manifest in sorted(self.manifests.items()):
            package, lib = manifest.get("package"), manifest.get("lib")
            package, lib = package if isinstance(package, dict) else {}, lib if isinstance(lib, dict) else {}
            name = str(lib.get("name") or package.get("name") or "").replace("-", "_")
            root = str(lib.get("path") or "src/lib.rs")
            whole = f"{folder}/{root}" if folder else root
            if name and whole in self.faces:
                yield name, whole


def _place(path: str, inside: str) -> str:
    return f"{path}::{inside}" if inside else path


def _inside(place: str, name: str) -> str:
    return f"{place}.{name}" if "::" in place else f"{place}::{name}"
