"""pygls with its loop replaced: registration, types and sending are pygls'; what arrives is handled here.

Every request id is answered exactly once, by a result or by an error that says why. A request is a
coroutine, run as a task which `$/cancelRequest` cancels; a notification is a plain function, run in order.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter

from forethought import __version__
from forethought.errors import ForethoughtError, InvalidParams
from forethought.lsp import wire
from forethought.lsp.handshake import NAME
from forethought.lsp.messages import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    REQUEST_CANCELLED,
    Id,
    Message,
    Notification,
    Refusal,
    Request,
    Response,
)

log = logging.getLogger(__name__)
Handler = Callable[[Any], Any]


class Protocol(LanguageServerProtocol):
    send: Callable[[bytes], None]
    leave: Callable[[int], None]  # ends the session with an exit code
    unread: Callable[[str], None]  # a message of that method was too long to be read

    def __init__(self, server: LanguageServer, converter: Any) -> None:
        super().__init__(server, converter)
        # By method: the type of its params, and its handler.
        self.requests: dict[str, tuple[type[Any], Handler]] = {}
        self.notifications: dict[str, tuple[type[Any], Handler]] = {}
        self._running: dict[Id, asyncio.Task[Any]] = {}

    def receive(self, message: Message) -> None:
        if isinstance(message, Notification):
            self._notice(message)
        elif isinstance(message, Request):
            try:
                self._start(message)
            except Exception as error:
                self._send_data(explain(message.id, error).body())
        elif isinstance(message, Response):
            self._settle(message)
        else:
            log.warning("refused a message: %d", message.code)
            self._send_data(message.body())
            if message.unread is not None:
                self.unread(message.unread)

    def _notice(self, message: Notification) -> None:
        method = message.method
        if method == types.EXIT:
            self.leave(0 if self._shutdown else 1)
        elif method == types.CANCEL_REQUEST:
            self._cancel(message.params)
        elif method in self.notifications and not self._shutdown:
            shape, handler = self.notifications[method]
            try:
                handler(_structure(method, message.params, shape))
            except Exception as error:
                log.warning("ignored %s: %s", method, where(error))

    def _cancel(self, params: Any) -> None:
        id = params.get("id") if isinstance(params, dict) else None
        task = self._running.get(id) if isinstance(id, int | str) else None
        if task is not None:
            task.cancel()

    def _start(self, request: Request) -> None:
        id, method, params = request
        if self._shutdown:
            self._refuse(id, INVALID_REQUEST, "the session is shut down")
        elif method == types.SHUTDOWN:
            self._shutdown = True
            for task in self._running.values():
                task.cancel()
            self._answer(id, None)
        elif method == types.INITIALIZE:
            self._refuse(id, INVALID_REQUEST, "initialize was answered already")
        elif id in self._running:
            self._refuse(id, INVALID_REQUEST, "id: a request with this id is running")
        elif method not in self.requests:
            self._refuse(id, METHOD_NOT_FOUND, f"there is no request {method[:100]!r}")
        else:
            shape, handler = self.requests[method]
            task = asyncio.get_running_loop().create_task(handler(_structure(method, params, shape)))
            self._running[id] = task
            # A callback, not a try around the handler: a task cancelled before its first step never enters it.
            task.add_done_callback(partial(self._finish, id))

    def _finish(self, id: Id, task: asyncio.Task[Any]) -> None:
        del self._running[id]
        if task.cancelled():
            self._refuse(id, REQUEST_CANCELLED, "cancelled")
        elif (error := task.exception()) is not None:
            self._send_data(explain(id, error).body())
        else:
            self._answer(id, task.result())

    def _answer(self, id: Id, result: Any) -> None:
        try:
            self._send_data({"jsonrpc": "2.0", "id": id, "result": result})
        except Exception as error:
            self._send_data(explain(id, error).body())

    def _refuse(self, id: Id, code: int, why: str) -> None:
        self._send_data(Refusal(id, code, why).body())

    def _settle(self, response: Response) -> None:
        self._result_types.pop(response.id, None)
        future = self._request_futures.pop(response.id, None)
        if future is None:
            log.warning("an answer to no request: id %s", str(response.id)[:40])
        elif response.error is not None:
            future.set_exception(JsonRpcException("refused by the editor"))
        else:
            future.set_result(response.result)

    def _send_data(self, data: Any) -> None:
        """All that pygls and we send; pygls' own would log the text and pop up its failures."""
        self.send(wire.encode(data, self._serialize_message))


class Server(LanguageServer):
    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(NAME, __version__, protocol_cls=Protocol, converter_factory=default_converter)

    def listen(self, method: str, shape: type[Any], handler: Handler) -> None:
        """Register a feature: coroutine functions answer requests, plain ones take notifications."""
        self.feature(method)(handler)
        asks = asyncio.iscoroutinefunction(handler)
        (self.protocol.requests if asks else self.protocol.notifications)[method] = (shape, handler)

    def report_server_error(self, error: Exception, source: Any) -> None:
        log.warning("%s", where(error))


def explain(id: Id, error: BaseException) -> Refusal:
    """What the editor is told: our own words as they are, of anything else the kind only."""
    if isinstance(error, ForethoughtError):
        return Refusal(id, error.code, str(error), {"kind": error.kind})
    log.warning("request %s failed: %s", str(id)[:40], where(error))
    return Refusal(id, INTERNAL_ERROR, f"internal error: {type(error).__name__}")


def where(error: BaseException) -> str:
    """An error for the log: its type and place, not its words, which may quote code."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} at {frames[-1].name}:{frames[-1].lineno}" if frames else type(error).__name__


def _structure(method: str, params: Any, shape: type[Any]) -> Any:
    try:
        return msgspec.convert({} if params is None else params, shape)
    except msgspec.ValidationError as problem:
        raise InvalidParams(f"{method}: {problem}") from None
