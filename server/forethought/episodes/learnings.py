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
_OPENING = re.compile(r"(?:#!.*\n|\s)*(?:[rR]?\"{3}|'{3}|/\*+!?|//[/!]?|#|--)[\s*]*(\S.*)")
_OTHER = re.compile(r"copyright|licen[cs]e|spdx|coding[:=]|eslint|@ts-|@flow|noqa|vim:|generated", re.I)
_SHOWN = ("class", "interface", "trait", "struct", "enum", "function")


def faded(confidence: float, last_seen: datetime, now: datetime) -> float:
    return float(confidence * 0.5 ** (max(0.0, (now - last_seen).total_seconds()) / (_FADES_DAYS * 86_400)))


def purpose(facts: FileFacts, text: str) -> str | None:
    """What a file is for: the line in which it says so, else what it defines; and what it builds on."""
    if not facts.definitions:
        return None
    module = facts.definitions[0]
    names = ", ".join([found.name for found in facts.definitions if found.parent == 0 and found.kind in _SHOWN][:5])
    about = _doc_line(text) or (f"defines {names}" if names else "")
    imports = list(dict.fromkeys(item.module or item.name for item in module.flow.imports)) if module.flow else []
    uses = f"uses {', '.join(imports[:5])}" if imports else ""
    return "; ".join(part for part in (about.strip().rstrip("."), uses) if part)[:200] or None


def _doc_line(text: str) -> str:
    """The first words of the comment or docstring at the top, unless they are about something else."""
    opening = _OPENING.match(text[:2000])
    return opening.group(1).strip(" \t*#/\"'") if opening and not _OTHER.search(opening.group(1)) else ""


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
