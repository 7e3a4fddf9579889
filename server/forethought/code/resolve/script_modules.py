"""TypeScript and JavaScript: which file an import means.

A path is tried as it stands, with the suffixes that compilers and bundlers add, and as a folder with an index
file; `./x.js` may be written for what is x.ts. Other names go through `paths` and `baseUrl` of the nearest
tsconfig.json or jsconfig.json, then through the package.json files of the project's own packages.
"""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import normpath
from typing import Any

from forethought.code.resolve.configured import relaxed_json
from forethought.code.resolve.faces import Face
from forethought.code.resolve.python_modules import parent

SUFFIXES = (".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
WRITTEN_FOR = {".js": (".ts", ".tsx", ".d.ts"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
CONFIGS = ("tsconfig.json", "jsconfig.json")
DEEPEST = 8  # of `extends`


class ScriptModules:
    def __init__(self) -> None:
        self.files: set[str] = set()
        self.texts: dict[str, Any] = {}  # what the configuration files say, by path
        self._paths: dict[str, tuple[str, dict[str, list[str]], str | None]] = {}
        self._packages: dict[str, str] | None = None  # name -> folder

    def add(self, path: str, face: Face) -> None:
        self.files.add(path)

    def remove(self, path: str, face: Face) -> None:
        self.files.discard(path)

    def configure(self, path: str, text: str | None) -> None:
        """Take a tsconfig (under any name: others may extend it), a jsconfig or a package.json."""
        if text is None:
            self.texts.pop(path, None)
        else:
            self.texts[path] = relaxed_json(text)
        self._paths.clear()
        self._packages = None

    def find(self, importer: str, module: str, level: int = 0) -> str | None:
        folder = parent(importer)
        if module.startswith("."):
            return self._at(f"{folder}/{module}" if folder else module)
        for path in (*self._mapped(folder, module), *self._packaged(module)):
            found = self._at(path)
            if found is not None:
                return found
        return None

    def _at(self, path: str) -> str | None:
        path = normpath(path)
        if path.startswith(".."):
            return None
        if path in self.files:
            return path
        stem, dot, suffix = path.rpartition(".")
        for other in WRITTEN_FOR.get(dot + suffix, ()):
            if stem + other in self.files:
                return stem + other
        start = "" if path == "." else f"{path}/"
        for begin in (path, f"{start}index"):
            for suffix in SUFFIXES:
                if begin + suffix in self.files:
                    return begin + suffix
        return None

    # -- tsconfig.json

    def _mapped(self, folder: str, module: str) -> Iterator[str]:
        base, paths, root = self._config(folder)
        longest = sorted(paths, key=lambda pattern: (-len(pattern.partition("*")[0]), pattern))
        for pattern in longest:
            before, star, after = pattern.partition("*")
            if module == pattern or (star and module.startswith(before) and module.endswith(after)):
                middle = module[len(before) : len(module) - len(after)] if star else ""
                for target in paths[pattern]:
                    yield f"{base}/{target.replace('*', middle)}" if base else target.replace("*", middle)
        if root is not None:
            yield f"{root}/{module}" if root else module

    def _config(self, folder: str) -> tuple[str, dict[str, list[str]], str | None]:
        """Where paths start, the paths, and baseUrl, of the nearest configuration."""
        known = self._paths.get(folder)
        if known is None:
            here = [f"{folder}/{name}" if folder else name for name in CONFIGS]
            path = next((path for path in here if path in self.texts), None)
            if path is not None:
                known = self._read(path, 0)
            else:
                known = self._config(parent(folder)) if folder else ("", {}, None)
            self._paths[folder] = known
        return known

    def _read(self, path: str, depth: int) -> tuple[str, dict[str, list[str]], str | None]:
        text, folder = self.texts.get(path), parent(path)
        if not isinstance(text, dict) or depth == DEEPEST:
            return "", {}, None
        base, root = "", None
        paths: dict[str, list[str]] = {}
        extended = text.get("extends", ())
        for other in [extended] if isinstance(extended, str) else extended:
            name = normpath(f"{folder}/{other}" if folder else str(other))
            base, paths, root = self._read(name if name in self.texts else f"{name}.json", depth + 1)
        options = text.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        if isinstance(options.get("baseUrl"), str):
            root = _joined(folder, options["baseUrl"])
            base = root
        if isinstance(options.get("paths"), dict):
            base = root if root is not None else folder
            paths = {
                k: [t for t in v if isinstance(t, str)] for k, v in options["paths"].items() if isinstance(v, list)
            }
        return base, paths, root

    # -- package.json

    def _packaged(self, module: str) -> Iterator[str]:
        if self._packages is None:
            found = {path: text for path, text in self.texts.items() if path.rpartition("/")[2] == "package.json"}
            names = {p: t["name"] for p, t in found.items() if isinstance(t, dict) and isinstance(t.get("name"), str)}
            self._packages = {name: parent(path) for path, name in sorted(names.items(), reverse=True)}
        parts = module.split("/")
        name = "/".join(parts[: 2 if module.startswith("@") else 1])
        folder = self._packages.get(name)
        if folder is None:
            return
        inside = module[len(name) :].lstrip("/")
        text = self.texts[f"{folder}/package.json" if folder else "package.json"]
        exported = text.get("exports")
        if isinstance(exported, dict) and any(key.startswith(".") for key in exported):
            exported = exported.get(f"./{inside}" if inside else ".")
        elif inside:
            exported = None
        for target in (
            *_targets(exported),
            *_targets([text.get(key) for key in ("types", "module", "main")] if not inside else None),
        ):
            yield from _sources(folder, target)
        yield from _sources(folder, inside or "index")


def _joined(folder: str, path: str) -> str:
    whole = normpath(f"{folder}/{path}" if folder else path)
    return "" if whole == "." else whole


def _targets(exported: Any) -> Iterator[str]:
    """The files that an entry of `exports` names, whatever the conditions."""
    if isinstance(exported, str):
        yield exported
    elif isinstance(exported, dict):
        for value in exported.values():
            yield from _targets(value)
    elif isinstance(exported, list):
        for value in exported:
            yield from _targets(value)


def _sources(folder: str, target: str) -> Iterator[str]:
    """What is built into dist/, lib/ or build/ stands in src/."""
    plain = normpath(target)
    top, _, rest = plain.partition("/")
    stem = (rest or plain).removesuffix(".d.ts").rpartition(".")[0] or rest or plain
    inside = [plain, f"src/{plain}"]
    if top in ("dist", "lib", "build", "out", "esm", "cjs") and rest:
        inside += [f"src/{rest}", f"src/{stem}", stem]
        if "/" in stem:
            inside.append(f"src/{stem.partition('/')[2]}")
    for path in inside:
        yield f"{folder}/{path}" if folder else path
