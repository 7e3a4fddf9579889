"""One file on disk, looked at with care: is it there, is it ours to read, and what is in it?

Nothing but a regular file is ever opened: a FIFO would block for ever, a device may do anything.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from pathlib import PurePath
from typing import NamedTuple

from forethought.code.ignore import Ignore
from forethought.code.languages import Language, language_of

LARGEST = 1 << 20
NO_LANGUAGE = "no known language"  # most files of a repository: texts, pictures, data
_SNIFF = 8192
_LONG_LINE = 400  # bytes, on average: nobody writes such lines by hand
_RECENT = 2_000_000_000  # ns; the coarsest file times count in two seconds
_OPEN = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC


class Stamp(NamedTuple):
    """What the file system says of a file; the same stamp means the same content."""

    size: int
    modified: int
    changed: int  # also moves when somebody sets the time of modification back
    inode: int


class Seen(NamedTuple):
    """A file as it was when we looked. `stamp` is None where it cannot be trusted to tell a later change."""

    stamp: Stamp | None = None
    key: bytes = b""  # of its facts; empty: not indexed
    reason: str = ""  # why not


class Source(NamedTuple):
    language: Language
    content: bytes


def look(root: str, path: str, known: Seen | None = None) -> tuple[Seen | None, Source | None]:
    """What is at a path, or None; with its content, unless the stamp says that it is as known."""
    try:
        found = os.lstat(root + path)
        if known and known.stamp == _stamp(found):
            return known, None
        if reason := _unfit(path, found):
            return Seen(reason=reason), None
        now = time.time_ns()
        found, content = _read(root + path)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None, None
    except (OSError, ValueError):
        return Seen(reason="unreadable"), None
    # What changed just now may change again without another stamp.
    stamp = _stamp(found) if max(found.st_mtime_ns, found.st_ctime_ns) < now - _RECENT else None
    language = language_of(path, content)
    if language is None:
        return Seen(stamp, reason=NO_LANGUAGE), None
    if reason := unfit_content(content):
        return Seen(stamp, reason=reason), None
    return Seen(stamp, key_of(content, language)), Source(language, content)


def key_of(content: bytes, language: Language) -> bytes:
    return hashlib.blake2b(content, digest_size=16, person=language.name.encode()).digest()


def unfit_content(content: bytes) -> str:
    """Why a text is not indexed, or ""."""
    if len(content) > LARGEST:
        return "larger than 1 MB"
    if content.find(b"\0", 0, _SNIFF) >= 0:
        return "binary"
    if len(content) > _SNIFF and len(content) > _LONG_LINE * (1 + content.count(b"\n")):
        return "minified"
    return ""


def left_out(ignore: Ignore, root: str, path: str) -> str:
    """Why a path that the walk did not give us stays out of the index, or ""."""
    if reason := ignore.ignored(path):
        return reason
    if not ignore.indexable(path):
        return "vendored"
    return "symlink" if os.path.islink(root + path) else ""  # noqa: PTH114 - hot


def _unfit(path: str, found: os.stat_result) -> str:
    """Why a file is not even opened, or ""."""
    if not stat.S_ISREG(found.st_mode):
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError
        return "symlink" if stat.S_ISLNK(found.st_mode) else "special"
    if not path.isprintable() and not _encodable(path):
        return "name is not UTF-8"
    # Without a suffix the first line may still name an interpreter.
    if language_of(path) is None and PurePath(path).suffix:
        return NO_LANGUAGE
    return "larger than 1 MB" if found.st_size > LARGEST else ""


def _encodable(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read(path: str) -> tuple[os.stat_result, bytes]:
    """A regular file's content with the stamp it had before; somebody may have put a FIFO there meanwhile."""
    with open(os.open(path, _OPEN), "rb", buffering=0) as file:  # noqa: PTH123 - a descriptor
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError("not a file")
        content = b""
        while len(content) <= LARGEST and (part := file.read(LARGEST)):
            content += part
    return found, content


def _stamp(found: os.stat_result) -> Stamp:
    return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
