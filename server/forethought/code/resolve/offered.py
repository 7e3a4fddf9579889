"""What a scope offers under names that no plain assignment binds: exports, members of types, signatures of calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from forethought.code.facts import Flow

if TYPE_CHECKING:
    from forethought.code.resolve.scopes import Scope

CALLABLE = "()"  # the name under which a type keeps the signatures of calls of its values
DEFAULT = "default"


def offer(scope: Scope, flow: Flow, named: Mapping[int, str], scopes: Mapping[int, Scope]) -> None:
    """Add to what the names of a scope are bound to. Languages other than Python need this."""
    bound, rows = scope.bound, flow.expressions
    for name, entries in bound.items():
        if ~scope.id in entries and any(isinstance(entry, int) and entry >= 0 for entry in entries):
            bound[name] = tuple(entry for entry in entries if entry != ~scope.id)  # a function with a declared type
    if scope.kind == "class":
        for child in scope.children:
            bound.setdefault(named[child], (child if child in scopes else ~child,))
    for child in scope.children:
        if child in scopes and scopes[child].flavour == "macro":
            bound[f"{named[child]}!"] = (child,)
    signatures = [rows[value][1] for target, value in flow.bindings if rows[target] == ("name", CALLABLE)]
    if signatures:
        bound[CALLABLE] = tuple(scope.children[int(place)] for place in signatures)
    for public, row in (*flow.exports, *common_exports(flow)):
        if public in bound and rows[row] != ("name", public):
            continue
        found = bound.get(str(rows[row][1])) if rows[row][0] == "name" else None
        bound[public] = found if found is not None else (~scope.id,)


def common_exports(flow: Flow) -> list[tuple[str, int]]:
    """`module.exports = …` and `exports.name = …`: public names and the rows of their values."""
    rows: Any = flow.expressions
    whole = {
        ("name", "exports"),
        ("attr", rows.index(("name", "module")), "exports") if ("name", "module") in rows else (),
    }
    found = []
    for target, value in flow.bindings:
        row = rows[target]
        if row in whole:
            found.append((DEFAULT, value))
            if rows[value][0] == "dict":
                keys = rows[value][1::2]
                found += [
                    (rows[k][1], v) for k, v in zip(keys, rows[value][2::2], strict=True) if rows[k][0] == "const"
                ]
        elif row[0] == "attr" and rows[row[1]] in whole:
            found.append((row[2], value))
    return [(public, row) for public, row in found if isinstance(public, str)]
