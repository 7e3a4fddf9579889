"""Commands about the product itself."""

from __future__ import annotations

from forethought.commands.params import Command, Params

COMMANDS = [
    Command("status", Params, "What is running, for which project, and how much is stored"),
    Command("recording.pause", Params, "Stop recording in this project", read_only=False),
    Command("recording.resume", Params, "Record again", read_only=False),
]
