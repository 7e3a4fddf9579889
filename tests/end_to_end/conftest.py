"""The real server with a data folder of its own, in both of its modes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from lsp.fake_editor import Editor
from repo import GIT_ENV, shop


class Installed:
    """`forethought` as a user has it: its command, its data folder, and the processes it leaves."""

    def __init__(self, home: Path, standalone: bool) -> None:
        self.home = home
        self.standalone = standalone
        self.env = {**GIT_ENV, "FORETHOUGHT_HOME": str(home), "XDG_RUNTIME_DIR": str(home)}

    def editor(self, root: Path | None, **more: Any) -> Editor:
        mode = ["--standalone"] if self.standalone else []
        return Editor([sys.executable, "-I", "-m", "forethought", "lsp", *mode], root, env=self.env, **more)

    def shell(self, root: Path, *words: str) -> subprocess.CompletedProcess[str]:
        argv = [sys.executable, "-I", "-m", "forethought", *words]
        env = {**os.environ, **self.env}
        return subprocess.run(argv, cwd=root, env=env, capture_output=True, text=True, timeout=60)

    def processes(self) -> list[psutil.Process]:
        """All that run on this data folder, front ends and daemons."""
        found = []
        for process in psutil.process_iter():
            try:
                if process.environ().get("FORETHOUGHT_HOME") == str(self.home) and process.pid != os.getpid():
                    found.append(process)
            except psutil.Error:
                continue
        return found

    def daemons(self) -> list[psutil.Process]:
        return [process for process in self.processes() if "daemon" in process.cmdline()]


@pytest.fixture
def home() -> Iterator[Path]:
    # Not in tmp_path: a socket's path must be short.
    folder = Path(tempfile.mkdtemp(prefix="ft-")).resolve()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["daemon", "standalone"])
def installed(request: pytest.FixtureRequest, home: Path) -> Iterator[Installed]:
    yield from _installed(home, request.param == "standalone")


@pytest.fixture
def with_daemon(home: Path) -> Iterator[Installed]:
    yield from _installed(home, standalone=False)


def _installed(home: Path, standalone: bool) -> Iterator[Installed]:
    installed = Installed(home, standalone)
    yield installed
    for process in installed.daemons():
        process.terminate()
    _, alive = psutil.wait_procs(installed.processes(), timeout=5)
    for process in alive:
        process.kill()
    assert not alive, f"left behind: {[process.cmdline() for process in alive]}"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return shop(tmp_path / "shop")
