"""What a person can set, with its defaults; a wrong value costs that value, never the start."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec


class Settings(msgspec.Struct, frozen=True):
    lens: Literal["off", "file", "symbols"] = "symbols"
    recording: bool = True
    memory: bool = True
    memory_limit: Annotated[int, msgspec.Meta(ge=10)] = 1000
    trusted: bool = True
    retention_days: Annotated[int, msgspec.Meta(ge=1)] = 365


def parse(given: Any) -> tuple[Settings, list[str]]:
    """The settings, and a sentence for each that was wrong and is left at its default."""
    if given is None:
        return Settings(), []
    if not isinstance(given, dict):
        return Settings(), [f"settings: expected an object, got {type(given).__name__}"]
    good: dict[str, Any] = {}
    problems = []
    for field in msgspec.structs.fields(Settings):
        if field.name in given:
            try:
                good[field.name] = msgspec.convert(given[field.name], field.type)
            except msgspec.ValidationError as problem:
                problems.append(f"{field.name}: {problem}")
    return Settings(**good), problems
