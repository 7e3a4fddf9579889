"""Facts of files swapped for new ones: which definitions that touches, as far as the text says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from forethought.code.resolve.go_packages import ITS_FILE
from forethought.code.resolve.named import Named
from forethought.code.resolve.packages import own_names, package_of
from forethought.code.resolve.program import Program
from forethought.code.resolve.readers import Readers, mentioned
from forethought.code.resolve.scopes import FileScopes, Scope

_Find = tuple[str, str, int]  # what an import looks for: seen from where, which module, how many levels up


class Swap:
    def __init__(self, program: Program, readers: Readers, named: Named) -> None:
        self.program, self.readers, self.named = program, readers, named
        self.finds: dict[_Find, str | None] = {}
        self.finders: dict[_Find, set[int]] = {}

    def files(self, staged: Mapping[str, FileScopes | None], configs: Mapping[str, str | None]) -> set[int]:
        """Take new facts; the definitions that have to be looked at again."""
        changed: set[int] = set()
        names: set[tuple[int, str]] = set()
        came_or_went = []
        for path, new in staged.items():
            old = self.program.files.get(path)
            if new is not None:
                self.program.files[path] = new
            elif old is not None:
                del self.program.files[path]
            else:
                continue
            if old is None or new is None or (old.language, old.face) != (new.language, new.face):
                came_or_went.append((old, new))
                if old is not None and new is not None and package_of(old) != package_of(new):
                    changed |= self.readers.of_scope(old.ids[0])  # it sees other names now
                for file in (old, new):
                    package = package_of(file) if file is not None else None
                    if file is not None and package is not None:
                        place = self.program.place(package)
                        names.update((place, name) for name in own_names(file))
            self.program.packages.swap(old, new)
            self._compare(old, new, changed, names)
        for path, text in configs.items():
            self.program.modules.configure(path, text)
        if came_or_went or configs:
            self._rearrange(came_or_went, changed, names)
        if names or came_or_went or configs:
            self.program.forget_names()
        for number in changed:
            if number in self.program.scopes:
                self.readers.imports(number)
        for scope, name in names:
            changed |= self.readers.of_name(scope, name)
        return changed

    def _compare(
        self, old: FileScopes | None, new: FileScopes | None, changed: set[int], names: set[tuple[int, str]]
    ) -> None:
        before = old.scopes if old is not None else {}
        after = new.scopes if new is not None else {}
        for number in before.keys() - after.keys():
            del self.program.scopes[number]
            changed.add(number)
            changed |= self.readers.of_scope(number)
            names.update((number, name) for name in before[number].bound)
            if before[number].stars:
                names.add((number, "*"))
        for number, scope in after.items():
            was = before.get(number)
            self.program.scopes[number] = scope
            self._compare_scope(was, scope, changed, names)
            if was is not None and was.kind != scope.kind and scope.parent in after:
                above = after[scope.parent]  # its names mean another kind of thing
                names.update((above.id, name) for name, entries in above.bound.items() if number in entries)
        self.named.swap(old, new)

    def _compare_scope(self, was: Scope | None, now: Scope, changed: set[int], names: set[tuple[int, str]]) -> None:
        if was is now:
            return
        if was is None or was.children != now.children or not was.same_text(now):
            changed.add(now.id)
            self._mention(was, now)
        if was is None or not was.same_face(now) or was.parent != now.parent:
            changed.add(now.id)
            changed |= self.readers.of_scope(now.id)
        before = was.bound if was is not None else {}
        stars = was.stars if was is not None else ()
        if before != now.bound or stars != now.stars:
            differing = {name for name in before.keys() | now.bound.keys() if before.get(name) != now.bound.get(name)}
            names.update((now.id, name) for name in differing)
            if stars != now.stars:
                names.add((now.id, "*"))

    def _mention(self, was: Scope | None, now: Scope) -> None:
        flow = now.flow()
        new = mentioned(flow)
        self.readers.mention(now.id, new - mentioned(was.flow()) if was is not None else new)
        vantage = self.program.modules.vantage(self.program.where(now.module), now.language)
        for item in flow.imports:
            levels = (item.level, ITS_FILE) if now.language == "go" else (item.level,)
            for find in {(vantage, item.module, level) for level in levels} | {
                (vantage, item.module.partition(".")[0], item.level)
            }:
                self.finders.setdefault(find, set()).add(now.id)
                if find not in self.finds:
                    self.finds[find] = self._find(find)

    def _find(self, find: _Find) -> str | None:
        return self.program.modules.find(*find)

    def _rearrange(
        self,
        files: Iterable[tuple[FileScopes | None, FileScopes | None]],
        changed: set[int],
        names: set[tuple[int, str]],
    ) -> None:
        """Files came or went: some imports mean other files now."""
        modules, symbols = self.program.modules, self.program.symbols
        for old, new in files:
            if old is not None:
                modules.remove(old)
            if new is not None:
                modules.add(new)
            file = new or old
            assert file is not None  # one of the two is there
            folder, _, name = file.path.rpartition("/")
            stem = name.partition(".")[0]
            while True:
                places = (
                    (f"{folder}/__init__.py", f"{folder}/__init__.pyi", f"{folder}/") if folder else ("__init__.py",)
                )
                names.update((symbols(place, ""), stem) for place in places)
                if not folder:
                    break
                folder, _, stem = folder.rpartition("/")
        for find, before in self.finds.items():
            now = self._find(find)
            if now == before:
                continue
            self.finds[find] = now
            for number in self.finders[find]:
                changed.add(number)
                if number in self.program.scopes and self.program.scopes[number].stars:
                    names.add((number, "*"))
                for name, entries in self.program.bound(number).items():
                    if any(not isinstance(entry, int) for entry in entries):
                        names.add((number, name))
