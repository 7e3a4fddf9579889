"""What an edit did, in words: from the facts of a file before and after, never from its text.

renamed `login` → `sign_in`; 2 calls updated
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from forethought.code.facts import Definition, FileFacts

# No symbols a person would name.
_UNNAMED = ("module", "lambda", "signature", "import")
_NAMED_AT_MOST = 3


class Change(NamedTuple):
    """`renamed` has pairs of qualified names; `lost` and `gained` say how many uses of each name went and came."""

    summary: str | None
    renamed: list[tuple[str, str]]
    lost: Counter[str]
    gained: Counter[str]

    def renames(self, old: str, new: str) -> bool:
        """Whether uses of one name became uses of another."""
        return self.lost[old] > 0 and self.gained[new] > 0


def summarise(
    before: FileFacts, after: FileFacts, touched: Iterable[str] = (), known: Iterable[tuple[str, str]] = ()
) -> Change:
    """`touched` are the symbols that the edited lines lie in, `known` are renames done in other files."""
    old, new = _named(before), _named(after)
    gone, came = [key for key in old if key not in new], [key for key in new if key not in old]
    renamed = _renamed(old, new, gone, came)
    names = {_last(a): _last(b) for a, b in renamed}
    lost, gained = _uses(before) - _uses(after), _uses(after) - _uses(before)
    elsewhere = [(a, b) for a, b in known if lost[a] and gained[b] and a not in names]
    names |= dict(elsewhere)
    resigned = [key for key in new if key in old and _shape(old[key]) != _shape(new[key])]
    kept = [key for key in touched if key in old and key in new and key not in resigned]
    changed = [key for key in kept if not _only_renamed(old[key], new[key], names)]
    moved = {name for pair in renamed for name in pair}
    parts = [_arrow(a, b) for a, b in renamed]
    parts += [_updated(before, after, a, b) for a, b in renamed if old[a].flow is not None]
    parts += [_updated(before, after, a, b, f" from `{a}` to `{b}`") for a, b in elsewhere]
    parts += [
        _listed("added ", [key for key in came if key not in moved and not _inside(key, came)]),
        _listed("removed ", [key for key in gone if key not in moved and not _inside(key, gone)]),
        _listed("changed the signature of ", resigned),
        _listed("changed ", changed),
        _listed("imports ", sorted(_imports(after) - _imports(before) - set(names.values()))),
    ]
    return Change("; ".join(part for part in parts if part) or None, renamed, lost, gained)


def _named(facts: FileFacts) -> dict[str, Definition]:
    found: dict[str, Definition] = {}
    for definition in facts.definitions:
        if definition.kind not in _UNNAMED:
            found.setdefault(definition.qualified, definition)
    return found


def _renamed(
    old: dict[str, Definition], new: dict[str, Definition], gone: list[str], came: list[str]
) -> list[tuple[str, str]]:
    """Pairs of a symbol that went and one that came and is the same but for its name; an outer one first."""
    found: list[tuple[str, str]] = []
    for alike in (_same_body, _same_place):
        for a in gone:
            if any(a == known for known, _ in found):
                continue
            free = [b for b in came if all(b != known for _, known in found)]
            for b in sorted(free, key=lambda b, a=a: abs(new[b].first - old[a].first)):  # type: ignore[misc]
                if old[a].kind == new[b].kind and alike(old[a], new[b]):
                    found.append((a, b))
                    break
    # What lies in a renamed class is not renamed itself.
    return [(a, b) for a, b in found if _last(a) != _last(b) or (_parent(a), _parent(b)) not in found]


def _same_body(a: Definition, b: Definition) -> bool:
    return a.flow is not None and len(a.flow.expressions) > 1 and _same(a, b, {a.name: b.name})


def _same_place(a: Definition, b: Definition) -> bool:
    """A name typed over another one: same line, same signature."""
    return a.first == b.first and a.signature.replace(a.name, b.name, 1) == b.signature


def _same(a: Definition, b: Definition, names: dict[str, str]) -> bool:
    """Whether two definitions do the same, apart from names that were changed and blank lines."""
    if a.flow is None or b.flow is None:
        return a.flow is b.flow and a.signature == b.signature
    rows = tuple(tuple(names.get(part, part) if isinstance(part, str) else part for part in row) for row in a.flow[0])
    imports = tuple(item._replace(name=names.get(item.name, item.name), line=0) for item in a.flow.imports)
    bare = a.flow._replace(expressions=rows, lines=(), imports=imports)
    other = b.flow._replace(lines=(), imports=tuple(item._replace(line=0) for item in b.flow.imports))
    return bare == other


def _only_renamed(a: Definition, b: Definition, names: dict[str, str]) -> bool:
    return bool(names) and not _same(a, b, {}) and _same(a, b, names)


def _shape(definition: Definition) -> object:
    return definition.flow and (definition.signature, definition.flow.parameters)


def _uses(facts: FileFacts) -> Counter[str]:
    """How many places use each name: calls, attributes and imports."""
    found: Counter[str] = Counter()
    for flow in (definition.flow for definition in facts.definitions):
        if flow is not None:
            rows = flow.expressions
            defining = {target for target, value in flow.bindings if rows[value][0] in ("def", "class")}
            used = (row for at, row in enumerate(rows) if row[0] in ("name", "attr") and at not in defining)
            found.update(str(row[-1]) for row in used)
            found.update(item.name or item.module for item in flow.imports)
    return found


def _calls(facts: FileFacts, name: str) -> int:
    found = 0
    for definition in facts.definitions:
        rows = definition.flow.expressions if definition.flow else ()
        callees = (rows[row[1]] for row in rows if row[0] in ("call", "new") and isinstance(row[1], int))
        found += sum(callee[0] in ("name", "attr") and callee[-1] == name for callee in callees)
    return found


def _arrow(a: str, b: str) -> str:
    if _parent(a) == _parent(b):
        return f"renamed `{_last(a)}` → `{_last(b)}`"
    return f"{'moved' if _last(a) == _last(b) else 'renamed'} `{a}` → `{b}`"


def _updated(before: FileFacts, after: FileFacts, a: str, b: str, names: str = "") -> str:
    calls = min(_calls(before, _last(a)), _calls(after, _last(b)))
    uses = min((_uses(before) - _uses(after))[_last(a)], (_uses(after) - _uses(before))[_last(b)])
    number, noun = (calls, "call") if calls else (uses, "use")
    return f"{number} {noun}{'s' * (number > 1)} updated{names}" if number > 0 else ""


def _imports(facts: FileFacts) -> set[str]:
    flow = facts.definitions[0].flow if facts.definitions else None
    return {item.name or item.module for item in flow.imports} if flow else set()


def _listed(verb: str, names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_NAMED_AT_MOST])
    more = f" and {len(names) - _NAMED_AT_MOST} more" if len(names) > _NAMED_AT_MOST else ""
    return f"{verb}{shown}{more}" if names else ""


def _inside(key: str, keys: list[str]) -> bool:
    return _parent(key) in keys


def _parent(qualified: str) -> str:
    return qualified.rpartition(".")[0]


def _last(qualified: str) -> str:
    return qualified.rpartition(".")[2]
