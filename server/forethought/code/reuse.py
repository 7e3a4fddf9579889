"""Facts that survive an edit: definitions the edit did not touch are taken over, moved to their new place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tree_sitter import Node

from forethought.code.facts import Definition


class Edit(NamedTuple):
    """Bytes start:old_end became start:new_end, `row` is the line of new_end, `lines` how many were added."""

    start: int
    old_end: int
    new_end: int
    row: int
    lines: int


class Kept(NamedTuple):
    """A definition taken over with all it contains: where it was, its name now, and how far it moved."""

    definitions: Sequence[Definition]
    index: int
    name: str
    shift: int
    lines: int

    def copy_into(self, out: list[Definition], parent: int, prefix: str) -> None:
        top = self.definitions[self.index]
        moved = len(out) - self.index
        qualified = prefix + self.name
        known = len(top.qualified)
        for index in range(self.index, len(self.definitions)):
            d = self.definitions[index]
            if index > self.index and d.parent < self.index:
                break
            name, above = (self.name, parent) if index == self.index else (d.name, d.parent + moved)
            out.append(
                Definition(
                    name, qualified + d.qualified[known:], d.kind, above, d.line + self.lines, d.column,
                    d.first + self.lines, d.last + self.lines, d.start + self.shift, d.end + self.shift,
                    d.signature, d.doc, d.flow,
                )  # fmt: skip
            )


class Former:
    """The definitions of a file before an edit, found again by the place they have after it."""

    def __init__(
        self, definitions: Sequence[Definition], edit: Edit, dirty: Sequence[tuple[int, int]]
    ) -> None:
        self.definitions = definitions
        self.edit = edit
        self.dirty = dirty  # bytes of the new text whose syntax is not what it was
        self.index = {d.start: i for i, d in enumerate(definitions) if d.flow is not None and i}

    def find(self, node: Node, kind: str, name: str) -> Kept | None:
        start, end = node.start_byte, node.end_byte
        for first, last in self.dirty:
            if start <= last and first <= end:
                return None
        shift = lines = 0
        if start >= self.edit.new_end:
            if node.start_point[0] == self.edit.row:
                return None  # its columns moved
            shift, lines = self.edit.new_end - self.edit.old_end, self.edit.lines
        index = self.index.get(start - shift)
        if index is None:
            return None
        old = self.definitions[index]
        if old.kind != kind or old.end - old.start != end - start:
            return None
        return Kept(self.definitions, index, name, shift, lines)
