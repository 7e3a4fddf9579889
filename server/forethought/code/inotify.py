"""Linux's notices of changed files, for the folders we name.

`watchfiles` stays for the other systems. On Linux it watches all or nothing below a folder (also what is
ignored, also through symlinks), cannot add one folder later, holds the interpreter's lock while it begins
(a tenth of a second for a large checkout), and does not say when notices were lost. These calls do.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import select
import struct
from collections.abc import Iterator

_MODIFY, _ATTRIB, _CLOSE_WRITE, _MOVED_FROM, _MOVED_TO = 0x2, 0x4, 0x8, 0x40, 0x80
_CREATE, _DELETE, _DELETE_SELF, _OVERFLOW, _GONE = 0x100, 0x200, 0x400, 0x4000, 0x8000
_ONLY_FOLDERS, _NO_LINKS, _NOT_UNLINKED = 0x1000000, 0x2000000, 0x4000000
_WHAT = _MODIFY | _ATTRIB | _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _DELETE_SELF
_MASK = _WHAT | _ONLY_FOLDERS | _NO_LINKS | _NOT_UNLINKED
_EVENT = struct.Struct("iIII")  # watch, what, cookie, length of the name


class Lost(Exception):
    """More happened than the system could note: everything has to be looked at."""


class Inotify:
    """`add` and `drop` may be called from any thread, `read` from one."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._file = self._call("inotify_init1", os.O_NONBLOCK | os.O_CLOEXEC)
        self._stop = os.eventfd(0, os.EFD_CLOEXEC)
        self._folders: dict[int, str] = {}
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLIN)
        self._poll.register(self._stop, select.POLLIN)

    def add(self, folder: str) -> None:
        """Watch a folder, given with its slash. One that is gone or closed to us is left out."""
        try:
            watch = self._call("inotify_add_watch", self._file, os.fsencode(folder), _MASK)
        except OSError as problem:
            if problem.errno in (errno.ENOSPC, errno.ENOMEM):
                raise
        else:
            self._folders[watch] = folder

    def drop(self, folder: str) -> None:
        """A folder is gone from here; it may live on elsewhere, and its notices with it."""
        for watch, path in list(self._folders.items()):
            if path.startswith(folder):
                del self._folders[watch]
                with contextlib.suppress(OSError):  # the system has dropped it already
                    self._call("inotify_rm_watch", self._file, watch)

    def read(self, seconds: float | None) -> set[str] | None:
        """Paths that something happened to, as soon as there are any; None: it was stopped."""
        ready = {file for file, _ in self._poll.poll(None if seconds is None else seconds * 1000)}
        if self._stop in ready:
            return None
        return set(self._paths()) if self._file in ready else set()

    def stop(self) -> None:
        os.eventfd_write(self._stop, 1)

    def close(self) -> None:
        os.close(self._file)
        os.close(self._stop)

    def _paths(self) -> Iterator[str]:
        data, offset = os.read(self._file, 1 << 16), 0
        while offset < len(data):
            watch, what, _, length = _EVENT.unpack_from(data, offset)
            offset += _EVENT.size + length
            if what & _OVERFLOW:
                raise Lost
            folder = self._folders.pop(watch, None) if what & _GONE else self._folders.get(watch)
            if folder is not None:
                yield folder + os.fsdecode(data[offset - length : offset].rstrip(b"\0"))

    def _call(self, name: str, *arguments: int | bytes) -> int:
        result: int = getattr(self._libc, name)(*arguments)
        if result < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
        return result
