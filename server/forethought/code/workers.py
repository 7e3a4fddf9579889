"""The processes that parse for us: parsing holds the interpreter's lock, so many files are read elsewhere.

They are started when there is work and end with it. Plain programs over pipes: forking a process that
has threads is unsafe, and a program's memory is its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import marshal
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence

from forethought.code.scan import Source
from forethought.code.worker import LENGTH, SECONDS, frame

# Isolated: neither the working folder nor the user's environment decides what code runs.
COMMAND = (sys.executable, "-I", "-m", "forethought.code.worker")
MOST = 4  # more would outrun whoever takes the facts in, and cost memory
_PATIENCE = 6 * SECONDS  # of waiting for an answer: the worker's own clock comes first


class Workers:
    """At most `count` processes, used by as many callers as there are."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or min(MOST, os.cpu_count() or 1)
        self._idle: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        for _ in range(self.count):
            self._idle.put_nowait(None)  # not started yet
        self._running: set[Process] = set()

    async def __aenter__(self) -> Workers:
        return self

    async def __aexit__(self, *_: object) -> None:
        for process in list(self._running):
            await self._end(process)

    async def parse(self, sources: Sequence[Source]) -> Sequence[bytes | None]:
        """Packed facts, in the order of the sources; None for a file that no worker survives."""
        packed = await self._ask(sources)
        if packed is not None:
            return packed
        # One of them is to blame, or somebody killed the worker: each on its own, then.
        alone = [await self._ask([source]) for source in sources]
        return [answer[0] if answer else None for answer in alone]

    async def _ask(self, sources: Sequence[Source]) -> list[bytes] | None:
        """None if the worker died over it."""
        process, usable = await self._idle.get(), None
        try:
            process = process or await self._start()
            packed = await _exchange(process, sources)
            usable = process
            return packed
        except (OSError, EOFError, TimeoutError):  # OSError: also when no process can be started
            if process:
                await self._end(process)
            return None
        finally:
            self._idle.put_nowait(usable)

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd="/", limit=1 << 20
        )
        self._running.add(process)
        return process

    async def _end(self, process: Process) -> None:
        self._running.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()  # `wait` alone would wait for ever for a pipe that nobody reads


async def _exchange(process: Process, sources: Sequence[Source]) -> list[bytes]:
    assert process.stdin and process.stdout
    process.stdin.write(frame([(source.language.name, source.content) for source in sources]))
    async with asyncio.timeout(_PATIENCE + SECONDS * len(sources)):
        await process.stdin.drain()
        head = await process.stdout.readexactly(LENGTH.size)
        body = await process.stdout.readexactly(LENGTH.unpack(head)[0])
    packed: list[bytes] = marshal.loads(body)
    return packed
