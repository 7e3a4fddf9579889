"""The model that makes vectors."""

from __future__ import annotations

from forethought.commands.params import Command, Params, Path


class Use(Params, frozen=True):
    """`none` searches by words alone. Any model but the one that came along is downloaded."""

    name: Path


COMMANDS = [
    Command("model.list", Params, "Models that can embed memories, and the one in use"),
    Command("model.use", Use, "Embed with another model, downloaded and swapped in the background", read_only=False),
]
