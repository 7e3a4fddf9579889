"""10,000 one-character edits and 2,000 trivial commands, against stock pygls in the same run.

    python tests/bench/lsp_flood.py [--command forethought.status] [server argv …]

Both servers get the same bytes in turn, and medians of three rounds are compared. CPU is read from a
counter with ticks of 10 ms, so a figure per edit is good to ± 1 µs. Exit code 1 when a limit is missed.
That the edits are really applied is the business of tests/lsp/test_flood.py.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import median
from typing import Any

import psutil

EDITS, LINES, COMMANDS, ROUNDS = 10_000, 2_000, 2_000, 3
HERE = Path(__file__).parent
STOCK = [sys.executable, str(HERE / "stock_pygls.py")]
SCRIPTED = [sys.executable, str(HERE.parent / "lsp" / "scripted_server.py"), "forgetful"]


def framed(message: dict[str, Any]) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Server:
    """A server at the other end of two pipes, spoken to without an event loop of our own."""

    def __init__(self, argv: list[str], root: Path) -> None:
        path = os.pathsep.join([str(HERE.parents[1] / "server"), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        self.watched = psutil.Process(self.process.pid)
        self.uri = (root / "flood.py").as_uri()
        self.answered: dict[Any, float] = {}
        self.news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()
        began = time.perf_counter()
        folder = [{"uri": root.as_uri(), "name": "flood"}]
        start = {"processId": os.getpid(), "capabilities": {}, "rootUri": root.as_uri(), "workspaceFolders": folder}
        self.ask("start", "initialize", start)
        self.start_ms = 1000 * (time.perf_counter() - began)
        self.tell("initialized", {})
        text = "    return value\n" * LINES
        self.tell(
            "textDocument/didOpen",
            {"textDocument": {"uri": self.uri, "languageId": "python", "version": 0, "text": text}},
        )

    def write(self, data: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        self.write(framed({"method": method, "params": params}))

    def ask(self, id: Any, method: str, params: Any) -> float:
        """Seconds to the answer."""
        self.write(framed({"id": id, "method": method, "params": params}))
        sent = time.perf_counter()
        return self.wait(id) - sent

    def wait(self, id: Any) -> float:
        with self.news:
            assert self.news.wait_for(lambda: id in self.answered, timeout=120), f"no answer to {id}"
            return self.answered.pop(id)

    def cpu(self) -> float:
        times = self.watched.cpu_times()
        return times.user + times.system

    def rss(self) -> float:
        return self.watched.memory_info().rss / 2**20

    def end(self) -> None:
        self.process.kill()
        self.process.wait()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(length))
            if "method" not in message:
                with self.news:
                    self.answered[message["id"]] = time.perf_counter()
                    self.news.notify_all()


def edits(uri: str, count: int) -> list[bytes]:
    def one(number: int) -> bytes:
        place = {"line": number * 7 % LINES, "character": 4 + number % 5}
        change = {"range": {"start": place, "end": place}, "rangeLength": 0, "text": "x"}
        document = {"uri": uri, "version": number + 1}
        return framed(
            {"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": [change]}}
        )

    return [one(number) for number in range(count)]


def flood(server: Server, command: str) -> dict[str, float]:
    """Edits per second, and memory they leave behind."""
    messages = edits(server.uri, EDITS)
    server.write(b"".join(messages[:1000]))
    run(server, "warm", command)
    rss, cpu, began = server.rss(), server.cpu(), time.perf_counter()
    server.write(b"".join(messages))
    run(server, "fence", command)
    seconds = time.perf_counter() - began
    return {
        "edits_per_s": EDITS / seconds,
        "us_cpu_per_edit": 1e6 * (server.cpu() - cpu) / EDITS,
        "rss_growth": server.rss() - rss,
    }


def run(server: Server, id: Any, command: str) -> float:
    return server.ask(id, "workspace/executeCommand", {"command": command, "arguments": [{}]})


def command_cpu(server: Server, command: str) -> float:
    """µs of CPU per command, one after the other."""
    for number in range(100):
        run(server, number, command)
    cpu = server.cpu()
    for number in range(COMMANDS):
        run(server, number, command)
    return 1e6 * (server.cpu() - cpu) / COMMANDS


def hovers_in_flood(server: Server) -> list[float]:
    """ms to the answer of hovers sent in the middle of a flood."""
    messages, latencies = edits(server.uri, EDITS), []
    position = {"textDocument": {"uri": server.uri}, "position": {"line": 3, "character": 5}}
    for start in range(0, EDITS, 1000):
        server.write(b"".join(messages[start : start + 1000]))
        latencies.append(1000 * server.ask(f"hover {start}", "textDocument/hover", position))
    return latencies


def measure(argv: list[str], root: Path, command: str, hover: bool) -> dict[str, float]:
    server = Server(argv, root)
    try:
        figures = flood(server, command)
        figures["us_cpu_per_command"] = command_cpu(server, command)
        figures["start_ms"] = server.start_ms
        if hover:
            figures["hover_ms"] = max(hovers_in_flood(server))
        return figures
    finally:
        server.end()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default="forethought.status", help="a command that does little")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the folder the document is said to be in")
    parser.add_argument("argv", nargs="*", default=SCRIPTED)
    options = parser.parse_args()
    ours, stock = [], []
    for _ in range(ROUNDS):
        ours.append(measure(options.argv, options.root, options.command, hover=True))
        stock.append(measure(STOCK, options.root, "stock.nothing", hover=False))

    def middle(runs: list[dict[str, float]], name: str) -> float:
        return median(one[name] for one in runs)

    speed, stock_speed = middle(ours, "edits_per_s"), middle(stock, "edits_per_s")
    cost, stock_cost = middle(ours, "us_cpu_per_command"), middle(stock, "us_cpu_per_command")
    rss, hover = max(one["rss_growth"] for one in ours), middle(ours, "hover_ms")
    faster, cheaper = speed / stock_speed, cost / stock_cost
    limits = [
        (f"edits/s        {speed:8.0f}   stock {stock_speed:8.0f}   × {faster:.1f}", "≥ 5", faster >= 5),
        (f"µs CPU/command {cost:8.0f}   stock {stock_cost:8.0f}   × {cheaper:.2f}", "≤ 0.5", cheaper <= 0.5),
        (f"MB RSS growth  {rss:8.1f}   stock {middle(stock, 'rss_growth'):8.1f}", "< 5", rss < 5),
        (f"ms hover       {hover:8.1f}   slowest of ten in a flood", "≤ 100", hover <= 100),
    ]
    for text, limit, held in limits:
        print(f"{text:62} {limit:6} {'ok' if held else 'MISSED'}")
    print(f"ms to initialize {middle(ours, 'start_ms'):6.0f}   stock {middle(stock, 'start_ms'):8.0f}")
    print(f"µs CPU/edit    {middle(ours, 'us_cpu_per_edit'):8.1f}   stock {middle(stock, 'us_cpu_per_edit'):8.1f}")
    return 0 if all(held for _, _, held in limits) else 1


if __name__ == "__main__":
    sys.exit(main())
