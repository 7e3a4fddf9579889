"""Parameters of the commands about tasks."""

from __future__ import annotations

from typing import Literal

from forethought.commands.params import Limit, Params, Text

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
