"""Every request id is answered exactly once: the fake editor fails on unread and doubled answers."""

from __future__ import annotations

import time
from typing import Any

import pytest

from lsp.fake_editor import LspError

COMMAND = "workspace/executeCommand"


async def refused(answer: Any) -> LspError:
    with pytest.raises(LspError) as caught:
        await answer
    return caught.value


def search(scene: str) -> dict[str, Any]:
    return {"command": "forethought.history.search", "arguments": [{"text": scene}]}


PLACE = {"line": 0, "character": 0}


def at(line: Any) -> dict[str, Any]:
    return {"textDocument": {"uri": "file:///a"}, "position": {"line": line, "character": 0}}


MALFORMED = [
    ("textDocument/hover", {"textDocument": {"uri": "file:///a"}}, "position"),
    ("textDocument/hover", {"textDocument": {"uri": 7}, "position": {"line": 0, "character": 0}}, "uri"),
    ("textDocument/hover", at("5"), "line"),
    ("textDocument/hover", at(True), "line"),
    ("textDocument/hover", at(-1), "line"),
    ("textDocument/hover", [1, 2], "object"),
    ("textDocument/hover", "text", "object"),
    ("textDocument/hover", None, "textDocument"),
    ("textDocument/codeLens", {}, "textDocument"),
    ("codeLens/resolve", {"range": {"start": PLACE, "end": PLACE}}, "data"),
    (COMMAND, {}, "command"),
    (COMMAND, {"command": 5}, "command"),
    (COMMAND, {"command": "forethought.nothing"}, "command"),
    (COMMAND, {"command": "status"}, "command"),
    (COMMAND, {"command": "forethought.hints.hover", "arguments": [{"file": "/a", "line": 0}]}, "command"),
    (COMMAND, {"command": "forethought.status", "arguments": {}}, "arguments"),
    (COMMAND, {"command": "forethought.status", "arguments": [{}, {}]}, "arguments"),
    (COMMAND, {"command": "forethought.status", "arguments": [None]}, "arguments"),
    (COMMAND, {"command": "forethought.status", "arguments": ["x"]}, "arguments"),
    (COMMAND, {"command": "forethought.history.tools", "arguments": [{"days": "7"}]}, "days"),
    (COMMAND, {"command": "forethought.history.tools", "arguments": [{"days": True}]}, "days"),
    (COMMAND, {"command": "forethought.history.tools", "arguments": [{"dayz": 7}]}, "dayz"),
    (COMMAND, {"command": "forethought.history.file", "arguments": [{}]}, "file"),
]


async def test_malformed_params_are_answered_with_the_name_of_the_field(editor_with: Any):
    async with editor_with() as editor:
        for method, params, field in MALFORMED:
            error = await refused(editor.ask(method, params))
            assert (error.code, field in error.message) == (-32602, True), (method, params, error)


async def test_an_unknown_request_is_answered_and_an_unknown_notification_ignored(editor_with: Any):
    async with editor_with() as editor:
        for method in ("textDocument/nothing", "$/nothing", "initialized", "textDocument/didOpen", ""):
            assert (await refused(editor.ask(method, {}))).code == -32601
        for method in ("$/unknown", "unknown", "textDocument/hover", "$/setTrace", "$/cancelRequest"):
            editor.notify(method, {"nothing": 1})
        editor.notify("$/cancelRequest", [1])
        editor.notify("$/cancelRequest", {"id": {"a": []}})
        assert await editor.command("task.list") == {"command": "task.list", "params": {}}


async def test_requests_before_initialize_and_after_shutdown_are_refused(editor_with: Any):
    editor = editor_with()
    await editor.spawn()
    assert (await refused(editor.ask("textDocument/hover", {}))).code == -32002
    assert (await refused(editor.ask("shutdown"))).code == -32002
    assert (await refused(editor.ask("initialize", {"processId": "seven"}))).code == -32602
    editor.notify("textDocument/didOpen", {})
    await editor.initialize()
    assert (await refused(editor.ask("initialize", {}))).code == -32600
    await editor.request("shutdown")
    assert (await refused(editor.ask("shutdown"))).code == -32600
    assert (await refused(editor.ask("textDocument/hover", {}))).code == -32600
    editor.notify("exit")
    assert await editor.wait() == 0
    editor.check()


