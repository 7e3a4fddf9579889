"""What happened, as rows: the fields are the columns of the tables of the same name.

Never in here: file contents, a model's raw answers, reasoning. Free text passes the secret scanner first.
"""

from __future__ import annotations

from datetime import datetime

import msgspec


class Interaction(msgspec.Struct, frozen=True, kw_only=True):
    """A row of file_interactions. `lines` is JSON: one-based, inclusive ranges of the text as it was after.

    `event` is the number of the session's last event that is in it: told again after a crash, an event is
    recorded once all the same.
    """

    time: datetime
    session: str
    task: str | None
    branch: str | None
    path: str
    operation: str
    lines: str | None = None
    symbols: list[str] | None = None
    success: bool = True
    why: str | None = None
    summary: str | None = None
    event: int | None = None
    began: datetime | None = None  # the first key of an edit; `time` is that of its last


class ToolRun(msgspec.Struct, frozen=True, kw_only=True):
    """A row of tool_executions. `parameters` is JSON."""

    time: datetime
    session: str
    task: str | None
    tool: str
    parameters: str | None = None
    result: str | None = None
    success: bool = True
    error: str | None = None
    duration_ms: float | None = None
    context_tokens: int | None = None


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A row of task_history. A branch is a task by default; `named` ones were started by someone."""

    id: str
    session: str | None  # who started it; nobody did that for a branch
    branch: str | None
    description: str
    status: str
    started: datetime
    updated: datetime
    intent: str | None = None
    ended: datetime | None = None
    outcome: str | None = None
    named: bool = True


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A row of errors: one that was seen, `last_seen` again, and is `gone` or not."""

    time: datetime
    session: str
    task: str | None
    path: str | None
    line: int | None
    source: str | None
    message: str  # its telling line
    signature: str
    last_seen: datetime
    seen: int = 1


class Learning(msgspec.Struct, frozen=True, kw_only=True):
    """A row of session_learnings. `data` is JSON."""

    kind: str
    subject: str
    data: str
    confidence: float
    seen: int = 1
    first_seen: datetime
    last_seen: datetime


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """A row of learned_patterns. `data` is JSON."""

    type: str
    data: str
    confidence: float
    seen: int = 1
    first_seen: datetime
    last_seen: datetime
