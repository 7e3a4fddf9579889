"""The table: what an editor can tell and ask, the type of what it sends, and who takes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from lsprotocol import types

from forethought.lsp import asked, params, told
from forethought.lsp.handshake import COMMANDS
from forethought.lsp.protocol import Server
from forethought.lsp.session import Session

FEATURES: dict[str, tuple[type[Any], Callable[[Session, Any], Any]]] = {
    types.TEXT_DOCUMENT_DID_OPEN: (params.DidOpen, told.opened),
    types.TEXT_DOCUMENT_DID_CHANGE: (params.DidChange, told.changed),
    types.TEXT_DOCUMENT_DID_SAVE: (params.OneDocument, told.saved),
    types.TEXT_DOCUMENT_DID_CLOSE: (params.OneDocument, told.closed),
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: (params.Configuration, told.configuration),
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: (params.Folders, told.folders),
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL: (params.Cancelled, told.cancelled),
    "forethought/focus": (params.Focus, told.focused),
    "forethought/branch": (params.Branch, told.branch),
    "forethought/diagnostics": (params.Diagnostics, told.diagnostics),
    "forethought/terminalError": (params.TerminalError, told.terminal_error),
    types.TEXT_DOCUMENT_HOVER: (params.Hover, asked.hover),
    types.TEXT_DOCUMENT_CODE_LENS: (params.OneDocument, asked.lenses),
    types.CODE_LENS_RESOLVE: (params.CodeLens, asked.resolve_lens),
    types.WORKSPACE_EXECUTE_COMMAND: (params.ExecuteCommand, asked.execute),
}


def register(server: Server, session: Session) -> None:
    for method, (shape, handler) in FEATURES.items():
        server.listen(method, shape, partial(handler, session))
    for command in COMMANDS:
        server.command(command)(partial(asked.execute, session))
    server.protocol.unread = partial(told.unread, session)
