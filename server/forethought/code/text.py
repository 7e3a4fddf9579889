"""A document as its lines, edited in place the way an editor says.

Lines end only at \\n, \\r\\n and \\r, as in LSP: `str.splitlines` also cuts at form feeds and U+2028,
and a document cut there no longer matches the editor's. Columns count UTF-16 units; in an ASCII line,
which Python tells apart at no cost, they are plain indexes. A lone surrogate is one unit and is kept.
"""

from __future__ import annotations

import io

from forethought.events import Change


class Text:
    """`lines` keep their line ends; the last one has none, and is empty when the text ends with one."""

    __slots__ = ("lines",)

    def __init__(self, text: str) -> None:
        self.lines = _split(text, last=True)

    @property
    def line_count(self) -> int:
        return len(self.lines)

    def text(self) -> str:
        return "".join(self.lines)

    __str__ = text

    def apply(self, change: Change) -> None:
        """Replace a range. Positions out of range are clamped and inverted ranges turned, as editors do."""
        row, column, end_row, end_column, text = change
        if row == end_row and 0 < column <= end_column and row < len(self.lines):
            line = self.lines[row]
            # The common case, a key pressed inside an ASCII line: nothing to clamp, to split or to merge.
            if line.isascii() and end_column <= _width(line) and "\n" not in text and "\r" not in text:
                self.lines[row] = line[:column] + text + line[end_column:]
                return
        start, end = self._clamp(row, column), self._clamp(end_row, end_column)
        self._replace(min(start, end), max(start, end), text)

    def _replace(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        (row, column), (end_row, end_column) = start, end
        new = _splice(self.lines[row], column, text, self.lines[end_row], end_column)
        if row and new.startswith("\n") and self.lines[row - 1].endswith("\r"):
            row -= 1  # the two now make one line end
            new = self.lines[row] + new
        self.lines[row : end_row + 1] = _split(new, last=end_row + 1 == len(self.lines))

    def _clamp(self, row: int, column: int) -> tuple[int, int]:
        if row >= len(self.lines):
            return len(self.lines) - 1, _units(self.lines[-1])
        line = self.lines[row]
        width = _width(line)
        return row, column if column <= width else min(column, _units(line[:width]))


def _split(text: str, last: bool) -> list[str]:
    lines = list(io.StringIO(text, newline=""))  # cuts at \n, \r\n and \r only, and keeps them
    if last and (not text or text[-1] in "\r\n"):
        lines.append("")
    return lines


def _width(line: str) -> int:
    """How many characters stand before the line end."""
    if line.endswith("\n"):
        return len(line) - (2 if line.endswith("\r\n") else 1)
    return len(line) - (1 if line.endswith("\r") else 0)


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(_utf16(text)) // 2


def _utf16(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def _splice(first: str, column: int, text: str, last: str, end_column: int) -> str:
    if first.isascii() and last.isascii():
        return first[:column] + text + last[end_column:]
    # By units, not characters: an edit may cut a surrogate pair in two, or make one of two halves.
    units = _utf16(first)[: 2 * column] + _utf16(text) + _utf16(last)[2 * end_column :]
    return units.decode("utf-16-le", "surrogatepass")
