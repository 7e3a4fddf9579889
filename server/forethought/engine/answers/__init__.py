"""What each command does: one function per name in the registry, family by family."""

from __future__ import annotations

from forethought.engine.answers import graph, hints, history, status, task, tool
from forethought.engine.call import Handler

_FAMILIES = (status, history, task, tool, hints, graph)
HANDLERS: dict[str, Handler] = {name: handler for family in _FAMILIES for name, handler in family.HANDLERS.items()}
