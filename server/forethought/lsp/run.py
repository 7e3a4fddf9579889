"""`forethought lsp`, from the first byte to the exit code."""

from __future__ import annotations

from collections.abc import Callable

from forethought.link import Hello, Link, Notice
from forethought.lsp import handshake

MakeLink = Callable[[Hello, Notice], Link]


def run(make_link: MakeLink) -> int:
    """Serve the editor at stdin and stdout until it leaves."""
    streams = handshake.take_stdio()
    try:
        greeting = handshake.greet(streams)
    except OSError:  # the editor left in the middle of it
        return 1
    if isinstance(greeting, int):
        return greeting
    from forethought.lsp.serve import serve  # imports pygls, which takes longer than all before

    return serve(streams, greeting, make_link)
