"""Memories that cannot both be true."""

from __future__ import annotations

from typing import Literal

from forethought.commands.params import Command, Limit, Params, Text


class List(Params, frozen=True):
    status: Literal["open", "resolved", "all"] = "open"
    limit: Limit = 50


class Resolve(Params, frozen=True):
    """`merged_content` is what holds from now on, where the resolution is `merged`."""

    id: Text
    resolution: Literal["a_wins", "b_wins", "both_valid", "merged"]
    note: Text | None = None
    merged_content: Text | None = None


COMMANDS = [
    Command("contradictions.list", List, "Memories that may contradict each other"),
    Command("contradictions.resolve", Resolve, "Say which of two memories holds", False, keeps_parameters=False),
]
