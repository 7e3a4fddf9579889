"""What the editor tells: documents, focus, branches, settings. Plain functions, run in the order they came."""

from __future__ import annotations

import logging
from typing import Any

from lsprotocol import types

from forethought.errors import InvalidParams
from forethought.events import BranchSeen, Closed, Diagnostic, DiagnosticsSeen, Focused, Saved
from forethought.lsp import params
from forethought.lsp.documents import Document, folder_of, path_of
from forethought.lsp.session import Session

log = logging.getLogger(__name__)

MOST_DIAGNOSTICS, LONGEST_MESSAGE = 500, 2000


def opened(session: Session, given: params.DidOpen) -> None:
    new = given.text_document
    path = path_of(new.uri)
    if path is not None:
        document = session.documents[path] = Document(path, new.language_id, new.text)
        session.outbox.post(document.opened())


def changed(session: Session, given: params.DidChange) -> None:
    document = _followed(session, given.text_document)
    if document is not None:
        session.outbox.edit(document.path, document.change(given.content_changes))


def saved(session: Session, given: params.OneDocument) -> None:
    document = _followed(session, given.text_document)
    if document is not None:
        session.outbox.post(Saved(path=document.path))


def closed(session: Session, given: params.OneDocument) -> None:
    document = _followed(session, given.text_document)
    if document is not None:
        _close(session, document.path)


def unread(session: Session, method: str) -> None:
    """A change too long to be read leaves our documents behind the editor's: follow none of them any more."""
    if method == types.TEXT_DOCUMENT_DID_CHANGE:
        for path in list(session.documents):
            _close(session, path)
        session.tell("warning", "Forethought could not follow an edit that large; reopen your files to go on")


def focused(session: Session, given: params.Focus) -> None:
    path = path_of(given.uri)
    if path is not None:
        session.outbox.post(Focused(path=path))


def branch(session: Session, given: params.Branch) -> None:
    root = folder_of(given.root)
    if root is None:
        raise InvalidParams("root: must be an absolute path or a file URI")
    session.outbox.post(BranchSeen(root=root, branch=given.branch, head=given.head, cause="editor"))


def cancelled(session: Session, given: params.Cancelled) -> None:
    """The person does not want the work that a progress bar shows."""
    session.in_background("graph.cancel", {})


def diagnostics(session: Session, given: params.Diagnostics) -> None:
    path = path_of(given.uri)
    if path is not None:
        items = tuple(_diagnostic(item) for item in given.items[:MOST_DIAGNOSTICS])
        session.outbox.post(DiagnosticsSeen(path=path, items=items))


def terminal_error(session: Session, given: params.TerminalError) -> None:
    """Checked, so that clients can be written for it; not used yet."""


def folders(session: Session, given: params.Folders) -> None:
    gone = {folder_of(folder.uri) for folder in given.event.removed}
    kept = [root for root in session.roots if root not in gone]
    new = [root for folder in given.event.added if (root := folder_of(folder.uri))]
    session.roots = tuple(dict.fromkeys(kept + new))


def configuration(session: Session, given: params.Configuration) -> None:
    if isinstance(given.settings, dict) and "forethought" in given.settings:
        session.configure(given.settings["forethought"])


def _diagnostic(item: dict[str, Any]) -> Diagnostic:
    """An LSP diagnostic; what it may leave out has LSP's defaults."""
    line = item.get("range", {}).get("start", {}).get("line", 0) if isinstance(item.get("range", {}), dict) else 0
    message, severity, source = item.get("message"), item.get("severity", 1), item.get("source")
    if not isinstance(message, str) or not isinstance(line, int) or not isinstance(severity, int):
        raise InvalidParams("items: a diagnostic has a message, and its line and severity are numbers")
    return Diagnostic(line, message[:LONGEST_MESSAGE], severity, source if isinstance(source, str) else None)


def _followed(session: Session, given: params.Document) -> Document | None:
    document = session.documents.get(path_of(given.uri) or "")
    if document is None:
        log.info("ignored what was said of a document that is not open")
    return document


def _close(session: Session, path: str) -> None:
    del session.documents[path]
    session.outbox.post(Closed(path=path))
