"""The session's life once the editor was greeted: loop, link, parent, and an end that is never late."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import uuid
from functools import partial
from typing import Any

import msgspec

from forethought import __version__
from forethought.errors import ForethoughtError
from forethought.link import Hello
from forethought.lsp import features, parent
from forethought.lsp.handshake import Greeting, Streams
from forethought.lsp.params import Initialize
from forethought.lsp.pipes import Inlet, Outlet
from forethought.lsp.protocol import Server, where
from forethought.lsp.run import MakeLink
from forethought.lsp.session import Session

log = logging.getLogger(__name__)

LEAVE_SECONDS = 1.0  # how long the end waits for the link
_RETRY_SECONDS = 2.0


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
    session = Session(server, greeting.editor)
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
    parent.watch(greeting.editor.process_id, partial(leave, 1))
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, leave, 128 + sign)
    connecting = asyncio.create_task(_connect(session, _hello(session, greeting.editor), make_link))
    code = await ended
    _leave_anyway(code)
    connecting.cancel()
    await _say_goodbye(session)
    outlet.close(within=LEAVE_SECONDS / 2)
    return code


def _hello(session: Session, editor: Initialize) -> Hello:
    return Hello(
        version=__version__,
        session=uuid.uuid4().hex,
        client=editor.client_info.name if editor.client_info else "lsp",
        pid=os.getpid(),
        roots=session.roots,
        trusted=session.settings.trusted,
        settings=msgspec.to_builtins(session.settings),
    )


async def _connect(session: Session, hello: Hello, make_link: MakeLink) -> None:
    """Until there is a link, hints are null and commands wait. What fails is said once and tried again."""
    told = False
    while True:
        try:
            session.connect(await make_link(hello, session.notice, session.snapshot))
            return
        except ForethoughtError as problem:
            if not told:
                session.tell("warning", f"Forethought: {problem}")
        except Exception as error:
            log.warning("no link: %s", where(error))
        told = True
        await asyncio.sleep(_RETRY_SECONDS)


async def _say_goodbye(session: Session) -> None:
    if session.link is not None:
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
