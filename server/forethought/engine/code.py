"""The code of one folder while somebody works in it: its index, its graph, and the thread they are asked in."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from forethought.code.cache import Cache
from forethought.code.graph import Graph
from forethought.code.index import Batch, Index, Skipped
from forethought.code.outline import Symbol, outline
from forethought.code.saved import Saved

if TYPE_CHECKING:
    from forethought.engine.folder import Folder

T = TypeVar("T")
# How long a question from the shell waits for the first index: nobody else will show its progress.
PATIENCE = 120.0
# The graph is saved for the next start when this many files have changed since, and then nothing for a while:
# it takes seconds, in which questions wait. The next start resolves anew what changed later.
UNSAVED = 100
SAVE_SECONDS = 20.0
# How often a graph that failed is built anew at the most.
ANEW_SECONDS = 60.0


class Code:
    """Nothing runs until somebody needs it: an editor enters the folder, or a question about the code is asked."""

    def __init__(self, folder: Folder, parsing: ThreadPoolExecutor, cache: Cache) -> None:
        self._folder = folder
        self._graph = Graph()
        # The graph is asked and changed in this thread alone: every answer is of one revision.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="graph")
        self._index = Index(folder.root, folder.ignore, cache, self._changed, parsing)
        self._saved = Saved(cache.folder, str(folder.root))
        self._starting: asyncio.Task[None] | None = None
        self._looked = False
        self._built_anew = float("-inf")
        self._unsaved: set[str] = set()
        self._saving: asyncio.TimerHandle | None = None
        self.revision = 0

    @property
    def complete(self) -> bool:
        return self._looked and self._index.complete

    @property
    def files(self) -> int:
        return len(self._index.paths())

    def start(self) -> None:
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())

    def typed(self, path: str, text: str, session: str) -> None:
        if self._starting:
            self._index.typed(path, text, session)

    def closed(self, path: str, session: str) -> None:
        if self._starting:
            self._index.closed(path, session)

    def skipped(self) -> Skipped:
        return self._index.skipped()

    @property
    def problem(self) -> str:
        return self._index.problem

    def rescan(self) -> None:
        self.start()
        self._index.rescan()

    def cancel(self) -> None:
        self._index.cancel()

    async def symbols(self, path: str, patience: float) -> list[Symbol]:
        """The functions and classes of a file as it is now; what was typed just now may take that long to read."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._index.settled()
        facts = self._index.facts(path)
        return outline(facts) if facts else []

    async def ask(self, question: Callable[[Graph], T], wait: bool = False) -> T:
        """Answer from what is known now, unsaved text included; `wait`: not before every file was looked at."""
        self.start()
        if wait and not self.complete:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while not self.complete:
                        await asyncio.sleep(0.02)
        await self._index.settled()
        return await self._in_thread(lambda: question(self._graph))

    async def stop(self) -> None:
        if self._starting:
            await self._starting
            await self._index.stop()
        if self._saving:
            self._saving.cancel()
        self._thread.shutdown(wait=True)

    async def _start(self) -> None:
        """Go on from the graph that an earlier process saved, if there is one."""
        if saved := await self._in_thread(self._saved.load):
            self._graph, keys = saved
            self._index.resume(keys)
        self._index.start(self._progress)

    def _begin_again(self) -> None:
        """A mistake of ours left the graph in an unknown state: build it anew, but not over and over."""
        now = asyncio.get_running_loop().time()
        if now < self._built_anew + ANEW_SECONDS:
            return
        self._built_anew, self._looked = now, False
        self._graph = Graph()
        self._index.begin_again()

    def _save(self) -> None:
        self._saving = None
        self._unsaved.clear()
        keys = self._index.keys()
        self._thread.submit(lambda: self._saved.save(self._graph, keys))

    async def _in_thread(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, call)

    async def _changed(self, batch: Batch) -> None:
        """During the first look, edges wait for its end; what is defined where is known at once."""
        self._looked = self._looked or not batch
        take = self._graph.update if self._looked else self._graph.stage
        try:
            await self._in_thread(lambda: take(batch))
        except Exception:
            self._begin_again()
            raise
        self.revision += 1
        self._unsaved.update(batch)
        if self._saving:
            self._saving.cancel()
            self._saving = None
        if self._looked and len(self._unsaved) > UNSAVED:
            self._saving = asyncio.get_running_loop().call_later(SAVE_SECONDS, self._save)

    def _progress(self, done: int, total: int) -> None:
        self._folder.tell(
            "progress", {"token": f"index {self._folder.root}", "title": "Indexing", "done": done, "total": total}
        )
