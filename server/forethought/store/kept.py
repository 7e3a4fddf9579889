"""One scope's memories on disk: the journal, and the DuckDB file that is made from it.

    memories.jsonl    every change, the truth
    memories.duckdb   the state, for questions; with the vectors, which the journal does not hold

When the second is lost, damaged or behind, it is made again from the first.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import msgspec

from forethought.memory.changes import Change, Entry, change, encode
from forethought.memory.embed import Embedding
from forethought.memory.view import State, View
from forethought.store.duck import Store
from forethought.store.journal import Journal, digest
from forethought.store.memories import STEPS, Loaded, Memories, Read

log = logging.getLogger(__name__)


class Kept:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notices: list[str] = []
        self._open()

    def load(self) -> View:
        """Everything as it is now."""
        view = View()
        loaded = self._rows_or_nothing()
        if loaded.records and not self.journal.size:
            self._journal_anew([change(None, record) for _, record in loaded.records])
            loaded = Loaded(Read(), [], loaded.embeddings)
        elif loaded.read.digest != self.journal.digest(loaded.read.bytes):
            self.rows.empty().result()
            loaded = Loaded(Read(), [], loaded.embeddings)
        self.last = loaded.read.n
        for what, record in loaded.records:
            view.put(what, record.id, record)
        self._catch_up(view, loaded)
        for memory_id, embedding in loaded.embeddings.items():
            view.embed(memory_id, embedding)
        return view

    def append(self, entry: Entry, states: Sequence[State], embeddings: Mapping[str, Embedding]) -> Future[None]:
        """The journal first, the rows when that is on disk; answered after the journal."""
        line = encode(entry)
        self.last = entry.n

        def written(size: int) -> None:
            self.rows.mirror(states, embeddings, Read(size, entry.n, digest(line)))

        return self.journal.append(line, written)

    def settle(self) -> None:
        """Wait until the rows reflect all that was done."""
        self.journal.flush()
        self.rows.store.write(lambda _: None).result()

    def forget(self, gone: set[str]) -> None:
        """Take every trace of these memories out of the journal."""
        self.journal.flush()
        entries = [_without(entry, gone) for entry in self.journal.entries()]
        lines = [encode(entry) for entry in entries if entry.changes]
        self.journal.rewrite(lines)
        self.rows.mirror([], {}, Read(self.journal.size, self.last, digest(lines[-1]) if lines else "")).result()

    def purge(self) -> dict[str, int]:
        """Remove everything; how many rows there were of each table."""
        self.settle()
        counts = self.rows.counts()
        self.close()
        for file in [*self.folder.glob("memories.duckdb*"), *self.folder.glob("memories.jsonl*")]:
            file.unlink()
        self._open()
        return counts

    def close(self) -> None:
        self.journal.close()
        self.rows.store.close()

    def _open(self) -> None:
        self.journal = Journal(self.folder / "memories.jsonl")
        self.rows = Memories(Store.open(self.folder / "memories.duckdb", steps=STEPS))
        self.last = 0
        self.notices += [*self.journal.notices, *self.rows.store.notices]
        self.journal.notices.clear()

    def _rows_or_nothing(self) -> Loaded:
        try:
            return self.rows.load()
        except (duckdb.Error, msgspec.MsgspecError, ValueError) as problem:
            log.warning("the rows of memories could not be read: %s", type(problem).__name__)
        self.notices.append("The store of memories could not be read and was made again from its journal.")
        self.rows.store.close()
        for file in self.folder.glob("memories.duckdb*"):
            file.unlink()
        self.rows = Memories(Store.open(self.folder / "memories.duckdb", steps=STEPS))
        return Loaded(Read(), [], {})

    def _catch_up(self, view: View, loaded: Loaded) -> None:
        """Apply what the journal has more than the rows."""
        if self.journal.size == loaded.read.bytes:
            return
        states: list[State] = []
        unread = 0
        for entry in self.journal.entries(loaded.read.bytes):
            self.last = max(self.last, entry.n)
            try:
                states += view.apply(entry)
            except (msgspec.ValidationError, KeyError):
                unread += 1
        self.notices += self.journal.notices
        self.journal.notices.clear()
        if unread:
            self.notices.append(f"{unread} changes of memories were written by a later version and are left out.")
        size = self.journal.size
        known = {memory: made for memory, made in loaded.embeddings.items() if memory in view.memories}
        self.rows.mirror(states, known, Read(size, self.last, self.journal.digest(size)))

    def _journal_anew(self, changes: Sequence[Change]) -> None:
        """The journal was lost: begin a new one with what the rows hold."""
        self.notices.append(f"{self.journal.path} was gone; it begins anew with what was known.")
        entry = Entry(n=1, at=datetime.now(UTC), why="found", changes=tuple(changes))
        self.journal.rewrite([encode(entry)])
        self.rows.empty().result()


def _without(entry: Entry, gone: set[str]) -> Entry:
    kept = [step for step in entry.changes if step.id not in gone and not gone & set(step.id.split())]
    return msgspec.structs.replace(entry, changes=tuple(kept))
