"""The texts that are open in editors: each with its syntax tree, read again as it is typed.

Whoever types does not wait: the newest text of a document is noted and parsed when its turn comes; texts
overtaken meanwhile are never parsed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor

from forethought.code.facts import FileFacts
from forethought.code.languages import language_of
from forethought.code.parse import Parsed, read
from forethought.code.scan import unfit_content

log = logging.getLogger(__name__)


class Live:
    """`left_out` is asked, in a thread, whether a file may be indexed; `parsed` is told that a document's
    facts are new, or that it was closed."""

    def __init__(
        self, left_out: Callable[[str], str], parsing: Executor, parsed: Callable[[str], Awaitable[None]]
    ) -> None:
        self._left_out = left_out
        self._parsing = parsing
        self._tell = parsed
        self._texts: dict[str, dict[str, str]] = {}  # by path and editor, the one edited last at the end
        self._parsed: dict[str, Parsed | str] = {}  # or why it is not indexed
        self._unsure: set[str] = set()  # whether they are left out
        self._touched: dict[str, None] = {}
        self._news = asyncio.Event()
        self._calm = asyncio.Event()
        self._calm.set()

    def __contains__(self, path: str) -> bool:
        return path in self._texts

    def typed(self, path: str, text: str, editor: str) -> None:
        if path not in self._texts:
            self._unsure.add(path)
        texts = self._texts.setdefault(path, {})
        texts.pop(editor, None)
        texts[editor] = text
        self._touch(path)

    def closed(self, path: str, editor: str) -> None:
        texts = self._texts.get(path, {})
        if texts.pop(editor, None) is None:
            return
        if not texts:
            del self._texts[path]
        self._touch(path)

    def ask_again(self) -> None:
        """The rules of what is left out may have changed."""
        for path in self._texts:
            self._unsure.add(path)
            self._touch(path)

    def facts(self, path: str) -> FileFacts | None:
        parsed = self._parsed.get(path)
        return parsed.facts if isinstance(parsed, Parsed) else None

    def unfit(self) -> dict[str, str]:
        return {path: reason for path, reason in self._parsed.items() if isinstance(reason, str)}

    def same(self, path: str, content: bytes) -> FileFacts | None:
        """The facts of this very content, if it is what a document says."""
        parsed = self._parsed.get(path)
        return parsed.facts if isinstance(parsed, Parsed) and parsed.source == content else None

    async def calm(self) -> None:
        """Wait until everything typed so far has been told."""
        await self._calm.wait()

    async def run(self) -> None:
        while True:
            await self._news.wait()
            path = next(iter(self._touched))
            del self._touched[path]
            if texts := self._texts.get(path):
                self._parsed[path] = await self._follow(path, next(reversed(texts.values())))
            if path not in self._texts:  # any more
                self._parsed.pop(path, None)
            await self._tell(path)
            if not self._touched:
                self._news.clear()
                self._calm.set()

    async def _follow(self, path: str, text: str) -> Parsed | str:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._parsing, self._parse, path, text, self._parsed.get(path))
        except Exception:  # a mistake of ours: it costs this document, until its next edit
            log.exception("a document was not followed")
            return "not read"

    def _touch(self, path: str) -> None:
        self._touched[path] = None
        self._calm.clear()
        self._news.set()

    def _parse(self, path: str, text: str, former: Parsed | str | None) -> Parsed | str:
        if path in self._unsure or isinstance(former, str):
            self._unsure.discard(path)
            if reason := self._left_out(path):
                return reason
        source = text.encode("utf-8", "surrogatepass")
        language = language_of(path, source)
        if language is None:
            return "no known language"
        if reason := unfit_content(source):
            return reason
        if isinstance(former, Parsed) and former.language == language:
            return former.edited(source)
        return read(source, language)
