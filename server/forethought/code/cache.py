"""Facts by the hash of what they were read from: one file for each project, shared by its checkouts.

Records are appended and never changed, but for the day they were last used. A record cut short by a crash is
cut off at the next start, a damaged one is noticed by its checksum; either costs a parse. All of it can
be thrown away at any time, and is when the code that reads files has changed.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path

from forethought.code.facts import SCHEMA

log = logging.getLogger(__name__)
_RECORD = struct.Struct("<IIH16s")  # length, checksum, day of last use, key
_DAY = struct.Struct("<H")
_DAY_AT = 8
_MAGIC = b"forefact"
_LARGEST = 512 << 20
_DAY_SECONDS = 86_400


class Cache:
    """Used from the threads of several checkouts. Where the disk fails us, it forgets at the end of the process."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time, largest: int = _LARGEST) -> None:
        self.folder = folder
        self._path = folder / "facts"
        self._clock = clock
        self._largest = largest
        self._lock = threading.Lock()
        self._places: dict[bytes, tuple[int, int, int]] = {}  # offset, length, day
        self._unwritten: dict[bytes, bytes] = {}
        self._file = -1
        self._end = 0
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _trouble():
            self._open()

    def __contains__(self, key: bytes) -> bool:
        return key in self._places or key in self._unwritten

    def get(self, key: bytes) -> bytes | None:
        with self._lock, _trouble():
            if (place := self._places.get(key)) is None:
                return self._unwritten.get(key)
            offset, length, day = place
            record = os.pread(self._file, _RECORD.size + length, offset)
            if len(record) == _RECORD.size + length and _checksum(record) == _RECORD.unpack_from(record)[1]:
                if day != self._today():
                    self._use(key)
                return record[_RECORD.size :]
        self._places.pop(key, None)
        return None

    def put(self, facts: Mapping[bytes, bytes], lasting: bool = True) -> None:
        """Keep packed facts; those that are not lasting only as long as this process lives."""
        with self._lock:
            new = {key: packed for key, packed in facts.items() if key not in self}
            self._unwritten |= new
            if not lasting or self._file < 0:
                return
            with _trouble():
                self._append(new)
                for key in new:
                    del self._unwritten[key]
                if self._end > self._largest:
                    self._evict()

    def close(self) -> None:
        with self._lock:
            if self._file >= 0:
                os.close(self._file)
            self._file = -1
            self._places.clear()

    def _today(self) -> int:
        return int(self._clock() / _DAY_SECONDS) & 0xFFFF

    def _open(self) -> None:
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        os.fchmod(self._file, 0o600)
        head = _MAGIC + readers()
        if os.pread(self._file, len(head), 0) != head:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, head, 0)
        self._places, self._end = _index(self._file, len(head))
        os.ftruncate(self._file, self._end)
        if self._end > self._largest:
            self._evict()

    def _append(self, facts: Mapping[bytes, bytes]) -> None:
        today, places, parts, end = self._today(), {}, [], self._end
        for key, packed in facts.items():
            record = _RECORD.pack(len(packed), 0, today, key) + packed
            parts.append(_RECORD.pack(len(packed), _checksum(record), today, key) + packed)
            places[key] = (end, len(packed), today)
            end += len(record)
        data = b"".join(parts)
        if os.pwrite(self._file, data, self._end) < len(data):
            raise OSError("the disk is full")  # the next record overwrites what is there of this one
        self._places |= places
        self._end = end

    def _use(self, key: bytes) -> None:
        offset, length, _ = self._places[key]
        self._places[key] = (offset, length, self._today())
        os.pwrite(self._file, _DAY.pack(self._today()), offset + _DAY_AT)

    def _evict(self) -> None:
        """Copy what was used last into a new file, half as large as may be."""
        old, places, room = self._file, self._places, self._largest // 2
        kept = []
        for key, (offset, length, day) in sorted(
            places.items(), key=lambda item: (item[1][2], item[1][0]), reverse=True
        ):
            room -= length + _RECORD.size
            if room < 0:
                break
            kept.append((offset, length, key, day))
        fresh = self._path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        self._file = os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        self._end = os.pwrite(self._file, _MAGIC + readers(), 0)
        self._places = {}
        for offset, length, key, day in sorted(kept):
            os.pwrite(self._file, os.pread(old, _RECORD.size + length, offset), self._end)
            self._places[key] = (self._end, length, day)
            self._end += _RECORD.size + length
        fresh.replace(self._path)
        os.close(old)
        log.info("the cache of facts was cut from %d to %d files", len(places), len(kept))


def _index(file: int, start: int) -> tuple[dict[bytes, tuple[int, int, int]], int]:
    """Where the records are, and where the last whole one ends."""
    places: dict[bytes, tuple[int, int, int]] = {}
    size = os.fstat(file).st_size
    while len(head := os.pread(file, _RECORD.size, start)) == _RECORD.size:
        length, _, day, key = _RECORD.unpack(head)
        end = start + _RECORD.size + length
        if not length or end > size:
            break
        places[key] = (start, length, day)
        start = end
    return places, start


def _checksum(record: bytes) -> int:
    """Of key and content."""
    return zlib.crc32(memoryview(record)[_DAY_AT + _DAY.size :])


@contextlib.contextmanager
def _trouble() -> Iterator[None]:
    """The cache is a convenience: what the disk refuses is parsed again another time."""
    try:
        yield
    except OSError as problem:
        log.warning("the cache of facts fails: %s", problem.strerror or problem)


@cache
def readers() -> bytes:
    """Names the code that made the facts: every rule, every query, every grammar."""
    state = hashlib.blake2b(f"{SCHEMA} {version('tree-sitter-language-pack')}".encode(), digest_size=16)
    here = Path(__file__).parent
    for path in sorted(path for path in here.rglob("*") if path.suffix in (".py", ".scm")):
        state.update(path.relative_to(here).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return state.digest()
