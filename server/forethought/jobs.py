"""Small schedulers for the loop: wait for quiet, and never do the same thing twice at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Debounce(Generic[K]):
    """Calls `run(key)` once a key was quiet for `quiet` seconds, at the latest `longest` after its first touch.

    A touch only notes the time: one timer per key looks again when it fires, so a flood costs nothing.
    """

    def __init__(self, quiet: float, longest: float, run: Callable[[K], None]) -> None:
        self._quiet = quiet
        self._longest = longest
        self._run = run
        self._touched: dict[K, tuple[float, float]] = {}  # first and last touch
        self._timers: dict[K, asyncio.TimerHandle] = {}

    def touch(self, key: K) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        first, _ = self._touched.get(key, (now, now))
        self._touched[key] = (first, now)
        if key not in self._timers:
            self._timers[key] = loop.call_at(self._due(key), self._look, key)

    def flush(self, key: K) -> None:
        """Do it now, if it is due at all."""
        if (timer := self._timers.pop(key, None)) is not None:
            timer.cancel()
            del self._touched[key]
            self._run(key)

    def flush_all(self) -> None:
        for key in list(self._timers):
            self.flush(key)

    def _due(self, key: K) -> float:
        first, last = self._touched[key]
        return min(last + self._quiet, first + self._longest)

    def _look(self, key: K) -> None:
        loop = asyncio.get_running_loop()
        if (due := self._due(key)) > loop.time():
            self._timers[key] = loop.call_at(due, self._look, key)
        else:
            self.flush(key)


class SingleFlight(Generic[K, T]):
    """Callers that want the same key while it is being made share one making."""

    def __init__(self) -> None:
        self._flights: dict[K, asyncio.Task[T]] = {}

    async def get(self, key: K, make: Callable[[], Awaitable[T]]) -> T:
        task = self._flights.get(key)
        if task is None:
            task = self._flights[key] = asyncio.ensure_future(_awaited(make))
            task.add_done_callback(lambda _: self._flights.pop(key, None))
        # Shielded: one caller's cancellation must not take the result from the others.
        return await asyncio.shield(task)


async def _awaited(make: Callable[[], Awaitable[T]]) -> T:
    return await make()
