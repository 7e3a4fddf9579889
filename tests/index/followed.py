"""An index at work in a real folder, and what it delivered: the facts as somebody who only hears batches knows them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from forethought.code.cache import Cache
from forethought.code.facts import FileFacts
from forethought.code.ignore import Ignore
from forethought.code.index import Index
from forethought.code.languages import language_of
from forethought.code.scan import look
from forethought.code.worker import facts_of


class Followed:
    def __init__(self, root: Path, cache: Cache, hold: Callable[[], bool] = lambda: False) -> None:
        self.root = root
        self.batches: list[dict[str, FileFacts | None]] = []
        self.heard: dict[str, FileFacts] = {}
        self.progress: list[tuple[int, int]] = []
        self._parsing = ThreadPoolExecutor(1)
        self._news = asyncio.Event()
        self.index = Index(root, Ignore(root), cache, self._hear, self._parsing, hold)

    async def __aenter__(self) -> Followed:
        self.index.start(lambda done, total: self.progress.append((done, total)))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.index.stop()
        self._parsing.shutdown()

    async def _hear(self, batch: dict[str, FileFacts | None]) -> None:
        self.batches.append(batch)
        for path, facts in batch.items():
            if facts is None:
                del self.heard[path]  # nothing is taken back that was never delivered
            else:
                self.heard[path] = facts
        self._news.set()

    async def until(self, state: Callable[[], bool], within: float = 20.0) -> None:
        async with asyncio.timeout(within):
            while not state():
                await asyncio.sleep(0.01)

    async def complete(self) -> Followed:
        await self.until(lambda: self.index.complete)
        return self

    async def exact(self, open_texts: dict[str, str] | None = None) -> None:
        """What was heard becomes what is there: the files on disk, but for what is open."""
        await self.index.settled()
        await self.until(lambda: self.index.complete and self.heard == from_scratch(self.root, open_texts))
        assert self.index.paths() == sorted(self.heard)
        assert all(self.index.facts(path) == facts for path, facts in self.heard.items())

    def names(self, path: str) -> list[str]:
        """The qualified names of what a file defines, as heard."""
        return [each.qualified for each in self.heard[path].definitions[1:]] if path in self.heard else []


def from_scratch(root: Path, open_texts: dict[str, str] | None = None) -> dict[str, FileFacts]:
    found: dict[str, FileFacts] = {}
    for path, reason in Ignore(root).walk():
        _, source = look(f"{root}/", path) if reason is None else (None, None)
        if source:
            found[path] = facts_of(source.content, source.language)
    for path, text in (open_texts or {}).items():
        language = language_of(path, text.encode())
        assert language
        found[path] = facts_of(text.encode(), language)
    return found


def functions(*names: str) -> str:
    return "".join(f"def {name}():\n    return {name}_()\n\n\n" for name in names)
