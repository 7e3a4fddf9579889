"""What can go wrong, as one tree.

ForethoughtError            anything we say to a caller in words
├── InvalidParams           the request is wrong; names the field
├── NotFound                an id, file or project that is not there; names it
├── Refused                 understood, but not done: recording paused, confirmation missing
└── Unavailable             the engine or its store cannot answer now; trying again may help

`code` is the JSON-RPC code an editor sees, `kind` the word that crosses the socket.
"""

from __future__ import annotations


class ForethoughtError(Exception):
    code = -32603
    kind = "internal"


class InvalidParams(ForethoughtError):
    code = -32602
    kind = "invalid_params"


class NotFound(ForethoughtError):
    code = -32803
    kind = "not_found"


class Refused(ForethoughtError):
    code = -32803
    kind = "refused"


class Unavailable(ForethoughtError):
    code = -32803
    kind = "unavailable"


def from_kind(kind: str, message: str) -> ForethoughtError:
    """The error of that kind, as it was raised on the other side of a socket."""
    for cls in (InvalidParams, NotFound, Refused, Unavailable):
        if cls.kind == kind:
            return cls(message)
    return ForethoughtError(message)
