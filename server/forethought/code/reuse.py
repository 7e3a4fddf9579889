"""Facts that survive an edit: definitions the edit did not touch are taken over, moved to their new place."""

from __future__ import annotations

from collections.abc import Sequence, Set
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
    """A definition taken over with all it contains: where it was, and how far it moved."""

    definitions: Sequence[Definition]
    place: int
    path: str
    doc: str | None  # of the comment above it, which is not part of it
    shift: int
    lines: int

    def copy_into(self, out: list[Definition], parent: int, prefix: str) -> None:
        top = self.definitions[self.place]
        end = self.place + 1
        while end < len(self.definitions) and self.definitions[end].parent >= self.place:
            end += 1
        moved = len(out) - self.place
        if not (moved or self.lines or self.shift) and top.parent == parent and top.qualified == prefix + self.path:
            out += self.definitions[self.place : end]
        else:
            known = len(top.qualified) - len(self.path)
            for index in range(self.place, end):
                d = self.definitions[index]
                above = parent if d is top else d.parent + moved
                out.append(self._moved(d, prefix + d.qualified[known:], above))
        if self.doc is not None and self.doc != top.doc:
            out[self.place + moved] = out[self.place + moved]._replace(doc=self.doc)

    def _moved(self, d: Definition, qualified: str, parent: int) -> Definition:
        lines, shift = self.lines, self.shift
        return Definition(
            d.name, qualified, d.kind, parent, d.line + lines, d.column, d.first + lines, d.last + lines,
            d.start + shift, d.end + shift, d.signature, d.doc, d.flow,
        )  # fmt: skip


class Former:
    """The definitions of a file before an edit, found again by the place they have after it.

    A definition is taken over if the edit did not touch it and it held no syntax error before or after: the
    same text of the same kind then has the same tree, whatever is broken around it.
    """

    def __init__(self, definitions: Sequence[Definition], broken: Set[int], edit: Edit) -> None:
        self.definitions = definitions
        self.edit = edit
        self.index = {
            d.start: i for i, d in enumerate(definitions) if d.flow is not None and i and d.start not in broken
        }

    def find(self, node: Node, kind: str, name: str, path: str, doc: str | None) -> Kept | None:
        start, end = node.start_byte, node.end_byte
        shift = lines = 0
        if start > self.edit.new_end:
            if node.start_point[0] == self.edit.row:
                return None  # in the line of the edit, its columns moved
            shift, lines = self.edit.new_end - self.edit.old_end, self.edit.lines
        elif end >= self.edit.start:
            return None
        index = self.index.get(start - shift)
        if index is None or node.has_error:
            return None
        old = self.definitions[index]
        if old.name != name or old.kind != kind or old.end - old.start != end - start:
            return None
        return Kept(self.definitions, index, path, doc, shift, lines)
