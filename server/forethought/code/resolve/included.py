"""Languages known by name: the file that an include, a require or an import says by its path."""

from __future__ import annotations

from posixpath import normpath

from forethought.code.resolve.faces import Face
from forethought.code.resolve.python_modules import parent, shared


class Included:
    """The files of one family of languages. `suffixes` are what a path may leave out."""

    def __init__(self, suffixes: tuple[str, ...]) -> None:
        self.suffixes = ("", *suffixes)
        self.files: set[str] = set()
        self.ends: dict[str, set[str]] = {}  # the last part of a path -> files

    def add(self, path: str, face: Face) -> None:
        self.files.add(path)
        self.ends.setdefault(path.rpartition("/")[2], set()).add(path)

    def remove(self, path: str, face: Face) -> None:
        self.files.discard(path)
        self.ends[path.rpartition("/")[2]].discard(path)

    def find(self, importer: str, module: str, level: int = 0) -> str | None:
        """Beside the importer; else the only file, or the nearest, whose path ends like that."""
        if not module or len(module) > 200:
            return None
        folder = parent(importer)
        for text in dict.fromkeys((module, module.replace("\\", "/"), module.replace(".", "/"))):
            for suffix in self.suffixes:
                path = normpath(f"{folder}/{text}{suffix}" if folder else f"{text}{suffix}")
                if path in self.files:
                    return path
        for text in dict.fromkeys((module, module.replace("\\", "/"), module.replace(".", "/"))):
            for suffix in self.suffixes:
                end = normpath(f"{text}{suffix}").lstrip("./")
                found = [path for path in self.ends.get(end.rpartition("/")[2], ()) if f"/{path}".endswith(f"/{end}")]
                if found:
                    return min(found, key=lambda path: (-shared(path, folder), path.count("/"), path))
        return None
