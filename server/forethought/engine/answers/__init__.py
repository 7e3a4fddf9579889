"""What each command does: one function per name in the registry, family by family."""

from __future__ import annotations

from forethought.engine.answers import contradictions, error, graph, hints, history, memory, model, status, task, tool
from forethought.engine.call import Handler

_FAMILIES = (status, history, task, tool, error, hints, graph, memory, model, contradictions)
HANDLERS: dict[str, Handler] = {name: handler for family in _FAMILIES for name, handler in family.HANDLERS.items()}
