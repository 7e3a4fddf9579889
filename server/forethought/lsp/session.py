"""One editor's session: its open documents, its settings, its link to the engine."""

from __future__ import annotations

import asyncio
import logging
import os
import uuid
from typing import Any

import msgspec
from lsprotocol import types

from forethought import __version__, settings
from forethought.errors import ForethoughtError
from forethought.link import Hello
from forethought.lsp.documents import Document, folder_of
from forethought.lsp.outbox import Outbox
from forethought.lsp.params import Initialize
from forethought.lsp.progress import Progress
from forethought.lsp.protocol import Server, where
from forethought.lsp.run import MakeLink

log = logging.getLogger(__name__)

HINT_SECONDS = 0.04  # editors show no hover at all until the slowest server has answered
REFRESH_SECONDS = 1.0


class Session:
    def __init__(self, server: Server, editor: Initialize, make_link: MakeLink) -> None:
        self._server = server
        self.documents: dict[str, Document] = {}  # by path
        self.roots = _roots(editor)
        self.settings = settings.Settings()
        self._can_refresh = _has(editor.capabilities, "workspace", "codeLens", "refreshSupport")
        self._refreshing: asyncio.TimerHandle | None = None
        self._progress = Progress(server, _has(editor.capabilities, "window", "workDoneProgress"))
        self._background: set[asyncio.Future[Any]] = set()
        self.configure(editor.initialization_options)
        self.link = make_link(self._hello(editor), self.notice)
        self.outbox = Outbox(self.link)

    def configure(self, given: Any) -> None:
        lens = self.settings.lens
        self.settings, problems = settings.parse(given)
        if problems:
            self.tell("warning", "Forethought uses defaults for wrong settings: " + "; ".join(problems))
        if self.settings.lens != lens:
            self.refresh_lenses()

    async def ask(self, command: str, given: dict[str, Any]) -> dict[str, Any]:
        self.outbox.flush()  # a command sees the edits made before it
        return await self.link.ask(command, given)

    async def ask_in_time(self, command: str, given: dict[str, Any]) -> dict[str, Any] | None:
        """The same for a hint: None when the engine is away or late; then the question is withdrawn."""
        asking = asyncio.ensure_future(self.ask(command, given))
        try:
            await asyncio.wait({asking}, timeout=HINT_SECONDS)
            return asking.result() if asking.done() and not asking.cancelled() else None
        except ForethoughtError:
            return None
        except Exception as error:
            log.warning("no hint: %s", where(error))
            return None
        finally:
            asking.cancel()

    def in_background(self, command: str, given: dict[str, Any]) -> None:
        """A command whose answer nobody waits for."""
        asking = asyncio.ensure_future(self.ask(command, given))
        self._background.add(asking)
        asking.add_done_callback(self._background.discard)
        asking.add_done_callback(lambda done: done.cancelled() or done.exception())

    def notice(self, name: str, data: dict[str, Any]) -> None:
        """What the engine says unasked."""
        if name == "hints_changed" and any(path in self.documents for path in data.get("files", ())):
            self.refresh_lenses()
        elif name == "progress":
            self._progress.report(data)
        elif name == "message":
            self.tell(data.get("level", "info"), str(data.get("text", "")))

    def tell(self, level: str, text: str) -> None:
        """Warnings are shown to the person; information goes to the editor's log."""
        if level == "info":
            self._server.window_log_message(types.LogMessageParams(types.MessageType.Info, text))
        else:
            kind = types.MessageType.Error if level == "error" else types.MessageType.Warning
            self._server.window_show_message(types.ShowMessageParams(kind, text))

    def refresh_lenses(self) -> None:
        """Have the editor ask anew: it does so for every lens, hence at most once a second."""
        if self._can_refresh and self._refreshing is None:
            loop = asyncio.get_running_loop()
            self._refreshing = loop.call_later(REFRESH_SECONDS, self._refresh_now)

    def _hello(self, editor: Initialize) -> Hello:
        return Hello(
            version=__version__,
            session=uuid.uuid4().hex,
            client=editor.client_info.name if editor.client_info else "lsp",
            pid=os.getpid(),
            roots=self.roots,
            trusted=self.settings.trusted,
            settings=msgspec.to_builtins(self.settings),
        )

    def _refresh_now(self) -> None:
        self._refreshing = None
        self._server.workspace_code_lens_refresh(None)


def _roots(editor: Initialize) -> tuple[str, ...]:
    """The workspace's folders; older editors name one root, by URI or by path."""
    named = [folder.uri for folder in editor.workspace_folders or ()] or [editor.root_uri or editor.root_path or ""]
    return tuple(dict.fromkeys(root for name in named if (root := folder_of(name))))


def _has(capabilities: Any, *names: str) -> bool:
    for name in names:
        capabilities = capabilities.get(name) if isinstance(capabilities, dict) else None
    return capabilities is True
