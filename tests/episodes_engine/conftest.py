from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.desk import Clock, Desk
from forethought.engine import Engine
from repo import GIT_ENV, shop


@pytest.fixture(autouse=True)
def nobodys_git(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in GIT_ENV.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def engine(tmp_path: Path, clock: Clock) -> AsyncIterator[Engine]:
    engine = Engine(tmp_path / "home", clock=clock, quiet=0.05)
    yield engine
    await engine.close()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return shop(tmp_path / "shop")


@pytest.fixture
async def desk(engine: Engine, repository: Path) -> Desk:
    return Desk(engine, repository)
