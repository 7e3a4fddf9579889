"""What memories mean, as vectors: made when they are needed, filled in later, all made again for another model."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from forethought.engine.choices import Choices
from forethought.engine.shelf import Shelf
from forethought.memory.embed import Embedder, Embedding

if TYPE_CHECKING:
    from forethought.engine.memories import Memories

T = TypeVar("T")
NO_MODEL = "none"
IDLE = 2.0  # seconds before vectors that are missing are made: a single command needs none
_PATIENCE = 3.0  # seconds that a question waits for a model that is still loading
_BATCH = 64


class Meaning:
    def __init__(self, memories: Memories, home: Path, choices: Choices) -> None:
        self._memories = memories
        self._home = home
        self._choices = choices
        self.embedder = self._embedder(choices.model)
        self.re_embedding = False
        self._filling: set[int] = set()

    async def of(self, text: str) -> Embedding | None:
        made = await self._patiently(lambda: self.embedder.texts([text]))
        return made[0] if made else None

    async def asked(self, text: str) -> Embedding | None:
        return await self._patiently(lambda: self.embedder.query(text)) if text.strip() else None

    def fill(self, shelf: Shelf, after: float = 0.0) -> None:
        """Make the vectors that a shelf lacks, some at a time."""
        if id(shelf) not in self._filling:
            self._filling.add(id(shelf))
            self._memories.in_background(self._fill(shelf, after))

    async def filled(self, shelf: Shelf) -> None:
        """Wait until nothing lacks vectors that can have them."""
        await self._embed_all(shelf, self.embedder)

    async def use(self, name: str, shelves: Sequence[Shelf]) -> str | None:
        """Embed everything that is open with another model, then swap; why not, if it cannot be used.

        What is not open follows when it is.
        """
        self.re_embedding = True
        fresh = self._embedder(name, download=True)
        try:
            if name != NO_MODEL:
                await fresh.query("Is it there?")
                for shelf in shelves:
                    await self._embed_all(shelf, fresh)
                if fresh.problem:
                    return fresh.problem
            self.embedder, old = fresh, self.embedder
            old.close()
            for shelf in shelves:
                await self._memories.run(shelf.view.forget_model, old.model)
            self._choices.model = name
            self._choices.save(self._home)
            return None
        finally:
            self.re_embedding = False

    async def _fill(self, shelf: Shelf, after: float) -> None:
        try:
            await asyncio.sleep(after)
            await self._embed_all(shelf, self.embedder)
        finally:
            self._filling.discard(id(shelf))

    async def _embed_all(self, shelf: Shelf, embedder: Embedder) -> None:
        run = self._memories.run
        while batch := await run(lambda: shelf.view.unembedded(embedder.model, _BATCH)):
            made = await embedder.texts([memory.said() for memory in batch])
            if made is None:
                return
            await run(shelf.embed, {memory.id: each for memory, each in zip(batch, made, strict=True)})

    async def _patiently(self, make: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        if self.embedder.problem:
            return None
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(make(), _PATIENCE)
        return None

    def _embedder(self, name: str, download: bool = False) -> Embedder:
        embedder = Embedder(name, folder=self._home / "models", download=download)
        if name == NO_MODEL:
            embedder.problem = "no model is wanted"
        return embedder
