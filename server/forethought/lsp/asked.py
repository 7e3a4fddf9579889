"""What the editor asks: hover, lenses, commands. Coroutines, each cancelled when the editor says so."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from forethought import commands
from forethought.errors import InvalidParams
from forethought.lsp import params, render
from forethought.lsp.documents import path_of
from forethought.lsp.handshake import COMMANDS
from forethought.lsp.session import Session


async def hover(session: Session, given: params.Hover) -> types.Hover | None:
    path = path_of(given.text_document.uri)
    if path is None:
        return None
    hint = await session.ask_in_time("hints.hover", {"file": path, "line": given.position.line})
    text = render.hover(hint) if hint else None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None


async def lenses(session: Session, given: params.OneDocument) -> list[types.CodeLens] | None:
    path = path_of(given.text_document.uri)
    if path is None or session.settings.lens == "off":
        return None
    answer = await session.ask_in_time("hints.lenses", {"file": path})
    document = session.documents.get(path)
    if answer is not None:
        hints = answer.get("lenses", [])
        if document is not None:
            document.lenses = hints
    else:
        hints = document.lenses if document is not None else []
    if session.settings.lens == "file":
        hints = [hint for hint in hints if hint.get("symbol") is None]
    return [lens for hint in hints if (lens := _lens(path, hint))] or None


def _lens(path: str, hint: render.Hint) -> types.CodeLens | None:
    """A place and its data; the command with its title comes when the editor shows it."""
    title = render.lens(hint)
    if title is None:
        return None
    start = types.Position(hint["line"], 0)
    data = {"title": title, "file": path, "symbol": hint.get("symbol")}
    return types.CodeLens(types.Range(start, start), data=data)


async def resolve_lens(session: Session, given: params.CodeLens) -> types.CodeLens:
    start, end, data = given.range.start, given.range.end, given.data
    about = {"file": data.file} if data.symbol is None else {"file": data.file, "symbol": data.symbol}
    return types.CodeLens(
        types.Range(types.Position(start.line, start.character), types.Position(end.line, end.character)),
        types.Command(data.title, commands.PREFIX + "history.file", arguments=[about]),
    )


async def execute(session: Session, given: params.ExecuteCommand) -> Any:
    if given.command not in COMMANDS:
        raise InvalidParams(f"command: there is no command {given.command[:100]!r}")
    arguments = given.arguments or [{}]
    if len(arguments) != 1 or not isinstance(arguments[0], dict):
        raise InvalidParams("arguments: a command takes one object, or nothing")
    name = given.command.removeprefix(commands.PREFIX)
    commands.parse(name, arguments[0])  # so that a wrong call is told apart from an engine that is away
    return await session.ask(name, arguments[0])
