"""Every command, setting and table is documented, and the docs name nothing that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from forethought.commands import REGISTRY
from forethought.settings import Settings

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text()


def rows(text: str, heading: str) -> set[str]:
    """The words in backticks of the first column of the table under a heading."""
    section = text.split(f"## {heading}\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


def test_every_command_is_in_the_readme_and_no_other() -> None:
    assert rows(README, "Commands") == {command.name for command in REGISTRY.values() if not command.internal}


def test_every_setting_is_in_the_readme_and_no_other() -> None:
    assert rows(README, "Settings") == {field.name for field in msgspec.structs.fields(Settings)}


def test_every_table_is_in_the_architecture_and_no_other() -> None:
    store = "".join(file.read_text() for file in (ROOT / "server" / "forethought" / "store").glob("*.py"))
    created = set(re.findall(r"create table (?:if not exists )?(\w+)", store)) - {"episodes"}  # of an export only
    assert rows(ARCHITECTURE, "What is kept") == created


def test_every_part_of_the_package_is_in_the_architecture() -> None:
    parts = {
        entry.name + "/" * entry.is_dir()
        for entry in (ROOT / "server" / "forethought").iterdir()
        if not entry.name.startswith("__")
    }
    assert rows(ARCHITECTURE, "The package, from the outside in") >= parts


def test_links_in_the_docs_lead_somewhere() -> None:
    for text in (README, ARCHITECTURE):
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (ROOT / target).exists(), target
