"""Hint data → the words an editor shows. Pure; nothing to say is None."""

from __future__ import annotations

import posixpath
import re
from typing import Any

Hint = dict[str, Any]


def hover(hint: Hint) -> str | None:
    """Markdown: a line about the symbol, then one about its file."""
    about_file = _sentence(hint.get("file") or {})
    if not hint.get("symbol"):
        return _sentence(hint) or about_file
    about_symbol = _sentence(hint)
    if about_symbol and about_file and about_symbol != about_file:
        return f"{about_symbol}\n\nthis file: {about_file}"
    return about_symbol or (f"this file: {about_file}" if about_file else None)


def lens(hint: Hint) -> str | None:
    """`edited 2 d ago · 6 edits · with test_login.py`"""
    if not hint.get("edits"):
        return None
    parts = [_edited(hint), _count(hint["edits"], "edit")]
    if partners := hint.get("partners"):
        parts.append(f"with {posixpath.basename(partners[0])}")
    return " · ".join(parts)


def _sentence(hint: Hint) -> str | None:
    """`edited 2 d ago on `feature/x` · 6 edits in 3 sessions · usually with `tests/test_login.py``"""
    if not hint.get("edits"):
        return None
    first = _edited(hint)
    if branch := hint.get("branch"):
        first += f" on {_code(branch)}"
    parts = [first, f"{_count(hint['edits'], 'edit')} in {_count(max(1, hint.get('sessions') or 1), 'session')}"]
    if partners := hint.get("partners"):
        parts.append("usually with " + ", ".join(_code(path) for path in partners[:3]))
    return " · ".join(parts)


def _edited(hint: Hint) -> str:
    return f"edited {hint['ago']}" if hint.get("ago") else "edited"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _code(text: str) -> str:
    """A code span that its text, a name chosen by others, cannot leave."""
    text = re.sub(r"\s+", " ", text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}"
