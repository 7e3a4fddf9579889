"""What a decoded message is: only its top level is looked at, whatever lies inside is data."""

from __future__ import annotations

from typing import Any, NamedTuple

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NOT_INITIALIZED = -32002
REQUEST_CANCELLED = -32800

Id = int | str


class Request(NamedTuple):
    id: Id
    method: str
    params: Any


class Notification(NamedTuple):
    method: str
    params: Any


class Response(NamedTuple):
    """The editor's answer to a request of ours."""

    id: Id
    result: Any
    error: Any


class Refusal(NamedTuple):
    """Why a message or request gets no result; `id` is None when it could not be told."""

    id: Id | None
    code: int
    why: str
    data: Any = None
    unread: str | None = None  # the method of a message that was too long to be read

    def body(self) -> dict[str, Any]:
        error: dict[str, Any] = {"code": self.code, "message": self.why}
        if self.data is not None:
            error["data"] = self.data
        return {"jsonrpc": "2.0", "id": self.id, "error": error}


Message = Request | Notification | Response | Refusal


def classify(message: Any) -> Message:
    if type(message) is not dict:
        return Refusal(None, INVALID_REQUEST, "a message must be one object")
    id, method = message.get("id"), message.get("method")
    known_id = id if type(id) is int or type(id) is str else None
    if message.get("jsonrpc") != "2.0":
        return Refusal(known_id, INVALID_REQUEST, 'jsonrpc: must be "2.0"')
    if type(method) is str:
        if "id" not in message:
            return Notification(method, message.get("params"))
        if known_id is None:
            return Refusal(None, INVALID_REQUEST, "id: must be an integer or a string")
        return Request(known_id, method, message.get("params"))
    if known_id is not None and method is None and ("result" in message or "error" in message):
        return Response(known_id, message.get("result"), message.get("error"))
    return Refusal(known_id, INVALID_REQUEST, "method: must be a string")
