"""A resolved graph, kept over a restart: then only what changed meanwhile is resolved again.

Derived data of our own, in a folder of the user's alone: a pickle, made anew whenever the code that made it
changes. Reading and writing yield after every few milliseconds, because the daemon answers meanwhile.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import io
import logging
import os
import pickle
import time
from pathlib import Path
from typing import BinaryIO

from forethought.code.cache import readers
from forethought.code.graph import Graph

log = logging.getLogger(__name__)
Keys = dict[str, bytes]  # path → key of the facts that are in the graph
_DIGEST = 16


class Saved:
    """The file of one checkout. Losing it costs resolving all files again."""

    def __init__(self, folder: Path, root: str) -> None:
        self._path = folder / f"{hashlib.sha256(os.fsencode(root)).hexdigest()[:16]}.graph"
        self._head = hashlib.blake2b(readers() + os.fsencode(root), digest_size=_DIGEST).digest()

    def load(self) -> tuple[Graph, Keys] | None:
        try:
            with self._path.open("rb") as file:
                if file.read(_DIGEST) != self._head or not _whole(file):
                    return None
                file.seek(_DIGEST)
                gc.disable()  # millions of objects that stay
                graph, keys = pickle.Unpickler(_Polite(file)).load()
                gc.freeze()
        except FileNotFoundError:
            return None
        except Exception as problem:  # whatever a damaged pickle raises
            log.warning("a saved graph was not used: %s", type(problem).__name__)
            return None
        finally:
            gc.enable()
        return graph, keys

    def save(self, graph: Graph, keys: Keys) -> None:
        fresh = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            descriptor = os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            with open(descriptor, "w+b") as file:  # noqa: PTH123 - a descriptor
                file.write(self._head)
                pickle.Pickler(_Polite(file), protocol=5).dump((graph, keys))
                file.seek(_DIGEST)
                digest = _digest(file)
                file.seek(0, os.SEEK_END)
                file.write(digest)
            fresh.replace(self._path)


def _whole(file: BinaryIO) -> bool:
    """Whether the file ends with the digest of what is before it; leaves it anywhere."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(_DIGEST, size - _DIGEST))
    written = file.read(_DIGEST)
    file.seek(_DIGEST)
    return _digest(file, size - 2 * _DIGEST) == written


def _digest(file: BinaryIO, length: int | None = None) -> bytes:
    state = hashlib.blake2b(digest_size=_DIGEST)
    left = length if length is not None else 1 << 62
    while left > 0 and (data := file.read(min(1 << 20, left))):
        state.update(data)  # lets others run: it is large
        left -= len(data)
    return state.digest()


class _Polite(io.RawIOBase):
    """A file that lets other threads run at every piece: pickling itself never does."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, data: bytes) -> int:  # type: ignore[override]
        time.sleep(0)
        return self._file.write(data)

    def read(self, size: int = -1) -> bytes:
        time.sleep(0)
        return self._file.read(size)

    def readinto(self, target: bytearray) -> int:  # type: ignore[override]
        time.sleep(0)
        return self._file.readinto(target)  # type: ignore[attr-defined, no-any-return]

    def readline(self, size: int | None = -1) -> bytes:
        return self._file.readline(size if size is not None else -1)