async def test_absent_null_and_empty_arguments_are_one_empty_object(editor_with: Any):
    async with editor_with() as editor:
        for given in ({}, {"arguments": None}, {"arguments": []}, {"arguments": [{}]}):
            answer = await editor.request(COMMAND, {"command": "forethought.task.list", **given})
            assert answer == {"command": "task.list", "params": {}}


async def test_a_message_inside_arguments_is_data(editor_with: Any):
    inner = {"jsonrpc": "2.0", "id": 1, "method": "exit"}
    async with editor_with() as editor:
        answer = await editor.command("tool.record", tool="x", parameters=inner)
        assert answer["params"]["parameters"] == inner


async def test_a_cancelled_request_is_answered_and_its_command_ended(editor_with: Any):
    async with editor_with() as editor:
        running = editor.ask(COMMAND, search("forever"))
        editor.cancel(editor.last_id)
        assert (await refused(running)).code == -32800  # cancelled before its first step
        running, id = editor.ask(COMMAND, search("forever")), editor.last_id
        await editor.command("status")
        editor.cancel(id)
        editor.cancel(id)
        assert (await refused(running)).code == -32800
        assert (await editor.command("status"))["cancelled"] == 1
        editor.cancel(editor.last_id)  # already answered


async def test_shutdown_cancels_what_is_running(editor_with: Any):
    async with editor_with() as editor:
        running = editor.ask(COMMAND, search("forever"))
        await editor.command("status")
        await editor.request("shutdown")
        assert (await refused(running)).code == -32800  # now, not when the process ends
        editor.notify("exit")
        assert await editor.wait() == 0


async def test_strings_are_ids_and_the_number_of_the_same_name_is_another(editor_with: Any):
    async with editor_with() as editor:
        text, number = editor.ask(COMMAND, search("a"), id="77"), editor.ask(COMMAND, search("b"), id=77)
        assert (await text)["scene"] == "a"
        assert (await number)["scene"] == "b"


async def test_errors_of_the_engine_keep_their_code_words_and_kind(editor_with: Any):
    async with editor_with() as editor:
        error = await refused(editor.ask(COMMAND, search("not found")))
        assert (error.code, error.message, error.data) == (-32803, "task: there is no task 7", {"kind": "not_found"})
        assert (await refused(editor.ask(COMMAND, search("away")))).data == {"kind": "unavailable"}


@pytest.mark.parametrize("scene", ["bug", "nan", "object"])
async def test_a_bug_costs_one_answer_and_tells_nothing_of_code(editor_with: Any, scene: str):
    async with editor_with() as editor:
        error = await refused(editor.ask(COMMAND, search(scene)))
        assert error.code == -32603
        assert "secret" not in error.message and error.data is None
        assert (await editor.command("history.search", text="still here"))["scene"] == "still here"
        await editor.leave()
        assert "secret" not in await editor.stderr()


async def test_hover_and_lens_of_a_late_engine_are_null_in_time(editor_with: Any, file: Any):
    async with editor_with("slow") as editor:
        editor.open(file, "x = 1\n")
        await editor.command("status")
        began = time.perf_counter()
        assert await editor.hover(file, 0) is None
        assert await editor.lenses(file) == []
        assert time.perf_counter() - began < 1.0  # 2 × 45 ms on an idle machine


async def test_without_a_link_hints_are_null_and_commands_wait_for_it(editor_with: Any, file: Any):
    async with editor_with("late") as editor:
        editor.open(file, "x = 1\n")
        assert await editor.hover(file, 0) is None
        answer = await editor.command("history.search", text="events")
        assert [event["event"] for event in answer["events"]] == ["opened"]
        assert await editor.hover(file, 0) is not None


async def test_a_link_that_never_comes_does_not_keep_anything_waiting(editor_with: Any, file: Any):
    async with editor_with("never") as editor:
        editor.open(file, "x = 1\n")
        assert await editor.hover(file, 0) is None
        error = await refused(editor.request(COMMAND, search("anything"), within=15))
        assert error.data == {"kind": "unavailable"} and "store unavailable" in error.message
