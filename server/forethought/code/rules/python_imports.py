"""Python: import statements."""

from __future__ import annotations

from tree_sitter import Node

from forethought.code.facts import Import
from forethought.code.walk import Rule, Walk


def import_(walk: Walk, node: Node) -> int:
    line = node.start_point[0] - walk.row
    for item in node.named_children:
        if item.type == "aliased_import":
            path, local = renamed(walk, item)
        elif item.type == "dotted_name":
            path = walk.read(item)
            local = path.partition(".")[0]
        else:
            continue
        walk.scope.imports.append(Import(path, "", local, 0, line))
    return 0


def from_import(walk: Walk, node: Node) -> int:
    source = node.child_by_field_name("module_name")
    module = walk.read(source) if source is not None else "__future__"
    bare = module.lstrip(".")
    level = len(module) - len(bare)
    row = walk.row
    for item in node.named_children:
        if item == source:
            continue
        kind = item.type
        if kind == "aliased_import":
            name, local = renamed(walk, item)
        elif kind == "dotted_name":
            name = local = walk.read(item)
        elif kind == "wildcard_import":
            name, local = "*", ""
        else:
            continue
        walk.scope.imports.append(Import(bare.strip(), name, local, level, item.start_point[0] - row))
    return 0


def renamed(walk: Walk, item: Node) -> tuple[str, str]:
    parts = item.named_children
    return walk.read(parts[0]), walk.read(parts[-1])


IMPORTS: dict[str, Rule] = {
    "import_statement": import_,
    "import_from_statement": from_import,
    "future_import_statement": from_import,
}
