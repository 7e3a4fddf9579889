"""What is left alone: ignored and secret-bearing files are neither recorded nor indexed (K5, S2),
vendored and build folders are only not indexed.

`.gitignore`, `.forethoughtignore` and `.secretsignore` speak git's language but do not overrule each other:
a file is recordable when none of the three objects.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from forethought.code.gitignore import Rules
from forethought.code.secret_files import bears_secrets
from forethought.code.vendored import MARKS, VENDORED

_OURS = "forethoughtignore"
_REASONS = ("gitignore", _OURS, "secretsignore")
_FILES = tuple(f".{reason}" for reason in _REASONS)
_LARGEST = 1 << 20  # bytes of an ignore file; git has no limit, people have a few hundred lines
_MOST_FOLDERS = 50_000  # remembered at once
_FRESH = 1.0  # seconds an answer of the file system is believed

_Stamp = tuple[int, int, int] | None
_Chain = tuple[tuple[int, Rules], ...]  # deepest file first, each with the length of its folder's path


@dataclass(slots=True)
class _Folder:
    parent: _Folder | None
    path: str  # below the root, "" or ending with a slash
    stamps: tuple[_Stamp, ...]
    chains: tuple[_Chain, ...]  # one per kind of ignore file
    reason: str | None  # why nothing below it is recorded
    vendored: bool
    checked: float


class Ignore:
    """The rules of one checkout. Changed ignore files are noticed within a second, or at `refresh()`.

    `excludes` are further files in .gitignore's language that hold for the whole checkout, strongest first;
    `git.exclude_files` knows them.
    """

    def __init__(
        self,
        root: Path,
        excludes: Sequence[Path] = (),
        fold_case: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._root = os.path.join(os.path.realpath(root), "")  # noqa: PTH118 - with a slash, to compare by prefix
        self._excludes = [str(path) for path in excludes]
        self._fold_case = fold_case
        self._clock = clock
        self._folders: dict[str, _Folder] = {}

    def ignored(self, path: str | os.PathLike[str]) -> str | None:
        """Why nothing of this file may be recorded, in a word or two; None if it may."""
        return next(filter(None, (reason for reason, _ in self._judgements(path))), None)

    def recordable(self, path: str | os.PathLike[str]) -> bool:
        return self.ignored(path) is None

    def indexable(self, path: str | os.PathLike[str]) -> bool:
        """Recordable, and not in a vendored or build folder."""
        return not any(reason or vendored for reason, vendored in self._judgements(path))

    def refresh(self) -> None:
        """Forget what was read; the next question looks at the files again."""
        self._folders.clear()

    def walk(self) -> Iterator[tuple[str, str | None]]:
        """Every file below the root with the reason to leave it out of the index, or None.

        A folder left out comes once, with a trailing slash. No symlink is followed.
        """
        self.refresh()
        now = self._clock()
        waiting = [self._top(now)]
        while waiting:
            folder = waiting.pop()
            try:
                with os.scandir(os.path.join(self._root, folder.path)) as found:  # noqa: PTH118 - hot
                    entries = sorted(found, key=lambda entry: entry.name)
            except OSError:
                yield folder.path or "/", "unreadable"
                continue
            below = []
            for entry in entries:
                path = folder.path + entry.name
                if entry.is_symlink():
                    yield path, "symlink"
                elif entry.is_dir(follow_symlinks=False):
                    child = self._child(folder, entry.name, now)
                    if reason := child.reason or ("vendored" if child.vendored else None):
                        yield child.path, reason
                    else:
                        below.append(child)
                elif entry.is_file(follow_symlinks=False):
                    yield path, self._judge(folder, entry.name, is_folder=False)[0]
                else:
                    yield path, "special"
            waiting.extend(reversed(below))

    def _judgements(self, path: str | os.PathLike[str]) -> Iterator[tuple[str | None, bool]]:
        """What holds for the real file and, where a symlink led there, for the name it was given."""
        given = os.path.join(self._root, path)  # noqa: PTH118
        try:
            real = os.path.realpath(given)
            is_folder = given.endswith("/") or os.path.isdir(real)  # noqa: PTH112
            yield self._judge_path(real, is_folder) or ("outside", False)
            if (named := os.path.normpath(given)) != real and (judgement := self._judge_path(named, is_folder)):
                yield judgement
        except ValueError:  # a name no file can have: a null character, half a surrogate pair
            yield "outside", False

    def _judge_path(self, path: str, is_folder: bool) -> tuple[str | None, bool] | None:
        if path + "/" == self._root:
            return None, False
        if not path.startswith(self._root):
            return None
        now = self._clock()
        folder = self._top(now)
        *folders, name = path[len(self._root) :].split("/")
        for each in folders:
            folder = self._child(folder, each, now)
            if folder.reason:
                return folder.reason, False
        reason, vendored = self._judge(folder, name, is_folder)
        return reason, vendored or folder.vendored

    def _judge(self, folder: _Folder, name: str, is_folder: bool) -> tuple[str | None, bool]:
        """Why this entry of a folder is ignored, and whether it is vendored."""
        if name.lower() == ".git":
            return "git", False
        if bears_secrets(name):
            return "secret file", False
        as_bytes = os.fsencode(name)
        path = os.fsencode(folder.path) + as_bytes
        ours: bool | None = None
        for reason, chain in zip(_REASONS, folder.chains, strict=True):
            verdict: bool | None = None
            for skip, rules in chain:
                verdict = rules.verdict(path[skip:], as_bytes, is_folder)
                if verdict is not None:
                    break
            if verdict:
                return reason, False
            if reason == _OURS:
                ours = verdict
        return None, is_folder and ours is None and bool(VENDORED.verdict(path, as_bytes, True))

    def _top(self, now: float) -> _Folder:
        known = self._folders.get("")
        if known and now - known.checked < _FRESH:
            return known
        stamps = self._stamps("") + tuple(_stamp(path, follow=True) for path in self._excludes)
        if known and known.stamps == stamps:
            known.checked = now
            return known
        everywhere = tuple((0, rules) for path in self._excludes if (rules := self._read(path)))
        chains = self._chains("", stamps, (everywhere, (), ()))
        top = self._folders[""] = _Folder(None, "", stamps, chains, None, False, now)
        return top

    def _child(self, parent: _Folder, name: str, now: float) -> _Folder:
        path = f"{parent.path}{name}/"
        known = self._folders.get(path)
        if known and known.parent is parent and now - known.checked < _FRESH:
            return known
        stamps = self._stamps(path)
        if known and known.parent is parent and known.stamps == stamps:
            known.checked = now
            return known
        reason, vendored = self._judge(parent, name, is_folder=True)
        chains = parent.chains if reason else self._chains(path, stamps, parent.chains)
        vendored = vendored or parent.vendored or any(stamps[len(_FILES) :])
        if len(self._folders) > _MOST_FOLDERS:
            self._folders.clear()
        child = self._folders[path] = _Folder(parent, path, stamps, chains, reason, vendored, now)
        return child

    def _stamps(self, folder: str) -> tuple[_Stamp, ...]:
        """What tells that an ignore file changed. Git reads no .gitignore through a symlink."""
        where = os.path.join(self._root, folder)  # noqa: PTH118 - hot
        return tuple(_stamp(where + name, follow=name != ".gitignore") for name in (*_FILES, *MARKS))

    def _chains(self, folder: str, stamps: tuple[_Stamp, ...], above: tuple[_Chain, ...]) -> tuple[_Chain, ...]:
        """The rules that hold in a folder: those of its own files before those of the folders above."""
        if not any(stamps[: len(_FILES)]):
            return above
        where = os.path.join(self._root, folder)  # noqa: PTH118
        skip = len(os.fsencode(folder))
        chains = []
        for name, stamp, chain in zip(_FILES, stamps, above, strict=False):
            rules = self._read(where + name) if stamp else None
            chains.append(((skip, rules), *chain) if rules else chain)
        return tuple(chains)

    def _read(self, path: str) -> Rules | None:
        try:
            with Path(path).open("rb") as file:
                return Rules(file.read(_LARGEST), self._fold_case)
        except OSError:
            return None


def _stamp(path: str, follow: bool) -> _Stamp:
    try:
        found = os.stat(path, follow_symlinks=follow)  # noqa: PTH116 - hot
    except (OSError, ValueError):
        return None
    return (found.st_mtime_ns, found.st_size, found.st_ino) if stat.S_ISREG(found.st_mode) else None
