"""From paths to facts: looked at in a thread, found in the cache, or parsed; a few here, many in workers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Executor

from forethought.code.cache import Cache
from forethought.code.disk import Disk, Reading, Wanted
from forethought.code.facts import FileFacts, unpack
from forethought.code.live import Live
from forethought.code.scan import Seen, Source
from forethought.code.worker import facts_of, lost
from forethought.code.workers import Workers

_FEW = 8  # files that are read sooner than a worker starts
_CHUNK = 64  # files looked at in one go
_BATCH = 256 << 10  # bytes given to a worker at once: it takes some 50 ms

Take = Callable[[list[Reading]], Awaitable[None]]


class Reader:
    def __init__(self, disk: Disk, cache: Cache, live: Live, thread: Executor, parsing: Executor) -> None:
        self._disk = disk
        self._cache = cache
        self._live = live
        self._thread = thread
        self._parsing = parsing

    async def read(self, wanted: Sequence[Wanted], take: Take) -> None:
        """Look at all that is wanted; `take` gets the results as they come, in no order."""
        if len(wanted) <= _FEW:
            await take(await self._chunk(wanted, self._parse_here))
            return
        chunks = (wanted[at : at + _CHUNK] for at in range(0, len(wanted), _CHUNK))
        async with Workers() as workers, asyncio.TaskGroup() as lanes:
            for _ in range(workers.count + 1):  # one reads while the others are parsed
                lanes.create_task(self._lane(chunks, workers, take))

    async def facts(self, path: str, seen: Seen | None) -> FileFacts | None:
        """What the disk says of one file that may have been open until now."""
        if seen is None or not seen.key:
            return None
        loop = asyncio.get_running_loop()
        if facts := await loop.run_in_executor(self._parsing, self._disk.facts, seen):
            return facts
        reading = (await self._chunk([Wanted(path)], self._parse_here))[0]
        return reading.facts

    async def _lane(self, chunks: Iterator[Sequence[Wanted]], workers: Workers, take: Take) -> None:
        async def parse(readings: Sequence[Reading]) -> Sequence[bytes | None]:
            return await workers.parse([reading.source for reading in readings if reading.source])

        for chunk in chunks:
            await take(await self._chunk(chunk, parse))

    async def _chunk(
        self, wanted: Sequence[Wanted], parse: Callable[[Sequence[Reading]], Awaitable[Sequence[bytes | None]]]
    ) -> list[Reading]:
        loop = asyncio.get_running_loop()
        readings = await loop.run_in_executor(self._thread, self._disk.read, wanted)
        ready = [reading for reading in readings if reading.source is None]
        for batch in _by_size([reading for reading in readings if reading.source]):
            ready += await loop.run_in_executor(self._thread, self._keep, batch, await parse(batch))
        return ready

    async def _parse_here(self, readings: Sequence[Reading]) -> Sequence[bytes | None]:
        loop = asyncio.get_running_loop()
        packed: list[bytes | None] = []
        for path, _, _, source in readings:
            assert source
            # A document was saved: it has been parsed as it was typed.
            typed = self._live.same(path, source.content)
            packed.append(await loop.run_in_executor(self._parsing, _packed, source, typed))
        return packed

    def _keep(self, readings: Sequence[Reading], packed: Sequence[bytes | None]) -> list[Reading]:
        """The facts of what was parsed, cached. What no parser survives is tried again at the next start."""
        found, failed, done = {}, {}, []
        for (path, seen, _, source), each in zip(readings, packed, strict=True):
            assert seen and source
            facts = unpack(each) if each else lost(source.language, "not parsed: the parser ended over it")
            if each:
                found[seen.key] = each
            else:
                failed[seen.key] = facts.pack()
            done.append(Reading(path, seen, facts))
        self._cache.put(found)
        self._cache.put(failed, lasting=False)
        return done


def _packed(source: Source, typed: FileFacts | None) -> bytes:
    return (typed or facts_of(source.content, source.language)).pack()


def _by_size(readings: Sequence[Reading]) -> Iterator[list[Reading]]:
    batch: list[Reading] = []
    size = 0
    for reading in readings:
        batch.append(reading)
        size += len(reading.source.content) if reading.source else 0
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
