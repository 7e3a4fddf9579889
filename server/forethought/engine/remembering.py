"""How something said becomes a memory: cleaned of secrets, embedded, compared with what is known, written."""

from __future__ import annotations

import getpass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from forethought import settings
from forethought.engine.answers.history import moment
from forethought.engine.call import Call
from forethought.engine.memories import Reach, task_key
from forethought.errors import ForethoughtError, InvalidParams, Refused
from forethought.memory import tags
from forethought.memory.anchors import check
from forethought.memory.decide import Decision
from forethought.memory.records import (
    CONFIDENCE,
    TASK_KINDS,
    TRUST,
    Anchor,
    Artifact,
    Memory,
    Provenance,
    new_id,
)
from forethought.memory.triggers import compiled
from forethought.secrets import redact_data
from forethought.secrets.hits import MARKER

_TEXTS = (
    "content", "key", "value", "name", "tags", "triggers", "steps", "prerequisites", "warnings", "artifacts",
    "reason", "season", "stage",
)  # fmt: skip
_AGO = {"m": "minutes", "h": "hours", "d": "days"}


async def remember(call: Call) -> dict[str, Any]:
    params = call.params
    reach = await entitled(call, params.scope, params.confirm)
    if params.kind in TASK_KINDS and params.scope != "task":
        raise InvalidParams(f"kind: {params.kind} is kept for its task alone; use scope task, or promote it")
    compiled(params.triggers)
    clean, kinds = redact_data({name: _plain(getattr(params, name)) for name in _TEXTS})
    if not _says_something(clean["content"]):
        because = f"there is nothing in it but {', '.join(kinds)}" if kinds else "there are no words in it"
        return {"id": None, "decision": "rejected", "because": because, "related": [], "redacted": list(kinds)}
    new = await _memory(call, reach, clean)
    decision = await keep(call, reach, new)
    return {
        "id": decision.id,
        "decision": decision.verdict,
        "because": decision.because,
        "related": list(decision.related),
        "redacted": list(kinds),
    }


async def keep(call: Call, reach: Reach, new: Memory) -> Decision:
    """Compare and write; on disk when this returns."""
    memories = call.engine.memories
    shelf = reach.shelf(new.scope)
    embedding = await memories.meaning.of(new.said())
    capacity = settings.parse(call.session.hello.settings)[0].memory_limit
    decision = await memories.acknowledged(shelf.remember, new, embedding, call.session.id, capacity)
    if embedding is None:
        memories.meaning.fill(shelf)
    if new.triggers:
        call.engine.watching.look_again()
    return decision


async def entitled(call: Call, scope: str, confirm: bool) -> Reach:
    """The shelves to write to, unless the person said no, or was not asked."""
    folder = await call.folder()
    if not call.session.hello.trusted:
        raise Refused("nothing is remembered in a workspace that is not trusted")
    if not call.engine.memories.on(folder.project.id, call.session):
        raise Refused("memory is switched off; switch it on with memory.resume")
    if scope == "global" and not confirm:
        raise Refused("confirm: a memory for all projects needs the person's yes; ask, then send confirm: true")
    return await call.engine.memories.reach(folder, call.session)


async def _memory(call: Call, reach: Reach, clean: dict[str, Any]) -> Memory:
    params = call.params
    folder = await call.folder()
    now = call.engine.memories.now()
    files = [await path_of(call, file, "files") for file in params.files]
    files = [file for file in files if folder.ignore.recordable(file)]
    texts: dict[str, Any] = {name: clean[name] for name in ("content", "key", "value", "name", "season", "stage")}
    texts |= {name: tuple(clean[name]) for name in ("triggers", "steps", "prerequisites", "warnings")}
    source = Provenance(source=params.provenance, time=now, session=call.session.id, reason=clean["reason"])
    given = tags.given(clean["tags"])
    own = tags.inferred(clean["content"], files, params.kind)
    return Memory(
        id=new_id(),
        kind=params.kind,
        scope=params.scope,
        **texts,
        tags=given,
        inferred_tags=tuple(tag for tag in own if tag not in given),
        project=None if params.scope == "global" else folder.project.id,
        session=call.session.id,
        task=task_key(folder, call.session) if params.scope == "task" else (folder.task.id if folder.task else None),
        user=getpass.getuser(),
        files=tuple(files),
        anchors=check([await _anchor(call, symbol) for symbol in params.symbols], call.engine.memories.lookup)[1],
        artifacts=tuple(_artifact(each) for each in clean["artifacts"]),
        provenance=(source,),
        created=now,
        updated=now,
        valid_from=now,
        valid_to=when(params.valid_to, "valid_to", now) if params.valid_to else None,
        confidence=CONFIDENCE[params.provenance] if params.confidence is None else params.confidence,
        trust=TRUST[params.provenance],
        importance=0.5 if params.importance is None else params.importance,
    )


async def path_of(call: Call, file: str, field: str) -> str:
    try:
        return (await call.engine.projects.place(call.session, file, call.params.workspace)).path
    except ForethoughtError as problem:
        raise InvalidParams(f"{field}: {problem}") from None


async def _anchor(call: Call, symbol: str) -> Anchor:
    file, mark, name = symbol.partition("#")
    if not mark or not file or not name:
        raise InvalidParams(f"symbols: {symbol!r} is not of the form path#qualified.name")
    return Anchor(path=await path_of(call, file, "symbols"), name=name)


def _artifact(given: Any) -> Artifact:
    return Artifact(kind="reference", ref=given) if isinstance(given, str) else Artifact(**given)


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def _says_something(text: str) -> bool:
    return any(char.isalnum() for char in MARKER.sub("", text))


def when(text: str, field: str, now: datetime) -> datetime:
    """A time as a person writes it: ISO 8601, or `2h` (ago)."""
    if text[:-1].isdigit() and text[-1] in _AGO:
        return now - timedelta(**{_AGO[text[-1]]: int(text[:-1])})
    return moment(text, field).replace(tzinfo=UTC)
