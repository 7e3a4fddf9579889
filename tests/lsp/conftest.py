"""Editors on the scripted server; all are ended, and checked, by the test that made them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lsp.fake_editor import Editor

HERE = Path(__file__).parent


@pytest.fixture
def editor_with(tmp_path: Path) -> Callable[..., Editor]:
    """`editor_with("slow")`: an editor whose server has a link that behaves so (see scripted_server)."""

    def make(link: str = "ready", **options: Any) -> Editor:
        argv = [sys.executable, str(HERE / "scripted_server.py"), link]
        path = os.pathsep.join([str(HERE.parents[1] / "server"), os.environ.get("PYTHONPATH", "")])
        return Editor(argv, tmp_path, env={"PYTHONPATH": path}, **options)

    return make


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "login.py"
