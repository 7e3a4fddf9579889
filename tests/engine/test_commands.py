"""The commands' contract, asked of the engine without LSP."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.desk import Clock, Desk
from forethought.commands import REGISTRY
from forethought.engine.answers import HANDLERS
from forethought.errors import InvalidParams, NotFound, Refused

LOGIN = "shop/login.py"


def test_every_command_has_a_handler() -> None:
    assert REGISTRY.keys() == HANDLERS.keys()


@pytest.mark.parametrize(
    ("command", "params", "names"),
    [
        ("history.file", {}, "file"),
        ("history.file", {"file": 7}, "file"),
        ("history.file", {"file": LOGIN, "limit": "5"}, "limit"),
        ("history.file", {"file": LOGIN, "limit": True}, "limit"),
        ("history.file", {"file": LOGIN, "limit": 0}, "limit"),
        ("history.file", {"file": LOGIN, "colour": "red"}, "colour"),
        ("history.search", {"text": ""}, "text"),
        ("history.search", {"text": "x", "operation": "burn"}, "operation"),
        ("history.search", {"text": "x", "since": "yesterday"}, "since"),
        ("history.tools", {"days": -1}, "days"),
        ("task.start", {}, "description"),
        ("task.list", {"status": "burning"}, "status"),
        ("tool.record", {"tool": "x", "files": [{"path": "a"}]}, "operation"),
        ("tool.record", {"tool": "x", "duration_ms": -1}, "duration_ms"),
        ("no.such", {}, "no.such"),
    ],
)
async def test_bad_input_gets_an_error_that_names_the_field(
    desk: Desk, command: str, params: dict[str, Any], names: str
) -> None:
    with pytest.raises(InvalidParams, match=names):
        await desk.ask(command, **params)


async def test_a_tool_run_is_there_when_it_is_acknowledged(desk: Desk) -> None:
    answer = await desk.ask(
        "tool.record",
        tool="edit_file",
        parameters={"path": LOGIN},
        result="1 replacement",
        duration_ms=12.5,
        files=[{"path": LOGIN, "operation": "edit", "line_range": [3, 9], "why": "token expiry"}],
    )
    assert isinstance(answer["id"], int)
    [row] = (await desk.ask("history.file", file=LOGIN))["interactions"]
    assert (row["operation"], row["lines"], row["why"]) == ("edit", [[3, 9]], "token expiry")
    tools = {tool["tool"]: tool for tool in (await desk.ask("history.tools"))["tools"]}
    assert (tools["edit_file"]["total"], tools["edit_file"]["mean_ms"]) == (1, 12.5)


async def test_a_tool_run_on_a_secret_file_is_recorded_without_the_file(desk: Desk) -> None:
    files = [{"path": ".env", "operation": "read"}, {"path": LOGIN, "operation": "read"}]
    answer = await desk.ask("tool.record", tool="read", files=files)
    assert answer["skipped"] == [".env"]
    assert await desk.operations(".env") == []
    assert await desk.operations(LOGIN) == ["read"]


async def test_secrets_in_a_tool_run_are_taken_out(desk: Desk) -> None:
    secret = "gh" + "p_" + "a1B2c3D4e5" * 4
    await desk.ask("tool.record", tool="curl", parameters={"header": f"token {secret}"}, result=f"sent {secret}")
    await desk.engine.close()
    stored = b"".join(file.read_bytes() for file in desk.engine.home.rglob("*") if file.is_file())
    assert secret.encode() not in stored


async def test_nothing_is_recorded_while_recording_is_paused(desk: Desk) -> None:
    await desk.ask("recording.pause")
    with pytest.raises(Refused, match=r"recording\.resume"):
        await desk.ask("tool.record", tool="grep")


async def test_every_command_is_itself_a_tool_run(desk: Desk) -> None:
    await desk.ask("status")
    with pytest.raises(NotFound):
        await desk.ask("task.resume", id="nothing")
    tools = {tool["tool"]: tool for tool in (await desk.ask("history.tools"))["tools"]}
    assert tools["forethought.status"]["success_rate"] == 1.0
    assert tools["forethought.task.resume"]["success_rate"] == 0.0


async def test_history_of_a_symbol_is_the_edits_that_touched_it(desk: Desk) -> None:
    desk.open(LOGIN)
    desk.type(LOGIN, 16, " ")
    desk.save(LOGIN)
    for name in ("Login.sign_in", "sign_in"):
        answer = await desk.ask("history.file", file=LOGIN, symbol=name)
        assert answer["summary"]["edits"] == 1
    assert (await desk.ask("history.file", file=LOGIN, symbol="guest"))["interactions"] == []


async def test_history_tells_first_last_and_branches(desk: Desk, clock: Clock) -> None:
    desk.open(LOGIN)
    await desk.operations(LOGIN)
    clock.pass_days(2)
    desk.save(LOGIN)
    answer = await desk.ask("history.file", file=LOGIN, limit=1)
    assert answer["truncated"] is True
    summary = answer["summary"]
    assert summary["branches"] == ["main"]
    assert summary["first"] < summary["last"]
    assert summary["last"].endswith("Z")


async def test_search_takes_text_literally(desk: Desk) -> None:
    await desk.ask("tool.record", tool="x", files=[{"path": "a_b.py", "operation": "read", "why": "100% sure"}])
    await desk.ask("tool.record", tool="x", files=[{"path": "axb.py", "operation": "edit"}])
    for text, found in [("a_b", ["a_b.py"]), ("0% s", ["a_b.py"]), ("AXB", ["axb.py"]), ("%", ["a_b.py"])]:
        rows = (await desk.ask("history.search", text=text))["interactions"]
        assert [row["path"] for row in rows] == found
    rows = (await desk.ask("history.search", text="b.py", operation="edit"))["interactions"]
    assert [row["path"] for row in rows] == ["axb.py"]
    assert (await desk.ask("history.search", text="b.py", since="2999-01-01"))["interactions"] == []


async def test_a_task_from_start_to_end(desk: Desk) -> None:
    task = await desk.ask("task.start", description="fix token expiry", intent="project_fixing")
    desk.open(LOGIN)
    desk.save(LOGIN)
    done = await desk.ask("task.complete", outcome="tokens live an hour")
    assert (done["id"], done["status"], done["outcome"]) == (task["id"], "completed", "tokens live an hour")
    assert done["files"] == [LOGIN]
    [similar] = (await desk.ask("task.similar", description="token expiry again"))["tasks"]
    assert similar["id"] == task["id"]
    with pytest.raises(InvalidParams, match="completed already"):
        await desk.ask("task.complete", id=task["id"])


async def test_a_task_can_be_paused_and_resumed(desk: Desk) -> None:
    task = await desk.ask("task.start", description="paint the fence")
    assert (await desk.ask("task.pause"))["status"] == "paused"
    assert (await desk.ask("status"))["task"] == "branch/main"
    assert (await desk.ask("task.resume"))["id"] == task["id"]
    assert (await desk.ask("status"))["task"] == task["id"]


async def test_status_names_the_project_and_its_store(desk: Desk) -> None:
    status = await desk.ask("status")
    assert status["project"]["root"] == str(desk.root)
    assert status["store"]["bytes"] > 0
    assert status["clients"] == 1
    assert {"version", "index", "memory", "embedding_model", "tokenizer", "llm", "prediction"} <= status.keys()


async def test_questions_asked_at_once_are_each_answered(desk: Desk) -> None:
    answers = await asyncio.gather(
        *(desk.ask("tool.record", tool=f"tool-{n}") for n in range(50)), *(desk.ask("status") for _ in range(50))
    )
    assert len({answer["id"] for answer in answers[:50]}) == 50
