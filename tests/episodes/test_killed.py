"""A process killed in the middle of writing loses nothing that was acknowledged and counts nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from episodes.kills import kill_and_check


@pytest.mark.heavy
async def test_ten_kills_lose_nothing_and_count_nothing_twice(tmp_path: Path) -> None:
    assert await kill_and_check(tmp_path, kills=10, seed=1) > 50
