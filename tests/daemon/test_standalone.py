"""The engine inside a front end, and the lock that keeps it from a daemon's stores."""

from __future__ import annotations

import pytest

from daemon.fake_engine import FakeEngine
from daemon.home import greeting
from forethought import places
from forethought.daemon import control
from forethought.daemon.local import Local
from forethought.daemon.lock import Lock
from forethought.errors import Unavailable
from forethought.events import Opened


def standalone(notice=lambda name, data: None, **fields) -> Local:
    return Local(greeting(session="s", **fields), notice, open_engine=FakeEngine.open)


async def test_it_answers_like_the_daemon(home):
    heard = []
    link = standalone(lambda name, data: heard.append(name))
    link.post(Opened("/a.py", "python", "early"))
    assert await link.ask("history.file", {"file": "/a.py"}) == {"text": "early"}
    link.post(Opened("/a.py", "python", "late"))
    assert await link.ask("history.file", {"file": "/a.py"}) == {"text": "late"}
    await link.ask("history.search", {"text": "notices 1"})
    assert heard == ["tick"]
    await link.close()
    await link.close()
    assert len(home.lines("closed")) == 1
    with pytest.raises(Unavailable, match="closed"):
        await link.ask("status", {})


async def test_it_refuses_stores_that_a_daemon_has_open(home, front_end):
    await front_end().ask("status", {})
    link = standalone()
    link.post(Opened("/a.py", "python", "lost"))
    with pytest.raises(Unavailable, match="in use by a running daemon; stop it with `forethought daemon stop`"):
        await link.ask("status", {})
    await link.close()


async def test_two_of_them_do_not_share_a_store_and_the_next_gets_it(home):
    first, second = standalone(), standalone()
    await first.ask("status", {})
    with pytest.raises(Unavailable, match="another front end with --standalone"):
        await second.ask("status", {})
    await first.close()
    third = standalone()
    assert await third.ask("status", {})
    await second.close()
    await third.close()


async def test_an_engine_that_cannot_open_says_so_and_frees_the_lock(home, monkeypatch):
    monkeypatch.setenv("FAKE_PROBLEM", "made of cheese")
    link = standalone()
    with pytest.raises(Exception, match="made of cheese"):
        await link.ask("status", {})
    await link.close()
    with Lock.take(places.lifetime_lock()) as lock:
        assert lock


def test_a_daemon_waits_for_the_lock_and_then_says_why_it_cannot_start(home, monkeypatch):
    monkeypatch.setattr(control, "_TAKEOVER_SECONDS", 0.3)
    with Lock.take(places.lifetime_lock()):
        assert control.run(FakeEngine.open) == 1
    assert home.lines("opened") == []
