"""What interactions add up to, for each file and symbol they touch."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from forethought.episodes.coedits import weight

# How many of the newest rows each thing remembers: a question for more reads the raw rows.
NEWEST = 32


class Worked:
    """What was done with a file (`symbol` is empty) or a symbol in it; the fields are columns of worked_on."""

    def __init__(self, path: str, symbol: str, known: dict[str, Any] | None = None) -> None:
        self.path, self.symbol = path, symbol
        self.name = (symbol or path).lower()
        self.interactions = self.edits = 0
        self.first, self.last = datetime.max, datetime.min
        self.last_edit: datetime | None = None
        self.branch: str | None = None
        self.branches: list[str] = []
        self.sessions: list[int] = []
        self.edit_sessions: list[int] = []
        self.newest: list[int] = []
        self.weight = 0.0
        for name in vars(self) if known else ():
            setattr(self, name, known[name])  # type: ignore[index]

    def add(self, row: dict[str, Any]) -> None:
        time, session = row["time"], zlib.crc32(row["session"].encode())
        self.interactions += 1
        self.first, self.last = min(self.first, time), max(self.last, time)
        self.newest = [row["id"], *self.newest[: NEWEST - 1]]
        _note(self.branches, row["branch"])
        _note(self.sessions, session)
        if row["operation"] == "edit":
            self.edits += 1
            self.weight += weight(time)
            _note(self.edit_sessions, session)
            if self.last_edit is None or time >= self.last_edit:
                self.last_edit, self.branch = time, row["branch"]


def worked(
    rows: Iterable[dict[str, Any]], known: Mapping[tuple[str, str], dict[str, Any]]
) -> dict[tuple[str, str], Worked]:
    """What rows of file_interactions, oldest first, make of what is known of the files and symbols they touch."""
    found: dict[tuple[str, str], Worked] = {}
    for row in rows:
        for symbol in ("", *dict.fromkeys(row["symbols"] or ())):
            key = row["path"], symbol
            if key not in found:
                found[key] = Worked(*key, known.get(key))
            found[key].add(row)
    return found


def said(rows: Iterable[dict[str, Any]]) -> dict[str, list[int]]:
    """The newest rows that say each text."""
    found: dict[str, list[int]] = {}
    for row in rows:
        for text in {row["why"], row["summary"]} - {None}:
            found[text.lower()] = [row["id"], *found.get(text.lower(), [])[: NEWEST - 1]]
    return found


def _note(known: list[Any], value: Any) -> None:
    if value is not None and value not in known:
        known.append(value)
