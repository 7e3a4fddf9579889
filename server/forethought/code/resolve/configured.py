"""Configuration files that say what imports mean, as plain data. What cannot be read says nothing."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

# Comments and trailing commas, which tsconfig.json may have; strings are matched to be left alone.
_LOOSE = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', re.S)
_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.S)


_NAMES = re.compile(r"(?:tsconfig|jsconfig)[\w.-]*\.json|package\.json|go\.mod|Cargo\.toml")


def is_config(name: str) -> bool:
    """Whether a file of this name says something about imports."""
    return _NAMES.fullmatch(name) is not None


def relaxed_json(text: str) -> Any:
    plain = _LOOSE.sub(lambda match: match[1] or " ", text)
    try:
        return json.loads(_COMMA.sub(lambda match: match[1] or "", plain))
    except (ValueError, RecursionError):
        return None


def toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}
