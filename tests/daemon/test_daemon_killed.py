"""kill −9 of the daemon: sessions go on, nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter

import psutil
import pytest

from daemon.home import until
from forethought.errors import Unavailable
from forethought.events import Change, Closed, Edited, Focused, Opened

KILLS = 20


class Editor:
    """One open document that is typed into, and notes that are recorded, without pause."""

    def __init__(self, front_end, name: str) -> None:
        self.name = name
        self.text = ""
        self.acknowledged: list[str] = []
        self.unsure: list[str] = []
        self.client = front_end()
        self.client.post(Opened("/doc.py", "python", ""))
        self.typing = True

    async def type(self) -> None:
        number = 0
        while self.typing:
            number += 1
            end = len(self.text)
            self.text += f"{number},"
            self.client.post(Edited("/doc.py", (Change(0, end, 0, end, f"{number},"),)))
            await asyncio.sleep(0.002)

    async def record(self) -> None:
        number = 0
        while self.typing:
            number += 1
            note = f"{self.name}-{number}"
            try:
                await self.client.ask("task.start", {"description": note})
                self.acknowledged.append(note)
            except Unavailable as problem:
                assert "may or may not have been recorded" in str(problem)
                self.unsure.append(note)


@pytest.mark.heavy
async def test_twenty_kills_under_load_lose_and_double_nothing(home, front_end, capsys):
    dice = random.Random(20)
    editors = [Editor(front_end, name) for name in "abc"]
    work = [asyncio.create_task(job()) for editor in editors for job in (editor.type, editor.record)]
    reader = front_end()
    pid = (await reader.ask("status", {}))["pid"]
    gaps = []
    for _ in range(KILLS):
        await asyncio.sleep(dice.uniform(0, 0.25))
        psutil.Process(pid).kill()
        killed = time.monotonic()
        while (now := (await reader.ask("status", {}))["pid"]) == pid:
            pass
        gaps.append(time.monotonic() - killed)
        pid = now
    for editor in editors:
        editor.typing = False
    await asyncio.gather(*work)

    records = Counter(home.lines("records"))
    assert max(records.values()) == 1, "no command was done twice"
    for editor in editors:
        assert set(editor.acknowledged) <= set(records)
        assert len(editor.acknowledged) > KILLS
        document = await editor.client.ask("history.file", {"file": "/doc.py"})
        assert document["text"] == editor.text, "the engine follows the document, without gap or echo"
    assert len(home.daemons()) == 1
    unsure = sum(len(editor.unsure) for editor in editors)
    with capsys.disabled():
        print(f"\nback after a kill: median {sorted(gaps)[KILLS // 2]:.2f} s, worst {max(gaps):.2f} s; ", end="")
        print(f"{len(records)} records, {unsure} answers lost with their connection")
    assert max(gaps) < 3, "within 1 s on a machine with nothing else to do"


async def test_a_question_that_only_reads_is_asked_again_in_silence(home, front_end):
    client = front_end()
    question = asyncio.create_task(client.ask("history.search", {"text": "wait 0.3"}))
    await until(lambda: home.lines("begun"), "the first daemon began")
    home.kill_daemon()
    assert await question == {"text": "wait 0.3"}
    assert len(home.lines("begun")) == 2


async def test_what_was_posted_while_the_daemon_was_away_arrives_once(home, front_end):
    client = front_end()
    client.post(Opened("/old.py", "python", "old"))
    assert await client.ask("history.file", {"file": "/old.py"}) == {"text": "old"}
    home.kill_daemon()
    client.post(Opened("/new.py", "python", "new"))
    client.post(Focused("/new.py"))
    client.post(Closed("/old.py"))
    await until(lambda: len(home.lines("opened")) == 2, "the next daemon is there")
    client.post(Edited("/new.py", (Change(0, 3, 0, 3, "er"),)))
    assert await client.ask("history.file", {"file": "/new.py"}) == {"text": "newer"}
    assert await client.ask("history.file", {"file": "/old.py"}) == {"text": None}


async def test_a_front_end_can_be_closed_while_no_daemon_can_start(home, front_end, monkeypatch):
    monkeypatch.setenv("FAKE_PROBLEM", "not today")
    client = front_end()
    question = asyncio.create_task(client.ask("status", {}))
    client.post(Focused("/a.py"))
    began = time.monotonic()
    await client.close()
    assert time.monotonic() - began < 1.5
    with pytest.raises(Unavailable, match="closing"):
        await question


async def test_a_frozen_daemon_is_reported_not_replaced(home, front_end):
    await front_end().ask("status", {})
    (daemon,) = home.daemons()
    daemon.suspend()
    try:
        with pytest.raises(Unavailable, match="does not answer"):
            await front_end(patience=3.5).ask("status", {})
        assert len(home.lines("opened")) == 1
    finally:
        daemon.resume()
