"""How long ago, in the words people use."""

from __future__ import annotations

_STEPS = [
    (60, 1, ""),
    (3600, 60, "min"),
    (86_400, 3600, "h"),
    (14 * 86_400, 86_400, "d"),
    (60 * 86_400, 604_800, "wk"),
]


def ago(seconds: float) -> str:
    if seconds < 60:
        return "just now"
    for below, unit, word in _STEPS:
        if seconds < below:
            return f"{int(seconds // unit)} {word} ago"
    if seconds < 730 * 86_400:
        return f"{int(seconds // (30.44 * 86_400))} mo ago"
    return f"{int(seconds // (365.25 * 86_400))} y ago"
