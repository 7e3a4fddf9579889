"""An editor for tests: speaks LSP with a server's stdio, and fails on unread or doubled answers.

    async with Editor(argv, root=tmp_path) as editor:
        editor.open(path, "text")
        assert await editor.hover(path, 3) is None

Leaving the block shuts the server down and checks that every request was answered once, that nothing but
the protocol came out of stdout, and that the exit code is 0. `kill()`, `leave()` and `wait()` end otherwise.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil

PATIENCE = 20.0  # for a loaded machine; what must be quick has its own assertion


class LspError(Exception):
    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code: int = error["code"]
        self.message: str = error["message"]
        self.data = error.get("data")


class Answer(asyncio.Future[Any]):
    """What the server will say to a request; knows whether the test looked at it."""

    read = False

    def __await__(self) -> Any:
        self.read = True
        return super().__await__()

    def result(self) -> Any:
        self.read = True
        return super().result()


class Editor:
    def __init__(
        self,
        argv: Sequence[str],
        root: Path | None = None,
        *,
        env: dict[str, str] | None = None,
        name: str = "fake-editor",
        capabilities: dict[str, Any] | None = None,
        options: Any = None,
        process_id: int | None = None,
    ) -> None:
        self.argv, self.root, self.env = list(argv), root, env
        self.name, self.options = name, options
        self.capabilities = (
            {"workspace": {"codeLens": {"refreshSupport": True}}} if capabilities is None else capabilities
        )
        self.process_id = os.getpid() if process_id is None else process_id
        self.notifications: list[dict[str, Any]] = []  # what the server said unasked, oldest first
        self.requests: list[dict[str, Any]] = []  # what it asked us; each is answered with null
        self.problems: list[str] = []
        self.info: dict[str, Any] = {}
        self._answers: dict[Any, Answer] = {}
        self._next_id = 0
        self._versions: dict[str, int] = {}
        self._heard = asyncio.Event()

    # Start and end

    async def __aenter__(self) -> Editor:
        await self.spawn()
        await self.initialize()
        return self

    async def __aexit__(self, kind: Any, *_: Any) -> None:
        if kind is not None or self.process.returncode is not None:
            await self.kill()
            if kind is None:
                self.check()
            return
        try:
            await self.leave()
        finally:
            await self.kill()

    async def spawn(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *self.argv,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **(self.env or {})},
            cwd=self.root,
            limit=2**27,
        )
        self._reading = asyncio.create_task(self._read())
        self._stderr = asyncio.create_task(self._reader(self.process.stderr).read())

    async def initialize(self, **params: Any) -> dict[str, Any]:
        given: dict[str, Any] = {
            "processId": self.process_id,
            "clientInfo": {"name": self.name},
            "capabilities": self.capabilities,
            "rootUri": self.root.as_uri() if self.root else None,
            "workspaceFolders": [{"uri": self.root.as_uri(), "name": "root"}] if self.root else None,
            "initializationOptions": self.options,
        }
        self.info = await self.request("initialize", {**given, **params})
        self.notify("initialized", {})
        return self.info

    async def leave(self, code: int = 0) -> None:
        """shutdown, exit, and everything that must hold then."""
        await self.request("shutdown")
        self.notify("exit")
        assert await self.wait() == code
        self.check()

    async def wait(self, within: float = PATIENCE) -> int:
        """The exit code, once the server has gone by itself."""
        async with asyncio.timeout(within):
            await self._reading
            return await self.process.wait()

    def check(self) -> None:
        """Every request answered once, every answer read, nothing shown to the person that no test expected."""
        for id, answer in self._answers.items():
            if not answer.done():
                self.problems.append(f"request {id} was never answered")
            elif not answer.read:
                self.problems.append(f"the answer to request {id} was not read")
        self.problems += [
            f"an unexpected message: {message['params']}"
            for message in self.notifications
            if message["method"] == "window/showMessage"
        ]
        assert not self.problems, self.problems

    async def kill(self) -> None:
        if self.process.returncode is None:
            for child in psutil.Process(self.process.pid).children(recursive=True):
                child.kill()
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        self._reading.cancel()

    async def stderr(self) -> str:
        """All the server wrote there; waits for its end."""
        return (await self._stderr).decode(errors="replace")

    # Talking

    def send(self, message: Any) -> None:
        body = json.dumps(message).encode()
        self.send_raw(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def send_raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    async def drain(self) -> None:
        assert self.process.stdin is not None
        await self.process.stdin.drain()

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})})

    def ask(self, method: str, params: Any = None, id: Any = None) -> Answer:
        """Send a request; its answer is the future's result, an error answer its exception."""
        if id is None:
            self._next_id += 1
            id = self._next_id
        self.send({"jsonrpc": "2.0", "id": id, "method": method, **({} if params is None else {"params": params})})
        return self.expect(id)

    def expect(self, id: Any) -> Answer:
        """The answer to come for an id; None is the id of what could not be read."""
        answer = self._answers[id] = Answer(loop=asyncio.get_running_loop())
        return answer

    async def request(self, method: str, params: Any = None, within: float = PATIENCE) -> Any:
        answer = self.ask(method, params)
        async with asyncio.timeout(within):
            return await answer

    def cancel(self, id: Any) -> None:
        self.notify("$/cancelRequest", {"id": id})

    @property
    def last_id(self) -> int:
        return self._next_id

    async def wait_for(self, what: Callable[[], Any], within: float = PATIENCE) -> Any:
        """The first true value of `what`, looked at after every message of the server."""
        async with asyncio.timeout(within):
            while not (value := what()):
                self._heard.clear()
                await self._heard.wait()
            return value

    async def heard(self, method: str, within: float = PATIENCE) -> dict[str, Any]:
        """The params of the first notification or request of that method; it is taken off the list."""

        def look() -> dict[str, Any] | None:
            for told in (self.notifications, self.requests):
                for message in told:
                    if message["method"] == method:
                        told.remove(message)
                        return {"params": message.get("params")}
            return None

        return (await self.wait_for(look, within))["params"]

    # What people do

    def open(self, path: Path | str, text: str, language: str = "python") -> None:
        uri = uri_of(path)
        self._versions[uri] = 1
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, path: Path | str, *changes: dict[str, Any]) -> None:
        uri = uri_of(path)
        version = self._versions[uri] = self._versions.get(uri, 0) + 1
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def insert(self, path: Path | str, line: int, column: int, text: str) -> None:
        self.change(path, edit(line, column, line, column, text))

    def save(self, path: Path | str) -> None:
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri_of(path)}})

    def close(self, path: Path | str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri_of(path)}})

    async def hover(self, path: Path | str, line: int, column: int = 0) -> str | None:
        """The Markdown shown, if any."""
        position = {"line": line, "character": column}
        answer = await self.request("textDocument/hover", {"textDocument": {"uri": uri_of(path)}, "position": position})
        return None if answer is None else answer["contents"]["value"]

    async def lenses(self, path: Path | str) -> list[dict[str, Any]]:
        """The lenses as shown: each resolved."""
        found = await self.request("textDocument/codeLens", {"textDocument": {"uri": uri_of(path)}})
        return [await self.request("codeLens/resolve", lens) for lens in found or []]

    async def command(self, name: str, /, **arguments: Any) -> Any:
        given = {"command": f"forethought.{name}", "arguments": [arguments]}
        return await self.request("workspace/executeCommand", given)

    # Listening

    async def _read(self) -> None:
        stdout = self._reader(self.process.stdout)
        while header := await stdout.readline():
            if not header.startswith(b"Content-Length: "):
                self.problems.append(f"not the protocol: {header[:80]!r}")
                continue
            length = int(header.split(b":")[1])
            while (await stdout.readline()).strip():
                pass
            self._take(json.loads(await stdout.readexactly(length)))
            self._heard.set()

    def _take(self, message: dict[str, Any]) -> None:
        if "method" in message:
            (self.requests if "id" in message else self.notifications).append(message)
            if "id" in message:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
            return
        answer = self._answers.get(message["id"])
        if answer is None:
            self.problems.append(f"an answer to no request: {message}")
        elif answer.cancelled():  # whoever asked has given up
            pass
        elif answer.done():
            self.problems.append(f"a second answer: {message}")
        elif "error" in message:
            answer.set_exception(LspError(message["error"]))
        else:
            answer.set_result(message["result"])

    @staticmethod
    def _reader(stream: asyncio.StreamReader | None) -> asyncio.StreamReader:
        assert stream is not None
        return stream


def edit(line: int, column: int, end_line: int, end_column: int, text: str) -> dict[str, Any]:
    start, end = {"line": line, "character": column}, {"line": end_line, "character": end_column}
    return {"range": {"start": start, "end": end}, "text": text}


def uri_of(path: Path | str) -> str:
    return path.as_uri() if isinstance(path, Path) else path
