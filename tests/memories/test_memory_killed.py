"""kill −9 at any moment costs nothing that was acknowledged; `tests/memories/killed.py` does it a hundred times."""

from __future__ import annotations

from pathlib import Path

import pytest

from memories.killed import play


@pytest.mark.heavy
def test_every_acknowledged_memory_is_there_once_after_kills(tmp_path: Path) -> None:
    assert play(tmp_path, 8) > 20
