"""The memories of one scope while it is open: every change of them is made here, and only on the memory thread.

A task's shelf has no disk beneath it and ends with the task.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path

import msgspec

from forethought.memory.backend import Backend
from forethought.memory.changes import USE, Change, Entry, change, to_undo, undone
from forethought.memory.cluster import Cluster
from forethought.memory.decide import Decision, Near, decide
from forethought.memory.embed import Embedding
from forethought.memory.recall import search
from forethought.memory.records import Memory, Record, Scope
from forethought.memory.upkeep import CAPACITY, archived, too_many
from forethought.memory.view import View
from forethought.store.kept import Kept

_NEIGHBOURS = 10
Step = tuple[Record | None, Record | None]


class Shelf:
    def __init__(self, scope: Scope, now: Callable[[], datetime], kept: Kept | None = None) -> None:
        self.scope = scope
        self.clusters: list[Cluster] = []
        self.retrievals = 0  # since the clusters were made
        self._used: dict[str, Memory] = {}  # whose use is not written yet, as they were before it
        self._now = now
        self._kept = kept
        self._entries: list[Entry] = []  # where there is no journal
        self._failed = False
        self._view = kept.load() if kept else View()

    @classmethod
    def open(cls, folder: Path, scope: Scope, now: Callable[[], datetime]) -> Shelf:
        return cls(scope, now, Kept(folder))

    @property
    def view(self) -> View:
        if self._failed and self._kept:
            self._used.clear()
            self._view, self._failed = self._kept.load(), False  # what could not be written is not so
        return self._view

    @property
    def backend(self) -> Backend:
        return self._kept.rows if self._kept else self.view.kept

    def settle(self) -> None:
        """Wait until the backend answers with all that was done."""
        self.flush_use()
        if self._kept:
            self._kept.settle()

    def notices(self) -> list[str]:
        if not self._kept:
            return []
        found, self._kept.notices = self._kept.notices, []
        return found

    def remember(
        self, new: Memory, embedding: Embedding | None, by: str | None, capacity: int = CAPACITY
    ) -> tuple[Decision, Future[None]]:
        view = self.view
        decision = decide(new, view.with_key(new.key) if new.key else [], self._near(new, embedding))
        made = {new.id: embedding} if embedding and decision.id == new.id else {}
        done = self.commit(decision.verdict, decision.changes, by, made)
        if self.scope == "project" and view.active_count > capacity:
            now, why = self._now(), f"made room: more than {capacity} memories"
            full = too_many(view.active(), capacity)
            self.change("archived", [(each, archived(each, now, why, purged=False)) for each in full], by)
        return decision, done

    def change(self, why: str, steps: Sequence[Step], by: str | None = None) -> Future[None]:
        return self.commit(why, [change(before, after) for before, after in steps if before != after], by)

    def commit(
        self,
        why: str,
        changes: Sequence[Change],
        by: str | None = None,
        embeddings: Mapping[str, Embedding] = {},
        undoes: Sequence[int] = (),
    ) -> Future[None]:
        """Make changes, all or none. They are seen at once, and acknowledged when they are on disk."""
        done: Future[None] = Future()
        if not changes:
            done.set_result(None)
            return done
        n = (self._kept.last if self._kept else len(self._entries)) + 1
        entry = Entry(n=n, at=self._now(), why=why, by=by, changes=tuple(changes), undoes=tuple(undoes))
        states = self.view.apply(entry)
        for memory_id, embedding in embeddings.items():
            self.view.embed(memory_id, embedding)
        if self._kept:
            done = self._kept.append(entry, states, embeddings)
            done.add_done_callback(self._acknowledged)
        else:
            self._entries.append(entry)
            done.set_result(None)
        return done

    def embed(self, embeddings: Mapping[str, Embedding]) -> None:
        """Vectors made later; derived, so not in the journal."""
        for memory_id, embedding in embeddings.items():
            self.view.embed(memory_id, embedding)
        if self._kept:
            self._kept.rows.mirror([], embeddings)

    def undo(self, memory: str | None, since: datetime | None, by: str | None) -> tuple[int, Future[None]]:
        self.flush_use()
        if self._kept:
            self._kept.journal.flush()
        entries = list(self._kept.journal.entries()) if self._kept else self._entries
        chosen = to_undo(entries, memory=memory, since=since)
        steps = [undone(step) for entry in chosen for step in reversed(entry.changes)]
        return len(chosen), self.commit("undone", steps, by, undoes=[entry.n for entry in chosen])

    def use(self, memory: Memory) -> None:
        """A memory with how it was used: seen at once, written now and then."""
        before = self.view.memories[memory.id]
        self._used.setdefault(memory.id, before)
        self.view.put("memory", memory.id, memory)

    def flush_use(self) -> None:
        """Write how memories were used; one line, however often."""
        steps: list[Step] = []
        for memory_id, before in self._used.items():
            if (memory := self.view.memories.get(memory_id)) is not None:
                fields = {name: getattr(before, name) for name in _USE_FIELDS}
                steps.append((msgspec.structs.replace(memory, **fields), memory))
        self._used.clear()
        self.change(USE, steps)

    def expire(self, now: datetime) -> int:
        """Purge what was forgotten 30 days ago."""
        over = [each for each in self.view.memories.values() if each.archived_until and each.archived_until <= now]
        if over and self._kept:
            gone = {memory.id for memory in over}
            links = [link for link in self.view.links.values() if gone & {link.source, link.target}]
            found = [each for each in self.view.contradictions.values() if gone & {each.a, each.b}]
            records: list[Record] = [*over, *links, *found]
            self.change("expired", [(record, None) for record in records]).result()
            self._kept.forget(gone | {each.id for each in found})
        return len(over)

    def purge(self) -> dict[str, int]:
        self._used.clear()
        self.clusters = []
        if self._kept:
            counts = self._kept.purge()
        else:
            counts = {"memories": len(self._view.memories)}
            self._entries.clear()
        self._view = View()
        return counts

    def close(self) -> None:
        self.flush_use()
        if self._kept:
            self._kept.close()

    def _near(self, new: Memory, embedding: Embedding | None) -> list[Near]:
        view = self.view
        found = search(
            view.index,
            new.said(),
            embedding,
            limit=_NEIGHBOURS,
            weigh=lambda memory_id: float(view.memories[memory_id].active),
        )
        return [Near(view.memories[each.id], each.meaning) for each in found]

    def _acknowledged(self, done: Future[None]) -> None:
        if done.exception() is not None:
            self._failed = True


_USE_FIELDS = ("retrievals", "accesses", "last_accessed", "confidence", "anchors")
