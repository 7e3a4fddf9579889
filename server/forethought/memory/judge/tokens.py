"""A text as tokens: words, literals (code, quotes, paths, addresses), numbers, signs and the marks between clauses."""

from __future__ import annotations

import re
from typing import NamedTuple

_LONGEST = 2000  # characters that are read: a memory says what it says early
_ENDINGS = "py|js|ts|tsx|jsx|mjs|md|rst|txt|ya?ml|toml|json|ini|cfg|go|rs|rb|java|lock|sh|sql|html|css|xml"
_TOKEN = re.compile(
    r"(?P<url>https?://[^\s,;)]+|localhost:\d+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|example|internal|local|corp)\b)"
    r"|`(?P<code>[^`]+)`"
    r"|(?<!\w)['\"‘“](?P<quoted>[^'\"’”\n]{1,40})['\"’”](?!\w)"
    r"|(?P<path>(?:~|\.{1,2})?/[\w@.*<>-]+(?:/[\w@.*<>-]+)*/?|[\w@.*-]+(?:/[\w@.*<>-]+)+/?|[\w.-]+/(?!\w)"
    r"|[\w*.-]*\.(?:" + _ENDINGS + r")\b)"
    r"|(?P<clock>\b\d{1,2}:\d{2}\b)"
    r"|(?P<version>\bv?\d+(?:\.\d+)+(?:-\w+)?|\bv\d+\b)"
    r"|(?P<number>\b\d+(?:,\d{3})*)(?P<unit>[a-zA-Z]{1,3}\b|\s?%)?"
    r"|(?P<word>[@.]?[^\W\d_][\w+#@.'’-]*|_+\w+)"
    r"|(?P<sign>[<>=]=|[<>=≥≤→]|->)"
    r"|(?P<mark>[,;:.!?()—–])"
)
LITERALS = ("url", "path", "code", "quoted")
NUMERIC = ("number", "version", "clock")


class Token(NamedTuple):
    kind: str
    text: str  # lower-cased
    written: str
    unit: str = ""  # of a number, where it is glued to it
    first: bool = False  # of its sentence: a capital says nothing there

    @property
    def acronym(self) -> bool:
        return len(self.written) > 1 and self.written.isupper() and self.written not in _SHOUTED


_SHOUTED = frozenset(("NEVER", "ALWAYS", "NOT", "DO", "DON'T", "NO", "MUST", "ONLY", "ALL", "AND", "OR", "IS", "ARE"))


def tokens(text: str) -> list[Token]:
    found, first = [], True
    for match in _TOKEN.finditer(text[:_LONGEST].replace("’", "'")):
        kind = "number" if match.lastgroup == "unit" else match.lastgroup or ""
        written = match.group(kind)
        if kind == "word":
            written = written.rstrip(".-'")
        found.append(Token(kind, written.lower(), written, (match.group("unit") or "").strip().lower(), first))
        first = kind == "mark" and written in ".!?"
    return found
