"""Plays a made-up month to an engine, at the month's own times, and keeps asking for hints meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import month
from engine.desk import Clock, Desk
from forethought.engine import Engine
from forethought.events import BranchSeen
from month import Step


class Player:
    def __init__(self, engine: Engine, clock: Clock, folder: Path, projects: int = 3) -> None:
        self.engine, self.clock = engine, clock
        roots = [month.repository(folder / f"project-{number}", number) for number in range(projects)]
        self.desks = [Desk(engine, root, f"window-{number}") for number, root in enumerate(roots)]
        self.onlookers = [Desk(engine, root, f"onlooker-{number}") for number, root in enumerate(roots)]
        self.hovers: list[float] = []  # milliseconds

    async def play(self, steps: Iterable[Step], look_every: int = 10) -> None:
        for number, step in enumerate(steps):
            self.clock.time = step.time.replace(tzinfo=UTC).timestamp()
            await self._do(step)
            if number % look_every == 0:
                await self._look(step)
        for desk in self.desks:
            await desk.ask("status")

    async def _look(self, step: Step) -> None:
        """The person hovers in this window; what was typed before has to be taken in first."""
        path = step.path if step.path.endswith(".py") else month.groups(step.project)[0][0]
        for desk in (self.desks[step.project], self.onlookers[step.project]):
            started = time.perf_counter()
            await desk.ask("hints.hover", file=desk.path(path), line=step.line)
            self.hovers.append((time.perf_counter() - started) * 1000)

    async def _do(self, step: Step) -> None:
        desk = self.desks[step.project]
        match step.kind:
            case "open":
                desk.open(step.path, text=month.text_of(step.path))
            case "key":
                desk.type(step.path, step.line, step.text)
            case "quiet":
                self.engine.bursts.flush((desk.session, desk.path(step.path)))
            case "save":
                desk.save(step.path)
            case "focus":
                desk.focus(step.path)
            case "close":
                desk.close(step.path)
            case "branch":
                await desk.ask("status")  # what was done before belongs to the branch before
                self.engine.apply(None, BranchSeen(str(desk.root), step.path, "0" * 40))
            case "tool":
                await desk.ask("tool.record", tool=step.path, duration_ms=5)
            case "fail":
                error = f"AssertionError: {step.time.second} != 3"
                await desk.ask("tool.record", tool=step.path, success=False, error=error)
        await asyncio.sleep(0)

    def p99(self) -> float:
        return sorted(self.hovers)[int(len(self.hovers) * 0.99)]


def now(clock: Clock) -> datetime:
    return datetime.fromtimestamp(clock.time, UTC).replace(tzinfo=None)
