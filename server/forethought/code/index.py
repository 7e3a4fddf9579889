"""The facts of every file of a checkout, kept current: what an open document says, else what is on disk.

Two lanes run side by side: `Live` follows the texts that are being edited; the other one looks at files, all of
them at the start, then those the watch names. Both end in a batch of changed facts, one after the other, and
each batch is a revision. The state belongs to the loop; threads and workers get and return plain data.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeVar

from forethought.code.cache import Cache
from forethought.code.disk import Disk, Reading, Wanted
from forethought.code.facts import FileFacts
from forethought.code.ignore import Ignore
from forethought.code.live import Live
from forethought.code.reader import Reader
from forethought.code.scan import NO_LANGUAGE, Seen, left_out
from forethought.code.stamps import Stamps
from forethought.code.vendored import MARKS
from forethought.code.watch import Watch

log = logging.getLogger(__name__)
T = TypeVar("T")
Batch = dict[str, FileFacts | None]  # None: no longer there
Changed = Callable[[Batch], Awaitable[None]]
Progress = Callable[[int, int], None]

_RULES = frozenset({".gitignore", ".forethoughtignore", ".secretsignore", *MARKS})
_MANY = 2000  # notices, from which on it is cheaper and safer to look at everything
_LOOK_SECONDS = 300.0  # a look without notice: some file systems give none
_POLL_SECONDS = 10.0  # where there is no watch
_LISTED = 200  # skipped files that are named; all are counted


class Skipped(NamedTuple):
    counts: dict[str, int]  # by reason
    files: list[tuple[str, str]]  # path and reason


class Index:
    """`changed` gets every batch, one at a time, and is awaited: it may take its time, in a thread of its own.
    An empty batch says that every file has been looked at.

    `parsing` is one thread, shared with whoever else parses. `hold`: see `Watch`.
    """

    def __init__(
        self,
        root: Path,
        ignore: Ignore,
        cache: Cache,
        changed: Changed,
        parsing: Executor,
        hold: Callable[[], bool] = lambda: False,
    ) -> None:
        self._root = os.path.join(os.path.realpath(root), "")  # noqa: PTH118 - with a slash, to append to
        self._changed = changed
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="index")
        self._watch = Watch(self._root, self._noticed, hold)
        self._disk = Disk(self._root, ignore, cache, self._watch)
        self._live = Live(lambda path: left_out(ignore, self._root, path), parsing, self._show)
        self._reader = Reader(self._disk, cache, self._live, self._thread, parsing)
        self._stamps = Stamps(cache.folder, self._root)
        self._seen: dict[str, Seen] = {}
        self._former: dict[str, Seen] = {}  # what an earlier process saw
        self._given: dict[str, bytes] = {}  # keys of the facts that `changed` has from an earlier process
        self._present: set[str] = set()  # the paths whose facts were delivered
        self._turn = asyncio.Lock()
        self._notices: set[str] | None = set()  # None: look at everything
        self._news = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._lanes: list[asyncio.Task[None]] = []
        self._surveyed = False
        self.revision = 0

    # What is known

    @property
    def complete(self) -> bool:
        """Whether the facts delivered are those of all files as far as anyone noticed."""
        return self._surveyed and not self._looking and not self._news.is_set()

    @property
    def problem(self) -> str:
        """Why changes may be seen late, or ""."""
        return self._watch.problem or ("the folder cannot be read" if "/" in self._seen else "")

    def paths(self) -> list[str]:
        return sorted(self._present)

    def facts(self, path: str) -> FileFacts | None:
        if path in self._live:
            return self._live.facts(path)
        return self._disk.facts(self._seen.get(path))

    def skipped(self) -> Skipped:
        """Everything that is not in the index, with the reason; files that are no code are named last."""
        reasons = {path: seen.reason for path, seen in self._seen.items() if seen.reason} | self._live.unfit()
        named = heapq.nsmallest(_LISTED, reasons.items(), key=lambda item: (item[1] == NO_LANGUAGE, item))
        return Skipped(dict(Counter(reasons.values()).most_common()), named)

    # What happens

    def resume(self, keys: dict[str, bytes]) -> None:
        """Before the start: whoever is told of changes knows these facts already."""
        self._given = dict(keys)
        self._present = set(keys)

    def keys(self) -> dict[str, bytes]:
        """What `resume` needs to know of the facts delivered; a text that is open is not what is on disk."""
        known = ((path, self._seen.get(path)) for path in self._present)
        return {path: seen.key if seen and path not in self._live else b"" for path, seen in known}

    def start(self, progress: Progress = lambda done, total: None) -> None:
        """Begin: every file is looked at, in the background, and from then on followed."""
        self._lanes = [asyncio.create_task(self._live.run()), asyncio.create_task(self._follow(progress))]

    def typed(self, path: str, text: str, editor: str = "") -> None:
        """A document was opened or edited: from now on its text counts, not the disk. Returns at once."""
        self._live.typed(path, text, editor)

    def closed(self, path: str, editor: str = "") -> None:
        self._live.closed(path, editor)

    async def settled(self) -> None:
        """Wait until everything typed before is part of what was delivered."""
        await self._live.calm()

    def rescan(self) -> None:
        """Look at everything again, soon."""
        self._noticed(None)

    def begin_again(self) -> None:
        """Deliver everything anew, soon: whoever was told has lost it."""
        self._former, self._seen, self._given = {**self._former, **self._seen}, {}, {}
        self._present.clear()
        self._surveyed = False
        self._noticed(None)

    def cancel(self) -> None:
        """Stop looking at files; `complete` stays false until the next `rescan` is through."""
        if self._looking:
            self._surveyed = False
            self._looking.cancel()

    async def stop(self) -> None:
        self._disk.stop()
        for lane in self._lanes:
            lane.cancel()
        await asyncio.gather(*self._lanes, return_exceptions=True)
        async with self._turn:  # a batch is under way: let it arrive
            await self._in_thread(self._save)
        await self._watch.stop()
        self._thread.shutdown(wait=False)

    # The lane of the disk

    def _noticed(self, paths: set[str] | None) -> None:
        if paths is None or self._notices is None:
            self._notices = None
        else:
            self._notices |= paths
        self._news.set()

    async def _follow(self, progress: Progress) -> None:
        await self._in_thread(self._watch.start)
        self._former = await self._in_thread(self._stamps.load)
        self._noticed(None)
        while True:
            try:
                async with asyncio.timeout(_POLL_SECONDS if self.problem else _LOOK_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                self._noticed(None)
            self._looking = asyncio.create_task(self._look(progress))
            try:
                await self._looking
            except asyncio.CancelledError:
                if (lane := asyncio.current_task()) and lane.cancelling():
                    raise
            except Exception:  # a mistake of ours: it costs one look, the next one comes
                log.exception("looking at the files failed")
            finally:
                self._looking = None

    async def _look(self, progress: Progress) -> None:
        """Take in what was noticed."""
        notices, self._notices = self._notices, set()
        self._news.clear()
        if notices is None or len(notices) > _MANY or any(path.rpartition("/")[2] in _RULES for path in notices):
            self._live.ask_again()
            await self._take(await self._in_thread(self._plan, None), progress)
            self._surveyed, self._former, self._given = True, {}, {}
            await self._changed({})  # every file was looked at
            await self._in_thread(self._save)
        else:
            await self._take(await self._in_thread(self._plan, notices), lambda done, total: None)

    def _plan(self, notices: set[str] | None) -> tuple[list[Wanted], list[Reading]]:
        """What to look at, and what is clear without a look."""
        if notices is None:
            survey = self._disk.survey()
            there = {*survey.files, *survey.out}
            clear = [Reading(path) for path in {*self._seen, *self._given} if path not in there]
        else:
            survey, clear = self._disk.around(notices, self._seen), []
        clear += [Reading(path, seen) for path, seen in survey.out.items()]
        return [self._wanted(path) for path in survey.files], clear

    def _wanted(self, path: str) -> Wanted:
        seen = self._seen.get(path)
        return Wanted(path, seen or self._former.get(path), seen.key if seen else self._given.get(path, b""))

    async def _take(self, plan: tuple[list[Wanted], list[Reading]], progress: Progress) -> None:
        """Read what is wanted and deliver it: bit by bit the first time, later as one batch."""
        wanted, waiting = plan
        done = 0

        async def take(readings: list[Reading]) -> None:
            nonlocal done
            waiting.extend(readings)
            done += len(readings)
            if not self._surveyed or len(waiting) > _MANY:
                batch = waiting.copy()
                waiting.clear()
                await self._deliver(batch)
            progress(done, len(wanted))

        await self._reader.read(wanted, take)
        await self._deliver(waiting)

    def _save(self) -> None:
        with contextlib.suppress(OSError):  # the next start reads more files, no more than that
            self._stamps.save(self._former | self._seen)

    # Delivery

    async def _deliver(self, readings: list[Reading]) -> None:
        # Shielded: whoever cancels a look must not leave a batch half taken in.
        await asyncio.shield(asyncio.create_task(self._hand_over(readings)))

    async def _hand_over(self, readings: list[Reading]) -> None:
        async with self._turn:
            batch: Batch = {}
            for path, seen, facts, _ in readings:
                if seen is None:
                    self._seen.pop(path, None)
                else:
                    self._seen[path] = seen
                if path in self._live:
                    continue
                if facts:
                    batch[path] = facts
                elif not (seen and seen.key):
                    batch[path] = None
            await self._send(batch)

    async def _show(self, path: str) -> None:
        """A document has new facts, or was closed: then the disk counts again."""
        async with self._turn:
            if path in self._live:
                await self._send({path: self._live.facts(path)})
            else:
                await self._send({path: await self._reader.facts(path, self._seen.get(path))})

    async def _send(self, batch: Batch) -> None:
        batch = {path: facts for path, facts in batch.items() if facts or path in self._present}
        if not batch:
            return
        for path, facts in batch.items():
            (self._present.add if facts else self._present.discard)(path)
        self.revision += 1
        try:
            await self._changed(batch)
        except Exception:
            log.exception("a batch of facts was not taken in")

    async def _in_thread(self, call: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *arguments)
