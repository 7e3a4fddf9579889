"""What a stretch of work teaches beyond its rows: what a file is for, and how a person usually goes about things."""

from __future__ import annotations

import re
from datetime import datetime

from forethought.code.facts import FileFacts

# A habit not seen for two months counts half.
_FADES_DAYS = 60
_LONGEST = 8
_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|spec|__tests__)/|(?:^|/)(?:test_[^/]*|[^/]*(?:_test|\.test|\.spec))\.\w+$"
)
_SHOWN = ("class", "interface", "trait", "struct", "enum", "function")


def faded(confidence: float, last_seen: datetime, now: datetime) -> float:
    return float(confidence * 0.5 ** (max(0.0, (now - last_seen).total_seconds()) / (_FADES_DAYS * 86_400)))


def purpose(facts: FileFacts) -> str | None:
    """What a file is for: what it says of itself, else what it defines; and what it builds on."""
    if not facts.definitions:
        return None
    module = facts.definitions[0]
    first = [found for found in facts.definitions if found.parent == 0 and found.kind in _SHOWN]
    documented = next((found.doc for found in first if found.doc), "")
    names = ", ".join(found.name for found in first[:5])
    about = module.doc or documented or (f"defines {names}" if names else "")
    imports = list(dict.fromkeys(item.module or item.name for item in module.flow.imports)) if module.flow else []
    uses = f"uses {', '.join(imports[:5])}" if imports else ""
    return "; ".join(part for part in (about.strip().rstrip("."), uses) if part)[:200] or None


def is_test(path: str) -> bool:
    return _TEST.search(path) is not None


class Actions:
    """What was done since the last commit, without repetition: edit → run pytest → commit."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def add(self, action: str) -> None:
        self.steps.append(action)
        for length in (1, 2, 3):  # once more the same is no new step
            if self.steps[-length:] == self.steps[-2 * length : -length]:
                del self.steps[-length:]
        del self.steps[:-_LONGEST]

    def committed(self) -> list[str]:
        """The way to this commit; one step alone is no workflow."""
        self.add("commit")
        steps, self.steps = self.steps, []
        return steps if len(steps) > 2 else []
