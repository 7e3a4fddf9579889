"""Work that takes long, shown by the editor, which may cancel it."""

from __future__ import annotations

import time
from typing import Any

from lsprotocol import types

from forethought.lsp.protocol import Server

_PAUSE = 0.2  # seconds between two reports: a bar needs no more


class Progress:
    def __init__(self, server: Server, shown: bool) -> None:
        self._server = server
        self._shown = shown
        self._told: dict[str, float] = {}  # when each was last reported

    def report(self, data: dict[str, Any]) -> None:
        """`token` names the work; it is over when `done` reaches `total`."""
        token, done, total = str(data["token"]), int(data["done"]), int(data["total"])
        if not self._shown:
            return
        if done >= total:
            if self._told.pop(token, None) is not None:
                self._send(token, types.WorkDoneProgressEnd())
            return
        percentage = 100 * done // total
        if token not in self._told:
            self._told[token] = time.monotonic()
            self._server.protocol.send_request(
                types.WINDOW_WORK_DONE_PROGRESS_CREATE, types.WorkDoneProgressCreateParams(token)
            )
            title = f"Forethought: {data['title']}"
            self._send(token, types.WorkDoneProgressBegin(title, cancellable=True, percentage=percentage))
        elif time.monotonic() - self._told[token] > _PAUSE:
            self._told[token] = time.monotonic()
            self._send(token, types.WorkDoneProgressReport(message=f"{done}/{total}", percentage=percentage))

    def _send(self, token: str, value: Any) -> None:
        self._server.protocol.notify(types.PROGRESS, types.ProgressParams(token, value))
