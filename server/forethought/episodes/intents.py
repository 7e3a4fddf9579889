"""What somebody was up to, guessed from what was done."""

from __future__ import annotations

import re
from collections.abc import Mapping

_FIXING = re.compile(r"\b(?:fix(?:e[sd])?|bug(?:fix)?|hotfix|crash|broken|regression|error|fail(?:s|ed|ing)?)\b", re.I)


def guess(operations: Mapping[str, int], files: int, failures: int, description: str) -> str | None:
    """`operations` are counted, `files` are those touched, `failures` are errors seen and tools that failed."""
    total = sum(operations.values())
    edits = operations.get("edit", 0)
    searches = operations.get("search", 0) + operations.get("analyze", 0)
    spaced = re.sub(r"[/_-]", " ", description)
    if total == 0:
        return None
    if edits and (failures or _FIXING.search(spaced)):
        return "project_fixing"
    if edits * 5 >= total:  # an edit comes with opening, looking and saving
        return "code_writing"
    if searches * 3 >= total or files > 10:
        return "project_exploration"
    return "code_writing" if edits * 10 >= total else "code_reading"
