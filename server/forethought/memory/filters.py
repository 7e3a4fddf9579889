"""Conditions on the fields of memories, the same for every backend.

    {"kind": "fact", "importance": {"$gte": 0.5}, "tags": "auth", "files": ["a.py", "b.py"]}

A plain value must be equal, a list names what is allowed; of a field that is itself a list (tags, files) one
of its items must fit. An absent value equals only null, and is neither more nor less than anything.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from forethought.errors import InvalidParams
from forethought.memory.records import Memory

TEXT, NUMBER, TIME, FLAG, LIST = "text", "number", "time", "flag", "list"
FIELDS: dict[str, str] = {
    "id": TEXT, "kind": TEXT, "scope": TEXT, "name": TEXT, "content": TEXT, "key": TEXT, "value": TEXT,
    "project": TEXT, "session": TEXT, "task": TEXT, "user": TEXT, "stage": TEXT, "season": TEXT,
    "superseded_by": TEXT, "tags": LIST, "files": LIST, "triggers": LIST,
    "created": TIME, "updated": TIME, "last_accessed": TIME, "valid_from": TIME, "valid_to": TIME, "archived": TIME,
    "confidence": NUMBER, "trust": NUMBER, "strength": NUMBER, "importance": NUMBER, "retrievals": NUMBER,
    "citations": NUMBER, "ignores": NUMBER, "accesses": NUMBER, "active": FLAG,
}  # fmt: skip
OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": operator.eq, "$ne": operator.ne, "$gt": operator.gt, "$gte": operator.ge, "$lt": operator.lt,
    "$lte": operator.le,
}  # fmt: skip
_TYPES: dict[str, tuple[type, ...]] = {TEXT: (str,), LIST: (str,), NUMBER: (int, float), FLAG: (bool,)}


class Condition(NamedTuple):
    """`$in` takes a tuple."""

    field: str
    operator: str
    value: Any


class Order(NamedTuple):
    field: str = "updated"
    descending: bool = True


NEWEST = Order()


def conditions(filters: Mapping[str, Any] | None) -> list[Condition]:
    """What was asked for, or InvalidParams naming the field that is wrong."""
    found = []
    for field, wanted in (filters or {}).items():
        _require_field(field)
        if isinstance(wanted, Mapping):
            for name, value in wanted.items():
                found.append(_condition(field, name, value))
        else:
            found.append(_condition(field, "$in" if isinstance(wanted, list | tuple) else "$eq", wanted))
    return found


def order(text: str | None) -> Order:
    """`importance`, or `-importance` for the largest first."""
    if text is None:
        return NEWEST
    field = text.lstrip("-")
    _require_field(field, "order")
    if FIELDS[field] == LIST:
        raise InvalidParams(f"order: {field} is a list")
    return Order(field, text.startswith("-"))


def value_of(memory: Memory, field: str) -> Any:
    """A field as it is compared; a fact's value always as text."""
    if field == "tags":
        return memory.all_tags
    value = getattr(memory, field)
    return str(value) if field == "value" and value is not None else value


def fits(memory: Memory, wanted: Sequence[Condition]) -> bool:
    return all(_holds(value_of(memory, field), name, value) for field, name, value in wanted)


def sorted_by(memories: Sequence[Memory], by: Order) -> list[Memory]:
    """Absent values last, ties by id, whichever the direction."""
    chosen = sorted(memories, key=lambda memory: memory.id)
    known = [memory for memory in chosen if value_of(memory, by.field) is not None]
    known.sort(key=lambda memory: value_of(memory, by.field), reverse=by.descending)
    return known + [memory for memory in chosen if value_of(memory, by.field) is None]


def _holds(have: Any, name: str, wanted: Any) -> bool:
    if isinstance(have, tuple):
        if name == "$ne":
            return wanted not in have
        return any(_holds(item, name, wanted) for item in have)
    if name == "$in":
        return have in wanted
    if name in ("$eq", "$ne"):
        return OPERATORS[name](have, wanted)
    return have is not None and OPERATORS[name](have, wanted)


def _condition(field: str, name: str, value: Any) -> Condition:
    if name == "$in":
        if not isinstance(value, list | tuple):
            raise InvalidParams(f"filters: {field}: $in takes a list")
        return Condition(field, name, tuple(_value(field, item) for item in value))
    if name not in OPERATORS:
        raise InvalidParams(f"filters: {field}: there is no operator {name!r}; there are {', '.join(OPERATORS)}, $in")
    if value is None and name not in ("$eq", "$ne"):
        raise InvalidParams(f"filters: {field}: null is neither more nor less than anything")
    return Condition(field, name, _value(field, value))


def _value(field: str, value: Any) -> Any:
    sort = FIELDS[field]
    if value is None and sort != LIST:
        return None
    if sort == TIME:
        try:
            moment = datetime.fromisoformat(value)
        except (TypeError, ValueError):
            raise InvalidParams(f"filters: {field}: {value!r} is not an ISO 8601 time") from None
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    if field == "value" and isinstance(value, int | float):
        return str(value)
    if not isinstance(value, _TYPES[sort]) or (sort == NUMBER and isinstance(value, bool)):
        raise InvalidParams(f"filters: {field}: {value!r} is not a {sort if sort != LIST else TEXT}")
    return value


def _require_field(field: str, where: str = "filters") -> None:
    if field not in FIELDS:
        raise InvalidParams(f"{where}: memories have no field {field!r}; there are {', '.join(FIELDS)}")
