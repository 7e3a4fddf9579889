"""A Unix socket between processes of one user.

`connect` and `listen` are all that knows about the transport. On Windows asyncio has no Unix sockets:
a loopback port with a token in an owner-only file would go behind these two.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from forethought import places
from forethought.daemon.lock import Lock, note_in
from forethought.daemon.rpc import READ_AHEAD, Wire
from forethought.errors import Unavailable

_QUEUE = 128  # connections the kernel holds while the daemon is busy accepting others
_SOL_LOCAL, _LOCAL_PEERCRED = 0, 1  # macOS; not in the socket module


async def connect() -> Wire | None:
    """A connection to whatever listens for this data folder, or None when nothing does."""
    path = note_in(places.lifetime_lock()) or str(places.socket_path())
    try:
        reader, writer = await asyncio.open_unix_connection(path, limit=READ_AHEAD)
    except (FileNotFoundError, ConnectionError):
        return None
    except OSError as problem:
        raise Unavailable(f"the daemon's socket {path} cannot be used: {problem.strerror}") from None
    if not _is_same_user(writer):
        writer.transport.abort()
        raise Unavailable(f"the socket {path} is served by another user")
    return Wire(reader, writer)


async def listen(lock: Lock, serve: Callable[[Wire], Awaitable[None]]) -> asyncio.Server:
    """Serve this data folder. Only the holder of its lifetime lock may: any socket there is stale."""
    path = places.socket_path()
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(path))
    path.chmod(0o600)
    listener.listen(_QUEUE)
    lock.note(str(path))

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if _is_same_user(writer):
            await serve(Wire(reader, writer))
        else:
            writer.transport.abort()

    return await asyncio.start_unix_server(accept, sock=listener, limit=READ_AHEAD, backlog=_QUEUE)


def stop_listening(server: asyncio.Server) -> None:
    path = Path(server.sockets[0].getsockname())
    server.close()
    path.unlink(missing_ok=True)


def _is_same_user(writer: asyncio.StreamWriter) -> bool:
    try:
        return peer_uid(writer.get_extra_info("socket")) == os.geteuid()
    except OSError:  # gone already
        return False


def peer_uid(sock: Any) -> int:
    """The user at the other end, as the kernel knows it."""
    if sys.platform == "darwin":  # struct xucred: version, uid, …
        credentials = sock.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, 76)
        return int(struct.unpack_from("=II", credentials)[1])
    credentials = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("iII"))
    return int(struct.unpack("iII", credentials)[1])
