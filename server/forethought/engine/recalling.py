"""Finding memories again, on every shelf within reach; each result says why it is there.

Scores of shelves can be compared, so the best of each are simply put together. What use does to memories
follows in the background, when the answer has gone out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from forethought.engine.memories import Memories, Reach
from forethought.engine.shelf import Shelf, Step
from forethought.memory.anchors import State, check
from forethought.memory.embed import Embedding
from forethought.memory.filters import Condition, fits
from forethought.memory.recall import SIMILAR, Found, recall, search
from forethought.memory.records import Gap, Link, Memory, link_id, new_id
from forethought.memory.upkeep import TOGETHER, shared_tag, sure, together, used, weight
from forethought.secrets import redact

if TYPE_CHECKING:
    from datetime import datetime

WEAK = 0.1  # below it a memory has nothing to do with what was asked
BY_WORDS = 0.2  # what a memory must reach to be offered unasked where there is no model
ABOUT = 0.6  # what being about the file at hand counts for
SET_OFF = 1.5  # and being set off by the text at hand
RECLUSTER = 50  # retrievals
_GAPS = 200  # kept


class Question(NamedTuple):
    text: str
    embedding: Embedding | None
    limit: int
    threshold: float | None = None
    conditions: Sequence[Condition] = ()
    scope: str | None = None
    file: str | None = None
    cascade: bool = False


class Result(NamedTuple):
    shelf: Shelf
    memory: Memory
    score: float
    why: str
    fit: float
    state: State
    confidence: float

    def row(self) -> dict[str, Any]:
        return {
            "id": self.memory.id,
            "content": self.memory.content,
            "kind": self.memory.kind,
            "scope": self.memory.scope,
            "tags": list(self.memory.all_tags),
            "score": round(self.score, 4),
            "why": self.why,
            "confidence": round(self.confidence, 4),
            "state": self.state,
            "files": list(self.memory.files),
            "name": self.memory.name,
            "source": self.memory.provenance[0].source if self.memory.provenance else None,
        }


def told(memories: Memories, memory: Memory) -> dict[str, Any]:
    """Everything of a memory, as commands answer it."""
    return {
        **{name: _plain(getattr(memory, name)) for name in memory.__struct_fields__},
        "tags": list(memory.all_tags),
        "confidence_now": round(sure(memory, memories.now()), 4),
        "state": check(memory.anchors, memories.lookup)[0],
    }


def _plain(value: Any) -> Any:
    plain = msgspec.to_builtins(value)
    return list(plain) if isinstance(plain, tuple) else plain


def find(memories: Memories, reach: Reach, question: Question) -> list[Result]:
    """The best of all shelves within reach; on the memory thread."""
    now = memories.now()
    results = [each for shelf in reach.shelves(question.scope) for each in _on(memories, shelf, question, now)]
    results.sort(key=lambda each: (-each.score, each.memory.id))
    return results[: question.limit]


def _on(memories: Memories, shelf: Shelf, question: Question, now: datetime) -> list[Result]:
    view = shelf.view
    states: dict[str, State] = {}

    def weigh(memory_id: str) -> float:
        memory = view.memories.get(memory_id)
        if memory is None or (question.conditions and not fits(memory, question.conditions)):
            return 0.0
        if memory.anchors:
            states[memory_id] = check(memory.anchors, memories.lookup)[0]
        return weight(memory, now, states.get(memory_id) == "stale")

    found = {each.id: each for each in _found(shelf, question, weigh)}
    if question.cascade:
        _add_at_hand(shelf, question, weigh, found)
    return [
        Result(shelf, view.memories[each.id], each.score, _why(each, states.get(each.id)), each.words + each.meaning,
               states.get(each.id, "fresh"), sure(view.memories[each.id], now))
        for each in found.values()
    ]  # fmt: skip


def _found(shelf: Shelf, question: Question, weigh: Callable[[str], float]) -> list[Found]:
    if not question.text.strip():
        return []
    view, text, embedding = shelf.view, question.text, question.embedding
    if not question.cascade:
        threshold = WEAK if question.threshold is None else question.threshold
        return search(view.index, text, embedding, limit=question.limit, threshold=threshold, weigh=weigh)
    threshold = SIMILAR if embedding else BY_WORDS
    return recall(view.index, view.graph, text, embedding, limit=question.limit, threshold=threshold, weigh=weigh)


def _add_at_hand(shelf: Shelf, question: Question, weigh: Callable[[str], float], found: dict[str, Found]) -> None:
    """What is about the file at hand, and what the text sets off."""
    reasons: dict[str, tuple[float, str]] = {}
    if question.file:
        for memory in shelf.view.memories.values():
            if question.file in memory.files or any(each.path == question.file for each in memory.anchors):
                reasons[memory.id] = ABOUT, f"about {question.file}"
    for memory_id in shelf.view.triggers.set_off(question.text):
        reasons[memory_id] = SET_OFF, "its trigger matches"
    for memory_id, (score, why) in reasons.items():
        if (score := score * weigh(memory_id)) <= 0:
            continue
        known = found.get(memory_id)
        if known is not None:
            why = f"{why}; {known.why}"
            score = max(score, known.score)
        found[memory_id] = Found(memory_id, score, why, *((known.words, known.meaning) if known else (SIMILAR, 0.0)))


def _why(found: Found, state: State | None) -> str:
    return f"{found.why}; its code has changed since" if state == "stale" else found.why


def learn(memories: Memories, reach: Reach, question: Question, results: Sequence[Result]) -> None:
    """After a retrieval (M12): count the use, link what was found together, infer a tag, log a gap."""
    now = memories.now()
    for shelf in reach.shelves(question.scope):
        mine = [each for each in results if each.shelf is shelf and each.memory.id in shelf.view.memories]
        relevant = [each.memory.id for each in mine if each.fit >= SIMILAR]
        for each in mine:
            memory = shelf.view.memories[each.memory.id]
            anchors = check(memory.anchors, memories.lookup)[1]
            shelf.use(used(msgspec.structs.replace(memory, anchors=anchors), now, memory.id in relevant))
        steps = [_closer(shelf, one, other) for one, other in together(relevant)]
        if tagged := shared_tag([shelf.view.memories[each] for each in relevant]):
            memory, tag = tagged
            steps.append((memory, msgspec.structs.replace(memory, inferred_tags=(*memory.inferred_tags, tag))))
        shelf.change("found together", steps)
        shelf.retrievals += 1
    if question.text.strip() and not question.conditions and not any(each.fit >= BY_WORDS for each in results):
        _log_gap(reach.project, question.text, now)


def _closer(shelf: Shelf, one: str, other: str) -> Step:
    name = link_id(one, "relates_to", other)
    known = shelf.view.links.get(name)
    before = (known.weight or 0.0) if known else 0.2
    weight = round(min(before + TOGETHER, 1.0), 2)
    return known, Link(id=name, source=one, relation="relates_to", target=other, weight=weight)


def _log_gap(shelf: Shelf, text: str, now: datetime) -> None:
    query = redact(text).text[:300]
    gaps = sorted(shelf.view.gaps.values(), key=lambda gap: gap.time)
    if any(gap.query == query for gap in gaps):
        return
    steps: list[Step] = [(gap, None) for gap in gaps[: max(len(gaps) - _GAPS + 1, 0)]]
    steps.append((None, Gap(id=new_id("g"), query=query, time=now)))
    shelf.change("gap", steps)
