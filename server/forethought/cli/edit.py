"""`forethought memory edit ID`: a memory as a text in the person's own editor."""

from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from forethought.errors import InvalidParams, Unavailable
from forethought.link import Link

_RULE = "---"


async def edit(link: Link, memory_id: str, workspace: str | None = None) -> dict[str, Any]:
    """The memory after the change; what was left as it is, is not touched."""
    where = {"workspace": workspace} if workspace else {}
    memory = await link.ask("memory.get", {"id": memory_id, **where})
    before = text_of(memory)
    after = await asyncio.to_thread(_in_editor, before)
    changed = {name: value for name, value in fields_of(after).items() if value != fields_of(before)[name]}
    if not changed:
        return {"id": memory_id, "changed": []}
    await link.ask("memory.update", {"id": memory_id, **changed, **where})
    return {"id": memory_id, "changed": sorted(changed)}


def text_of(memory: dict[str, Any]) -> str:
    given = [tag for tag in memory["tags"] if tag not in memory["inferred_tags"]]
    fields = [f"kind: {memory['kind']}", f"importance: {memory['importance']}", f"tags: {', '.join(given)}"]
    return "\n".join([*fields, _RULE, memory["content"], ""])


def fields_of(text: str) -> dict[str, Any]:
    head, rule, content = text.partition(f"\n{_RULE}\n")
    if not rule or not content.strip():
        raise InvalidParams(f"content: leave the line {_RULE} and a text below it; nothing was changed")
    lines = dict(line.partition(":")[::2] for line in head.splitlines() if ":" in line)
    try:
        importance = float(lines["importance"])
    except (KeyError, ValueError):
        raise InvalidParams("importance: a number from 0 to 1 is wanted; nothing was changed") from None
    tags = [tag.strip() for tag in lines.get("tags", "").split(",") if tag.strip()]
    return {
        "kind": lines.get("kind", "").strip(),
        "importance": importance,
        "tags": tags,
        "content": content.strip("\n"),
    }


def _in_editor(text: str) -> str:
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8", delete=False) as file:  # 0600
        file.write(text)
    path = Path(file.name)
    try:
        done = subprocess.run([*shlex.split(editor), str(path)], check=False)
        if done.returncode:
            raise Unavailable(f"the editor {editor!r} ended with {done.returncode}; nothing was changed")
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise Unavailable(f"the editor {editor!r} cannot be started: {problem.strerror}") from None
    finally:
        path.unlink(missing_ok=True)
