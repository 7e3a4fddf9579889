"""Errors: the line that tells, what stays of it when paths, numbers and names are taken out, and how alike two are."""

from __future__ import annotations

import re
from typing import Any

LONGEST = 300
# An error not seen again for so long while work went on has gone away, though nobody said so.
FORGOTTEN_MINUTES = 30

_TRACEBACK = re.compile(r"^Traceback \(most recent call last\)|^\s+at .+\(.+:\d+", re.M)
_NAMED = re.compile(r"^\s*(?:E\s+)?((?:[\w.$]+(?:Error|Exception|Warning|Exit|Interrupt)|panic|fatal)\b.*)$", re.M)
_SAYS = re.compile(r"^.*\b(?:error|failed|failure|exception|panicked|fatal|cannot|undefined)\b.*$", re.M | re.I)

# The surest first: what one has replaced is no longer there for the next.
_VARYING = [
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.I), "<id>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?"), "<time>"),
    (re.compile(r"(?:file://|[A-Za-z]:\\|~?/|\.{1,2}/)[^\s:'\"`)\],;]+|\b[\w.-]+(?:[/\\][\w.-]+)+"), "<path>"),
    (
        re.compile(r"\b[\w-]+\.(?:py|pyi|ts|tsx|js|jsx|mjs|go|rs|java|c|h|cpp|hpp|cs|rb|php|kt|swift|scala|lua|sh)\b"),
        "<path>",
    ),
    (re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|(?<!\w)'[^'\n]*'|‘[^’\n]*’|“[^”\n]*”|«[^»\n]*»"), "<name>"),
    (re.compile(r"\b0x[0-9a-f]+\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b", re.I), "<hex>"),
    (re.compile(r"(?<![\w.])[-+]?\d+(?:[.,:]\d+)*"), "<n>"),
]


def telling_line(message: str) -> str:
    """The line that says what is wrong: in a traceback the last exception, else the first line that speaks of one.

    The others hold code, which is not kept.
    """
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    if not lines:
        return ""
    named = _NAMED.findall(message)
    if named:
        return str(named[-1 if _TRACEBACK.search(message) else 0]).strip()[:LONGEST]
    said = _SAYS.search(message)
    return (said.group().strip() if said and len(lines) > 1 else lines[0])[:LONGEST]


def signature(line: str) -> str:
    """What is the same whenever this error comes back, wherever it is."""
    for pattern, place in _VARYING:
        line = pattern.sub(place, line)
    line = re.sub(r"(?:<path>|<n>)(?:\s*[:,(]\s*(?:line\s+)?<n>)+\)?", "<path>", line)
    return re.sub(r"\s+", " ", line).strip().lower()


def names(line: str) -> set[str]:
    """The quoted names in an error: they tell one missing name from another."""
    return {match.group()[1:-1] for match in _VARYING[4][0].finditer(line)} - {""}


def alikeness(line: str, known: str) -> float:
    """1 for the same error with the same names; at least 0.5 for the same kind of error; 0 for another one."""
    mine, other = signature(line), signature(known)
    if mine == other:
        a, b = names(line), names(known)
        return 0.5 + 0.5 * (len(a & b) / len(a | b) if a | b else 1.0)
    words, others = set(re.findall(r"\w{3,}", mine)), set(re.findall(r"\w{3,}", other))
    shared = len(words & others) / len(words | others) if words | others else 0.0
    return shared / 2 if shared >= 0.7 and len(words & others) >= 3 else 0.0


def fix_summary(edits: list[dict[str, Any]]) -> str:
    """What edits did, file by file, the last one first."""
    said = dict.fromkeys(f"{edit['path']}: {edit['summary'] or 'edited'}" for edit in edits)
    return "; ".join(said)[:1000]
