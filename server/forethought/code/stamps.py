"""What every file of a checkout was when we last looked, kept over a restart: then only changed files are read."""

from __future__ import annotations

import hashlib
import marshal
import os
import time
from collections.abc import Mapping
from pathlib import Path

from forethought.code.cache import readers
from forethought.code.scan import Seen, Stamp

_OLD = 90 * 86_400  # seconds after which a checkout that nobody opened is forgotten


class Stamps:
    """The file of one checkout, beside the cache of its project. Losing it costs reading all files again."""

    def __init__(self, folder: Path, root: str) -> None:
        self._path = folder / f"{hashlib.sha256(os.fsencode(root)).hexdigest()[:16]}.stamps"
        self._head = (readers(), root)

    def load(self) -> dict[str, Seen]:
        try:
            data = self._path.read_bytes()
            if hashlib.blake2b(data[:-16], digest_size=16).digest() != data[-16:]:
                return {}
            head, rows = marshal.loads(data[:-16])
        except (OSError, ValueError, EOFError, TypeError):
            return {}
        if head != self._head:
            return {}
        return {path: Seen(Stamp(*stamp), key, reason) for path, stamp, key, reason in rows}

    def save(self, files: Mapping[str, Seen]) -> None:
        """Replaces the file as a whole, so that a crash leaves the old one or the new one."""
        rows = [(path, tuple(seen.stamp), seen.key, seen.reason) for path, seen in files.items() if seen.stamp]
        data = marshal.dumps((self._head, rows))
        data += hashlib.blake2b(data, digest_size=16).digest()
        fresh = self._path.with_suffix(".new")
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        with open(file, "wb") as out:  # noqa: PTH123 - a descriptor
            out.write(data)
        fresh.replace(self._path)
        self._forget_old()

    def _forget_old(self) -> None:
        for path in self._path.parent.glob("*.stamps"):
            if path.stat().st_mtime < time.time() - _OLD:
                path.unlink(missing_ok=True)
