"""The session's life once the editor was greeted: loop, link, parent, and an end that is never late."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from functools import partial
from typing import Any

from forethought.lsp import features
from forethought.lsp.handshake import Greeting, Streams
from forethought.lsp.pipes import Inlet, Outlet
from forethought.lsp.protocol import Server, where
from forethought.lsp.run import MakeLink
from forethought.lsp.session import Session

log = logging.getLogger(__name__)

LEAVE_SECONDS = 1.0  # how long the end waits for the link


def serve(streams: Streams, greeting: Greeting, make_link: MakeLink) -> int:
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(message)s")  # to stderr
    logging.getLogger("pygls").setLevel(logging.WARNING)
    return asyncio.run(_live(streams, greeting, make_link))


async def _live(streams: Streams, greeting: Greeting, make_link: MakeLink) -> int:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_log_failure)
    ended: asyncio.Future[int] = loop.create_future()

    def leave(code: int) -> None:
        if not ended.done():
            ended.set_result(code)

    server = Server()
    outlet = Outlet(streams.outgoing, broken=partial(leave, 1))
    server.protocol.send, server.protocol.leave = outlet.send, leave
    session = Session(server, greeting.editor, make_link)
    features.register(server, session)

    def take(data: bytes) -> None:
        for message in greeting.frames.feed(data):
            if ended.done():
                return
            server.protocol.receive(message)

    def arrived(data: bytes) -> None:
        take(data)
        if not data:
            leave(0)

    take(b"")  # what came in one piece with `initialize`
    Inlet(streams.incoming, arrived)
    greeting.parent.watch(partial(leave, 1))
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, leave, 128 + sign)
    code = await ended
    _leave_anyway(code)
    await _say_goodbye(session)
    outlet.close(within=LEAVE_SECONDS / 2)
    return code


async def _say_goodbye(session: Session) -> None:
    session.outbox.flush()
    closing = asyncio.ensure_future(session.link.close())
    await asyncio.wait({closing}, timeout=LEAVE_SECONDS)
    closing.cancel()


def _leave_anyway(code: int) -> None:
    """Nothing that hangs, in this process or in a thread of a library, may keep it alive."""
    timer = threading.Timer(LEAVE_SECONDS + 1, os._exit, (code,))
    timer.daemon = True
    timer.start()


def _log_failure(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    log.warning("on the loop: %s", where(error) if error else context.get("message"))
