"""What we compare with: a pygls server as its tutorial writes it, doing nothing."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("stock", "1")


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(ls: LanguageServer, params: types.DidChangeTextDocumentParams) -> None:
    pass


@server.command("stock.nothing")
def nothing(ls: LanguageServer, arguments: dict) -> dict:
    return {"command": "nothing"}


if __name__ == "__main__":
    server.start_io()
