"""Answers for people: lists of objects as tables, the rest as lines."""

from __future__ import annotations

from typing import Any

# What a person scans a list for, in this order; the rest is for --json.
_COLUMNS = (
    *("time", "updated", "operation", "status", "path", "tool", "description", "lines"),
    *("symbols", "branch", "from", "to", "kind", "certainty", "name", "qualified_name"),
    *("content", "label", "size"),
    *("file", "line", "depth", "via", "signature", "total", "success_rate", "mean_ms"),
    *("score", "summary", "why", "id"),
)
_WIDEST = 60


def answer(data: dict[str, Any]) -> str:
    parts: list[str] = []
    for name, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            parts.append(_table(value))
        elif isinstance(value, dict):
            parts.append(f"{name}: " + (", ".join(f"{key} {_text(item)}" for key, item in value.items()) or "–"))
        elif name != "truncated":
            parts.append(f"{name}: {_text(value, whole=True)}")
        elif value:
            parts.append("… there is more; raise --limit")
    return "\n".join(parts)


def _table(rows: list[dict[str, Any]]) -> str:
    names = [name for name in _COLUMNS if any(row.get(name) not in (None, [], "") for row in rows)]
    lines = [names] + [[_text(row.get(name)) for name in names] for row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(names))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def _text(value: Any, whole: bool = False) -> str:
    if value is None or value == []:
        return "–"
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if isinstance(value, list):
        value = ", ".join("–".join(map(str, item)) if isinstance(item, list) else str(item) for item in value)
    text = str(value)
    return text if whole or len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"
