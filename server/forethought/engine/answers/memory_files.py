"""memory.export, import, purge, pause, resume: a person's own control."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec

from forethought.engine.call import Call, Handler
from forethought.engine.memories import Reach
from forethought.engine.remembering import entitled
from forethought.engine.shelf import Shelf, Step
from forethought.errors import InvalidParams, NotFound, Refused
from forethought.memory.portable import lines, markdown, read
from forethought.memory.records import NAMES, Contradiction, Gap, Link, Memory, Record
from forethought.secrets import redact_data

_LARGEST = 1 << 28  # bytes of a file that is imported
_CHUNK = 500  # records that are one change
_CLEANED = {
    Memory: (
        "content", "summary", "compressed", "index", "name", "key", "value", "tags", "inferred_tags", "triggers",
        "steps", "prerequisites", "warnings", "season", "stage", "archived_why",
    ),
    Contradiction: ("why", "note"),
    Gap: ("query",),
}  # fmt: skip


async def export(call: Call) -> dict[str, Any]:
    """A task's memories go with it unless they are asked for."""
    reach = await _reached(call)
    path = await _path(call)
    scopes = [call.params.scope] if call.params.scope else ["project", "global"]
    shelves = [reach.shelf(scope) for scope in scopes]

    def written() -> int:
        records = [each for shelf in shelves for each in shelf.view.records()]
        memories = [record for _, record in records if isinstance(record, Memory)]
        plain = call.params.format == "markdown"
        content = markdown(memories).encode() if plain else b"".join(lines(records))
        _replace(path, content)
        return len(memories)

    return {"count": await call.engine.memories.run(written), "path": str(path)}


async def take_in(call: Call) -> dict[str, Any]:
    """All lines or, when one is wrong, none; what is known already changes nothing."""
    path = await _path(call)
    content = await asyncio.to_thread(_content, path)
    found = await asyncio.to_thread(read, content)
    reach = await entitled(call, "project", False)
    memories = call.engine.memories
    project = (await call.folder()).project.id
    _, strange = await memories.run(_compared, reach, [each.record for each in found], project)
    unknown = {after.id for _, some in strange for _, after in some if after}
    records = await asyncio.to_thread(lambda: [_clean(each.record, unknown) for each in found])
    counts, steps = await memories.run(_compared, reach, records, project)
    shared = sum(len(some) for shelf, some in steps if shelf is reach.shared)
    if shared and not call.params.confirm:
        raise Refused(f"confirm: {shared} of them are for all projects and need the person's yes")
    if not call.params.dry_run:
        for shelf, some in steps:
            for start in range(0, len(some), _CHUNK):
                chunk = some[start : start + _CHUNK]
                await memories.acknowledged(_imported(shelf, chunk, call.session.id))
            memories.meaning.fill(shelf)
        call.engine.watching.look_again()
    return {name: counts[name] for name in ("added", "merged", "skipped")}


async def purge(call: Call) -> dict[str, Any]:
    if not call.params.confirm:
        raise Refused("confirm: memories are removed for good; send confirm: true")
    memories = call.engine.memories
    reach = await _reached(call)
    folder = await call.folder()
    shelves = [reach.shared] if call.params.scope == "global" else [reach.task, reach.project]
    if call.params.scope == "all":
        shelves = [reach.task, *await memories.every()]
    removed: Counter[str] = Counter()
    for shelf in shelves:
        removed.update(await memories.run(shelf.purge))
    if call.params.scope != "global":
        memories.forget_tasks(None if call.params.scope == "all" else folder.project.id)
    call.engine.watching.look_again()
    return {"removed": dict(removed), "left": sum([await memories.run(shelf.backend.count) for shelf in shelves])}


async def pause(call: Call) -> dict[str, Any]:
    return await _switch(call, on=False)


async def resume(call: Call) -> dict[str, Any]:
    return await _switch(call, on=True)


