"""What editors send, validated strictly: lsprotocol's converter turns "5" into 5 and costs ten times as much.

Fields we do not use are left out, unknown ones are let through: editors may know more than we do.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

Unsigned = Annotated[int, msgspec.Meta(ge=0)]
Uri = Annotated[str, msgspec.Meta(max_length=10_000)]


class _Params(msgspec.Struct, frozen=True, rename="camel"):
    pass


class Position(_Params, frozen=True):
    line: Unsigned
    character: Unsigned


class Range(_Params, frozen=True):
    start: Position
    end: Position


class Document(_Params, frozen=True):
    uri: Uri


class NewDocument(Document, frozen=True):
    language_id: str
    text: str


class ContentChange(_Params, frozen=True):
    """Without a range, `text` is the whole new document."""

    text: str
    range: Range | None = None


class DidOpen(_Params, frozen=True):
    text_document: NewDocument


class DidChange(_Params, frozen=True):
    text_document: Document
    content_changes: list[ContentChange]


class OneDocument(_Params, frozen=True):
    """didSave, didClose and codeLens."""

    text_document: Document


class Hover(OneDocument, frozen=True):
    position: Position


class LensData(_Params, frozen=True):
    """What we sent along with a lens, and the editor gives back."""

    title: str
    file: str
    symbol: str | None = None


class CodeLens(_Params, frozen=True):
    range: Range
    data: LensData


class ExecuteCommand(_Params, frozen=True):
    command: str
    arguments: list[Any] | None = None


class Configuration(_Params, frozen=True):
    settings: Any = None


class Folder(_Params, frozen=True):
    uri: Uri


class FoldersChanged(_Params, frozen=True):
    added: list[Folder] = []
    removed: list[Folder] = []


class Folders(_Params, frozen=True):
    event: FoldersChanged


class Focus(_Params, frozen=True):
    uri: Uri
    range: Range | None = None


class Branch(_Params, frozen=True):
    root: Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]
    branch: str | None = None
    head: str | None = None


class Diagnostics(_Params, frozen=True):
    uri: Uri
    items: list[dict[str, Any]]


class TerminalError(_Params, frozen=True):
    message: str
    cwd: str | None = None


class Cancelled(_Params, frozen=True):
    token: str | int


class Client(_Params, frozen=True):
    name: str


class Initialize(_Params, frozen=True):
    process_id: int | None = None
    client_info: Client | None = None
    root_uri: Uri | None = None
    root_path: str | None = None
    workspace_folders: list[Folder] | None = None
    capabilities: dict[str, Any] = {}
    initialization_options: Any = None
