"""Everything that can happen, as plain data: every change enters the engine as one of these.

Paths are absolute. Positions are zero-based lines and UTF-16 columns, as editors send them.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class Change(NamedTuple):
    """One edit of a document: the range it replaces and the new text."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int
    text: str


class _Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower):
    pass


class Opened(_Event, frozen=True):
    """A document is open; from now on its text is what the editor says, not what the disk says."""

    path: str
    language: str
    text: str


class Edited(_Event, frozen=True):
    path: str
    changes: tuple[Change, ...]


class Saved(_Event, frozen=True):
    path: str


class Closed(_Event, frozen=True):
    path: str


class Focused(_Event, frozen=True):
    """The person now looks at this file."""

    path: str


class Diagnostic(NamedTuple):
    """A complaint about a line (zero-based); `severity` is LSP's: 1 is an error."""

    line: int
    message: str
    severity: int = 1
    source: str | None = None


class DiagnosticsSeen(_Event, frozen=True):
    """The editor shows these complaints about a file, and no others."""

    path: str
    items: tuple[Diagnostic, ...]


class BranchSeen(_Event, frozen=True):
    """The checkout at `root` stands on `branch` (None: detached) at commit `head`."""

    root: str
    branch: str | None
    head: str | None
    cause: str = "watcher"


Event = Opened | Edited | Saved | Closed | Focused | DiagnosticsSeen | BranchSeen
