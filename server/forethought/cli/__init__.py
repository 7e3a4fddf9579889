"""The command line: `forethought lsp`, `forethought daemon …`, and every command of the registry.

    forethought history file src/login.py --limit 3
    forethought task start "fix token expiry" --json

Answers go to stdout, problems to stderr with exit code 1 (2 for a wrong command line).
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import uuid
from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from forethought import __version__
from forethought.cli import show
from forethought.cli.arguments import given, parser
from forethought.cli.edit import edit
from forethought.errors import ForethoughtError
from forethought.link import Hello, Link, Notice


def main(argv: Sequence[str] | None = None) -> int:
    options = parser().parse_args(argv)
    try:
        if options.run == "lsp":
            return _lsp(options)
        if options.run == "daemon":
            return _daemon(options)
        return asyncio.run(_command(options))
    except ForethoughtError as problem:
        print(f"forethought: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _lsp(options: Namespace) -> int:
    from forethought.lsp.run import run

    return run(partial(_link, options.standalone))


def _daemon(options: Namespace) -> int:
    from forethought.daemon import control

    if options.action == "run":
        return control.run()
    answer = {"start": control.start, "stop": control.stop, "status": control.status}[options.action]()
    _print(answer, options.json)
    return 0


async def _command(options: Namespace) -> int:
    hello = Hello(
        version=__version__,
        session=uuid.uuid4().hex,
        client="cli",
        pid=os.getpid(),
        roots=(str(Path.cwd()),),
    )
    link = _link(options.standalone, hello, lambda name, data: None)
    try:
        if options.run == "memory.edit":
            answer = await edit(link, options.id, options.workspace)
        else:
            answer = await link.ask(options.run, given(options))
    finally:
        await link.close()
    _print(answer, options.json)
    return 0


def _link(standalone: bool, hello: Hello, notice: Notice) -> Link:
    if standalone:
        from forethought.daemon.local import Local

        return Local(hello, notice)
    from forethought.daemon.client import Client

    return Client(hello, notice)


def _print(answer: dict[str, Any], as_json: bool) -> None:
    print(json.dumps(answer, ensure_ascii=False, indent=2) if as_json else show.answer(answer))
