"""The open documents, as the editor has them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from forethought.code.text import Text
from forethought.events import Change, Opened
from forethought.lsp.params import ContentChange


class Document:
    __slots__ = ("language", "lenses", "path", "text")

    def __init__(self, path: str, language: str, text: str) -> None:
        self.path, self.language, self.text = path, language, Text(text)
        # The hints of the lenses shown last: shown again when the engine is late, so that no text jumps.
        self.lenses: list[dict[str, Any]] = []

    def change(self, changes: Iterable[ContentChange]) -> list[Change]:
        """Apply what the editor sent; the same as events say it."""
        applied = []
        for change in changes:
            if change.range is None:  # the whole text anew
                edit = Change(0, 0, self.text.line_count, 0, change.text)
            else:
                start, end = change.range.start, change.range.end
                edit = Change(start.line, start.character, end.line, end.character, change.text)
            self.text.apply(edit)
            applied.append(edit)
        return applied

    def opened(self) -> Opened:
        return Opened(path=self.path, language=self.language, text=self.text.text())


@lru_cache(maxsize=4096)
def path_of(uri: str) -> str | None:
    """The absolute path of a `file:` URI; None for all others (untitled:, git:, …), which are not followed.

    The folder is resolved, as project roots are; a link to a file keeps its own name.
    """
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    path = Path(os.path.normpath(os.fsdecode(unquote_to_bytes(parts.path))))
    if not path.is_absolute() or "\0" in str(path):
        return None
    return str(Path(os.path.realpath(path.parent), path.name))


def folder_of(uri_or_path: str) -> str | None:
    """The real path of a folder given either way."""
    path = path_of(uri_or_path) if uri_or_path.startswith("file:") else uri_or_path
    return os.path.realpath(path) if path and Path(path).is_absolute() and "\0" not in path else None
