"""What is being worked on."""

from __future__ import annotations

from typing import Literal

from forethought.commands.params import Command, Limit, Params, Text

Intent = Literal["code_reading", "code_writing", "project_fixing", "project_exploration"]
Status = Literal["active", "paused", "completed", "failed"]


class Start(Params, frozen=True):
    description: Text
    intent: Intent | None = None


class Change(Params, frozen=True):
    id: Text | None = None
    outcome: Text | None = None
    intent: Intent | None = None


class List(Params, frozen=True):
    status: Status | None = None
    limit: Limit = 50


class Similar(Params, frozen=True):
    description: Text
    limit: Limit = 3


COMMANDS = [
    Command("task.start", Start, "Start a named task; the active one is paused", read_only=False),
    Command("task.pause", Change, "Pause a task", read_only=False),
    Command("task.resume", Change, "Resume a paused task", read_only=False),
    Command("task.complete", Change, "Finish a task", read_only=False),
    Command("task.fail", Change, "Give a task up", read_only=False),
    Command("task.list", List, "Tasks, newest first"),
    Command("task.similar", Similar, "Past tasks like this one"),
]
