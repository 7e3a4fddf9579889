"""One scope's memories as they are now, ready to be searched: every change passes through `apply`.

One thread owns it. It holds no truth of its own: the journal's entries, applied in order, always make the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from forethought.memory import graph
from forethought.memory.backend import InMemory
from forethought.memory.changes import Change, Entry, changed
from forethought.memory.embed import Embedding
from forethought.memory.graph import Graph
from forethought.memory.index import Index
from forethought.memory.records import Contradiction, Gap, Link, Memory, Record
from forethought.memory.triggers import Triggers

State = tuple[str, str, Record | None]  # what, id, and the record unless it is gone


class View:
    def __init__(self) -> None:
        self.kept = InMemory()
        self.memories = self.kept.memories
        self.links: dict[str, Link] = {}
        self.contradictions: dict[str, Contradiction] = {}
        self.gaps: dict[str, Gap] = {}
        self.index = Index()
        self.graph = Graph()
        self.triggers = Triggers()
        self.embedded: dict[str, str] = {}  # memory → the model of its vectors
        self.active_count = 0
        self._by_key: dict[str, set[str]] = {}

    def apply(self, entry: Entry) -> list[State]:
        return [self.change(step) for step in entry.changes]

    def change(self, step: Change) -> State:
        record = changed(self.get(step.what, step.id), step)
        self.put(step.what, step.id, record)
        return step.what, step.id, record

    def get(self, what: str, record_id: str) -> Record | None:
        known: dict[str, dict[str, Record]] = self._tables()
        return known[what].get(record_id)

    def put(self, what: str, record_id: str, record: Record | None) -> None:
        table = self._tables()[what]
        old = table.get(record_id)
        if record is None:
            table.pop(record_id, None)
        else:
            table[record_id] = record
        if what == "memory":
            self._replace(old, record)  # type: ignore[arg-type]
        elif what == "link":
            self._relink(old, record)  # type: ignore[arg-type]
        elif what == "contradiction":
            self._oppose(old, record)  # type: ignore[arg-type]

    def records(self) -> Iterator[tuple[str, Record]]:
        for what, table in self._tables().items():
            for record in table.values():
                yield what, record

    def embed(self, memory_id: str, embedding: Embedding) -> None:
        if memory_id in self.index:
            self.index.embed(memory_id, embedding)
            self.embedded[memory_id] = embedding.model

    def forget_model(self, model: str) -> None:
        self.index.forget_model(model)
        self.embedded = {memory: made for memory, made in self.embedded.items() if made != model}

    def unembedded(self, model: str, limit: int) -> list[Memory]:
        found: list[Memory] = []
        for memory_id, memory in self.memories.items():
            if self.embedded.get(memory_id) != model and memory_id in self.index:
                found.append(memory)
                if len(found) == limit:
                    break
        return found

    def with_key(self, key: str) -> list[Memory]:
        """The active memories of that key."""
        return [self.memories[each] for each in sorted(self._by_key.get(key.casefold(), ()))]

    def active(self) -> list[Memory]:
        return [memory for memory in self.memories.values() if memory.active]

    def opposed(self) -> list[Contradiction]:
        """The open contradictions; both memories are still there."""
        known = self.memories
        active = {each for each, memory in known.items() if memory.active}
        return [each for each in self.contradictions.values() if each.status == "open" and {each.a, each.b} <= active]

    def set_clusters(self, groups: Sequence[tuple[str, Sequence[str]]]) -> None:
        for node in [node for node in self.graph.nodes() if node.startswith("cluster:")]:
            self.graph.drop(node)
        for name, members in groups:
            for member in members:
                if member in self.index:
                    self.graph.link(member, graph.IN_CLUSTER, graph.cluster(name))

    def _tables(self) -> dict[str, dict[str, Record]]:
        return {
            "memory": self.memories,  # type: ignore[dict-item]
            "link": self.links,  # type: ignore[dict-item]
            "contradiction": self.contradictions,  # type: ignore[dict-item]
            "gap": self.gaps,  # type: ignore[dict-item]
        }

    def _replace(self, old: Memory | None, new: Memory | None) -> None:
        self.active_count += (new is not None and new.active) - (old is not None and old.active)
        if old is not None and old.active and old.key:
            self._by_key[old.key.casefold()].discard(old.id)
        if new is not None and new.active and new.key:
            self._by_key.setdefault(new.key.casefold(), set()).add(new.id)
        self._rearm(old, new)
        was, will = old is not None and _found(old), new is not None and _found(new)
        if was and not will and old is not None:
            self.index.remove(old.id)
            self.graph.drop(old.id)
            self.embedded.pop(old.id, None)
        elif will and new is not None:
            self._reindex(old if was else None, new)

    def _reindex(self, old: Memory | None, new: Memory) -> None:
        if old is None or old.words() != new.words():
            same = old is not None and old.said() == new.said()
            model = self.embedded.pop(new.id, None)
            vectors = self.index.embedding(new.id, model) if same and model else None
            embedding = Embedding(model, vectors) if model and vectors is not None else None
            self.index.put(new.id, new.words(), embedding)
            if embedding:
                self.embedded[new.id] = embedding.model
        if old is None and (self.links or self.contradictions):  # back again: so is what hung on it
            for link in self.links.values():
                if new.id in (link.source, link.target):
                    self._relink(None, link)
            for found in self.contradictions.values():
                if new.id in (found.a, found.b):
                    self._oppose(None, found)
        for tag in set(old.all_tags if old else ()) - set(new.all_tags):
            self.graph.unlink(new.id, graph.HAS_TAG, graph.tag(tag))
        for tag in set(new.all_tags) - set(old.all_tags if old else ()):
            self.graph.link(new.id, graph.HAS_TAG, graph.tag(tag))
        for other in set(new.supersedes) - set(old.supersedes if old else ()):
            self.graph.link(new.id, graph.SUPERSEDES, other)

    def _relink(self, old: Link | None, new: Link | None) -> None:
        if old is not None:
            self.graph.unlink(old.source, old.relation, old.target)
        if new is not None and new.source in self.index and new.target in self.index:
            self.graph.link(new.source, new.relation, new.target, new.weight)

    def _oppose(self, old: Contradiction | None, new: Contradiction | None) -> None:
        if old is not None:
            self.graph.unlink(old.a, graph.CONTRADICTS, old.b)
        if new is not None and new.status == "open" and new.a in self.index and new.b in self.index:
            self.graph.link(new.a, graph.CONTRADICTS, new.b)

    def _rearm(self, old: Memory | None, new: Memory | None) -> None:
        before = old.triggers if old is not None and old.active else ()
        after = new.triggers if new is not None and new.active else ()
        if before == after:
            return
        if new is not None and after:
            self.triggers.put(new.id, after)
        elif old is not None:
            self.triggers.remove(old.id)


def _found(memory: Memory) -> bool:
    """The superseded stay, hidden, as a way to what took their place; the archived leave."""
    return memory.active or (memory.superseded_by is not None and memory.archived is None)
