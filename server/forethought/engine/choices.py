"""What the user chose for all projects, in a file of its own: the embedding model, and where
nothing is to be remembered."""

from __future__ import annotations

from pathlib import Path

import msgspec

from forethought.memory.embed import SHIPPED


class Choices(msgspec.Struct):
    model: str = SHIPPED
    memory: bool = True
    forgetful: list[str] = []  # projects in which nothing is remembered

    @classmethod
    def load(cls, home: Path) -> Choices:
        """A missing or damaged file costs the choices, nothing else."""
        try:
            return msgspec.json.decode((home / _FILE).read_bytes(), type=cls)
        except (OSError, msgspec.MsgspecError):
            return cls()

    def save(self, home: Path) -> None:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = home / (_FILE + ".new")
        fresh.touch(mode=0o600)
        fresh.write_bytes(msgspec.json.encode(self))
        fresh.replace(home / _FILE)


_FILE = "choices.json"