async def _switch(call: Call, on: bool) -> dict[str, Any]:
    project = (await call.folder()).project.id
    call.engine.memories.switch(on, None if call.params.everywhere else project)
    call.engine.watching.look_again()
    return {"memory": call.engine.memories.on(project, call.session)}


async def _reached(call: Call) -> Reach:
    return await call.engine.memories.reach(await call.folder(), call.session)


async def _path(call: Call) -> Path:
    """Where the person means it: from the folder they are in."""
    given = Path(call.params.path).expanduser()
    here = call.params.workspace or next(iter(call.session.hello.roots), None) or (await call.folder()).root
    return given if given.is_absolute() else Path(here) / given


def _replace(path: Path, content: bytes) -> None:
    """In one step, for its owner alone; only ever over an earlier export."""
    try:
        if path.exists() and not _is_export(path):
            raise InvalidParams(f"path: {path} is there and is no export of memories; choose another name")
        fresh = path.with_name(path.name + ".new")
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(file, "wb") as out:  # noqa: PTH123 - a descriptor, for the mode
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(path)
    except OSError as problem:
        raise InvalidParams(f"path: {path} cannot be written: {problem.strerror}") from None


def _is_export(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        start = file.read(10)
    return start in (b"", b"# Memories") or start.startswith(b'{"what":')


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise InvalidParams(f"path: {path} is larger than {_LARGEST} bytes")
        return path.read_bytes()
    except FileNotFoundError:
        raise NotFound(f"path: there is no file {path}") from None
    except OSError as problem:
        raise InvalidParams(f"path: {path} cannot be read: {problem.strerror}") from None


def _clean(record: Record, unknown: set[str]) -> Record:
    """A file may have been written by anyone: secrets do not come in by it either."""
    names = _CLEANED.get(type(record), ()) if record.id in unknown else ()
    clean, kinds = redact_data({name: getattr(record, name) for name in names})
    return msgspec.structs.replace(record, **clean) if kinds else record


def _compared(
    reach: Reach, records: Iterable[Record], project: str
) -> tuple[Counter[str], list[tuple[Shelf, list[Step]]]]:
    """What each record would change, by shelf."""
    counts: Counter[str] = Counter()
    steps: dict[str, list[Step]] = {shelf.scope: [] for shelf in reach}
    homes: dict[str, Shelf] = {}
    for record in records:
        shelf = _home(reach, homes, record)
        if isinstance(record, Memory):
            homes[record.id] = shelf
            if record.scope != "global":
                record = msgspec.structs.replace(record, project=project)
        known = shelf.view.get(NAMES[type(record)], record.id)
        if known == record or _newer(known, record):
            counts["skipped"] += isinstance(record, Memory)
            continue
        counts["merged" if known else "added"] += isinstance(record, Memory)
        steps[shelf.scope].append((known, record))
    return counts, [(shelf, steps[shelf.scope]) for shelf in reach if steps[shelf.scope]]


def _newer(known: Record | None, record: Record) -> bool:
    return isinstance(known, Memory) and isinstance(record, Memory) and known.updated > record.updated


def _home(reach: Reach, homes: dict[str, Shelf], record: Record) -> Shelf:
    """A link or a contradiction is where its memory is; memories come first in an export."""
    if isinstance(record, Memory):
        return reach.shelf(record.scope)
    if isinstance(record, Gap):
        return reach.project
    ends = (record.source, record.target) if isinstance(record, Link) else (record.a, record.b)
    near = [homes[end] for end in ends if end in homes]
    near += [shelf for shelf in reach for end in ends if end in shelf.view.memories]
    return min(near, key=list(reach).index, default=reach.project)


def _imported(shelf: Shelf, chunk: list[Step], by: str) -> Callable[[], tuple[None, Future[None]]]:
    return lambda: (None, shelf.change("imported", chunk, by))


HANDLERS: dict[str, Handler] = {
    "memory.export": export,
    "memory.import": take_in,
    "memory.purge": purge,
    "memory.pause": pause,
    "memory.resume": resume,
}
