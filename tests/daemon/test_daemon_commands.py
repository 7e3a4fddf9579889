"""What a front end gets from the daemon: answers, errors, notices, cancellation."""

from __future__ import annotations

import asyncio

import pytest

from daemon.home import until
from forethought.daemon.guest import MAX_IN_FLIGHT
from forethought.errors import ForethoughtError, InvalidParams, Unavailable
from forethought.events import Change, Closed, Edited, Focused, Opened


async def test_the_first_question_starts_the_daemon_and_is_answered(home, front_end):
    answer = await front_end().ask("status", {})
    assert answer["pid"] == home.daemons()[0].pid
    assert answer["sessions"] == ["s1"]


async def test_events_arrive_in_order_before_the_question_that_follows_them(front_end):
    client = front_end()
    await client.ask("status", {})
    client.post(Opened("/a.py", "python", "a"))
    for letter in "bcd":
        client.post(Edited("/a.py", (Change(0, 0, 0, 0, letter),)))
    assert await client.ask("history.file", {"file": "/a.py"}) == {"text": "abcd"}
    client.post(Closed("/a.py"))
    assert await client.ask("history.file", {"file": "/a.py"}) == {"text": None}


@pytest.mark.parametrize("text", ["lone \ud83d surrogate", "\x0c\x0b\u2028", "😀", "\x00", ""])
async def test_every_text_survives_the_socket(front_end, text):
    client = front_end()
    client.post(Opened("/a\udcff.py", "python", text))
    assert await client.ask("history.file", {"file": "/a\udcff.py"}) == {"text": text}


async def test_an_error_keeps_its_kind_and_its_words(front_end):
    with pytest.raises(InvalidParams, match=r"task\.start: not like this"):
        await front_end().ask("task.start", {})


async def test_a_failure_inside_is_an_error_that_does_not_quote_the_user(home, front_end):
    with pytest.raises(ForethoughtError, match="RuntimeError") as caught:
        await front_end().ask("history.search", {"text": "fail my-own-words"})
    assert "own-words" not in str(caught.value)
    log = (home.path / "daemon.log").read_text()
    assert "RuntimeError" in log
    assert "own-words" not in log


@pytest.mark.parametrize("text", ["foreign", "large 70000000"])
async def test_an_answer_that_cannot_be_sent_is_an_error_for_that_command_alone(front_end, text):
    client = front_end()
    with pytest.raises(ForethoughtError, match="cannot be sent"):
        await client.ask("history.search", {"text": text})
    assert await client.ask("history.search", {"text": "fine"}) == {"text": "fine"}


async def test_answers_come_as_they_are_ready(front_end):
    client = front_end()
    slow = asyncio.create_task(client.ask("history.search", {"text": "wait 0.5"}))
    assert await client.ask("history.search", {"text": "fast"}) == {"text": "fast"}
    assert not slow.done()
    assert await slow == {"text": "wait 0.5"}


async def test_cancelling_a_question_cancels_it_in_the_engine(home, front_end):
    client = front_end()
    question = asyncio.create_task(client.ask("history.search", {"text": "wait 60"}))
    await until(lambda: home.lines("begun"), "the engine began")
    question.cancel()
    await until(lambda: home.lines("cancelled"), "the engine was told")
    assert question.cancelled()
    assert await client.ask("history.search", {"text": "next"}) == {"text": "next"}


async def test_a_front_end_that_leaves_takes_its_questions_with_it(home, front_end):
    client = front_end()
    question = asyncio.create_task(client.ask("history.search", {"text": "wait 60"}))
    await until(lambda: home.lines("begun"), "the engine began")
    await client.close()
    await until(lambda: home.lines("cancelled") and home.lines("left"), "the engine was told")
    with pytest.raises(Unavailable):
        await question


async def test_too_many_questions_at_once_are_refused_and_the_others_answered(front_end):
    client = front_end()
    asked = [client.ask("history.search", {"text": "wait 0.3"}) for _ in range(300)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Unavailable)]
    assert len(answers) - len(refused) == MAX_IN_FLIGHT
    assert "in flight already" in str(refused[0])


async def test_notices_reach_the_front_end_they_are_for(front_end):
    ours, theirs = [], []
    client = front_end(notice=lambda name, data: ours.append(data["index"]))
    other = front_end(notice=lambda name, data: theirs.append(data["index"]))
    await other.ask("status", {})
    await client.ask("history.search", {"text": "notices 3"})
    assert ours == [0, 1, 2]
    assert theirs == []


async def test_closing_delivers_what_was_posted_even_before_the_daemon_was_up(home, front_end):
    other = front_end()
    client = front_end()
    client.post(Focused("/a.py"))
    await client.close()
    status = await other.ask("status", {})
    assert status["seen"] == ["Focused"]
    assert status["sessions"] == ["s1"]
