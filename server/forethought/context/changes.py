"""What the past is made of: commits, or files edited together, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Touch(NamedTuple):
    """One file in a commit; status is git's letter (A, M, D, R), `old` the path before a rename."""

    status: str
    path: str
    old: str | None = None
    size: int = 0


class Commit(NamedTuple):
    time: int
    author: str
    subject: str
    files: tuple[Touch, ...]
    # What the touched files import from now on; a folder ends in "/".
    imports: Mapping[str, Iterable[str]] = {}
    # False for bookkeeping: mass changes and corrections move files but teach nothing.
    teaches: bool = True
