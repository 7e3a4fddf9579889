"""A front end as a process of its own: asks the daemon for its status, prints its pid, leaves."""

from __future__ import annotations

import asyncio
import os
from functools import partial

from daemon.home import FAKE_DAEMON, greeting
from forethought.daemon import start
from forethought.daemon.client import Client


async def main() -> None:
    client = Client(
        greeting(session=str(os.getpid())),
        lambda name, data: None,
        connect=partial(start.connect, argv=FAKE_DAEMON),
        patience=30,
    )
    status = await client.ask("status", {})
    print(status["pid"])
    await client.close()


if __name__ == "__main__":
    asyncio.run(main())
