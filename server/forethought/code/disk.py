"""The files of a checkout as they lie on disk: all of them, or those that a notice may be about.

Runs in a thread of the index, one call at a time; it decides nothing about what is delivered.
"""

from __future__ import annotations

import bisect
import contextlib
import os
import stat
import time
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from forethought.code.cache import Cache
from forethought.code.facts import FileFacts, unpack
from forethought.code.ignore import Ignore
from forethought.code.scan import Seen, Source, left_out, look
from forethought.code.watch import Watch

_TICK = 20_000_000  # ns; times of files lag behind the clock by less


class Reading(NamedTuple):
    """What a look at a path gave: nothing there, nothing new, facts from the cache, or a source to parse."""

    path: str
    seen: Seen | None = None
    facts: FileFacts | None = None
    source: Source | None = None


class Wanted(NamedTuple):
    """A path to look at, what is known of it, and the key of its facts that were delivered."""

    path: str
    known: Seen | None = None
    delivered: bytes = b""


class Survey(NamedTuple):
    files: list[str]
    out: dict[str, Seen]  # files and folders (with a slash) that are left out


class Disk:
    def __init__(self, root: str, ignore: Ignore, cache: Cache, watch: Watch) -> None:
        self._root = root
        self._ignore = ignore
        self._cache = cache
        self._watch = watch
        self._stopped = False

    def stop(self) -> None:
        """Let a survey under way end soon; what it says then does not count."""
        self._stopped = True

    def survey(self) -> Survey:
        """Everything; from now on watched. What appears while we look is looked at again."""
        began = time.time_ns()
        files: list[str] = []
        out: dict[str, Seen] = {}
        for path, reason in self._ignore.walk():
            if self._stopped:
                break
            if reason:
                out[path] = Seen(reason=reason)
            else:
                files.append(path)
        known, late = {*files, *out}, []
        self._watch.renew()
        for folder in self._folders(out):
            self._watch.add(folder)
            known.add(folder)
            with contextlib.suppress(OSError):
                if os.stat(self._root + folder).st_mtime_ns > began - _TICK:  # noqa: PTH116 - hot
                    late += [entry for entries in self._entries(folder) for entry in entries]
        if fresh := [entry for entry in late if entry not in known]:
            more = self.around(fresh, {})
            files, out = files + more.files, out | more.out
        return Survey(files, out)

    def around(self, paths: Iterable[str], known: Mapping[str, Seen]) -> Survey:
        """The files that a notice about these paths concerns: a folder stands for all that is and was in it."""
        names: list[str] = []
        files: set[str] = set()
        out: dict[str, Seen] = {}
        for path in {path.rstrip("/") for path in paths}:
            mode = self._mode(path)
            if path in known or not stat.S_ISDIR(mode):
                files.add(path)
            if stat.S_ISREG(mode):
                continue
            names = names or sorted(known)
            inside = path + "/"
            was = names[bisect.bisect_left(names, inside) : bisect.bisect_left(names, path + "0")]  # "0" follows "/"
            files.update(was)
            if not stat.S_ISDIR(mode):
                if was:
                    self._watch.drop(inside)
            elif reason := left_out(self._ignore, self._root, inside):
                out[inside] = Seen(reason=reason)
            else:
                files.update(self._below(inside, out))
        for path in list(files):
            if reason := left_out(self._ignore, self._root, path):
                out[path] = Seen(reason=reason)
                files.remove(path)
        return Survey(sorted(files), out)

    def read(self, wanted: Sequence[Wanted]) -> list[Reading]:
        return [self._read(*each) for each in wanted]

    def facts(self, seen: Seen | None) -> FileFacts | None:
        """The facts of a known file, if the cache still has them."""
        packed = self._cache.get(seen.key) if seen and seen.key else None
        return unpack(packed) if packed else None

    def _read(self, path: str, known: Seen | None, delivered: bytes) -> Reading:
        seen, source = look(self._root, path, known)
        if seen is None or not seen.key or seen.key == delivered:
            return Reading(path, seen)
        if facts := self.facts(seen):
            return Reading(path, seen, facts)
        if source is None:  # as known, but its facts are no longer in the cache
            seen, source = look(self._root, path)
        return Reading(path, seen, None, source)

    def _mode(self, path: str) -> int:
        """What kind of thing is there; 0: nothing."""
        try:
            return os.lstat(self._root + path).st_mode
        except (OSError, ValueError):
            return 0

    def _below(self, top: str, out: dict[str, Seen]) -> Iterator[str]:
        """All files below a folder; each folder is watched before it is listed, so nothing can slip in between."""
        waiting = [top]
        while waiting:
            folder = waiting.pop()
            self._watch.add(folder)
            try:
                files, folders = self._entries(folder)
            except OSError:
                out[folder] = Seen(reason="unreadable")
                continue
            yield from files
            for each in folders:
                if reason := left_out(self._ignore, self._root, each):
                    out[each] = Seen(reason=reason)
                else:
                    waiting.append(each)

    def _folders(self, out: Container[str]) -> Iterator[str]:
        """All folders but those left out, the empty ones too, which the walk does not name."""
        waiting = [""]
        while waiting and not self._stopped:
            folder = waiting.pop()
            yield folder
            with contextlib.suppress(OSError):
                waiting.extend(each for each in self._entries(folder)[1] if each not in out)

    def _entries(self, folder: str) -> tuple[list[str], list[str]]:
        files, folders = [], []
        with os.scandir(self._root + folder) as found:
            for entry in found:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(f"{folder}{entry.name}/")
                else:
                    files.append(folder + entry.name)
        return files, folders
