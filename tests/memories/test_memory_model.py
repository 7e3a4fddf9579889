"""Random work of eight clients in two projects; `tests/memories/model.py` says what must hold."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memories.model import play


@pytest.mark.timeout(int(os.environ.get("MEMORY_OPERATIONS", "2000")) // 10 + 120)
async def test_eight_clients_in_two_projects_see_what_a_simple_model_says(tmp_path: Path) -> None:
    model = await play(tmp_path, int(os.environ.get("MEMORY_OPERATIONS", "2000")))
    assert model.active["shop"] and model.active["garden"] and model.active["global"]
