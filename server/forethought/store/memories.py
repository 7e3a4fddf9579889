"""Memories in DuckDB: what can be queried, made from the journal and made again whenever it is lost.

Each record's row holds the record as JSON and, beside it, the fields that can be asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple

import msgspec
import numpy as np

from forethought.memory.backend import nearest
from forethought.memory.embed import Embedding
from forethought.memory.filters import FIELDS, FLAG, LIST, NEWEST, NUMBER, TIME, Condition, Order, value_of
from forethought.memory.records import KINDS, Memory, Record
from forethought.store.duck import Connection, Store

TABLES = {"memory": "memories", "link": "memory_links", "contradiction": "contradictions", "gap": "memory_gaps"}
_TYPES = {LIST: "varchar[]", NUMBER: "double", TIME: "timestamp", FLAG: "boolean"}
_COLUMNS = {field: _TYPES.get(sort, "varchar") for field, sort in FIELDS.items()}
_SQL = {"$eq": "is not distinct from", "$ne": "is distinct from", "$gt": ">", "$gte": ">=", "$lt": "<", "$lte": "<="}

_SET_READ = "update journal_read set bytes = ?, n = ?, digest = ?"

STEPS: list[str] = [
    f"""
    create table memories ({", ".join(f"{name} {sort}" for name, sort in _COLUMNS.items())}, record varchar not null);
    create table memory_links (id varchar not null, record varchar not null);
    create table contradictions (id varchar not null, record varchar not null);
    create table memory_gaps (id varchar not null, record varchar not null);
    create table memory_vectors (id varchar not null, model varchar not null, floor float, passages integer,
                                 vectors blob not null);
    create table journal_read (bytes bigint not null, n bigint not null, digest varchar not null);
    insert into journal_read values (0, 0, '');
    create table settings (name varchar not null, value varchar not null);
    """,
]

State = tuple[str, str, Record | None]


class Read(NamedTuple):
    """How much of the journal the rows reflect: its length, its last entry's number and that line's digest."""

    bytes: int = 0
    n: int = 0
    digest: str = ""


class Loaded(NamedTuple):
    read: Read
    records: list[tuple[str, Record]]
    embeddings: dict[str, Embedding]


class Memories:
    """A backend (see `memory.backend`), and the mirror of a journal."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def mirror(
        self, states: Sequence[State], embeddings: Mapping[str, Embedding] = {}, read: Read | None = None
    ) -> Future[None]:
        """Bring rows to these states; `read` is how much of the journal they then reflect."""
        newest = {(what, record_id): record for what, record_id, record in states}
        return self.store.write(lambda connection: _put(connection, newest, embeddings, read))

    def load(self) -> Loaded:
        [read] = self.store.read("select * from journal_read")
        records: list[tuple[str, Record]] = []
        for what, table in TABLES.items():
            decoder = msgspec.json.Decoder(KINDS[what])
            rows = self.store.read(f"select record from {table} order by rowid")
            records += [(what, decoder.decode(row["record"])) for row in rows]
        return Loaded(Read(**read), records, self._embeddings("", []))

    def add(self, memories: Sequence[Memory], embeddings: Mapping[str, Embedding] = {}) -> None:
        self.mirror([("memory", memory.id, memory) for memory in memories], embeddings).result()

    def get(self, memory_id: str) -> Memory | None:
        found = self.query([Condition("id", "$eq", memory_id)])
        return found[0] if found else None

    def query(self, wanted: Sequence[Condition] = (), order: Order = NEWEST, limit: int | None = None) -> list[Memory]:
        where, values = _where(wanted)
        direction = "desc" if order.descending else "asc"
        sql = f"select record from memories {where} order by {order.field} {direction} nulls last, id"
        if limit is not None:
            sql += f" limit {int(limit)}"
        return [_decode(row["record"]) for row in self.store.read(sql, values)]

    def similar(
        self, embedding: Embedding, wanted: Sequence[Condition] = (), limit: int = 10
    ) -> list[tuple[Memory, float]]:
        """The scan is NumPy's: DuckDB's own takes a hundred times as long."""
        memories = {memory.id: memory for memory in self.query(wanted)}
        known = self._embeddings("where model = ?", [embedding.model])
        return nearest(memories, {each: known[each] for each in memories if each in known}, embedding, limit)

    def count(self, wanted: Sequence[Condition] = ()) -> int:
        where, values = _where(wanted)
        return int(self.store.read(f"select count(*) as n from memories {where}", values)[0]["n"])

    def delete(self, ids: Iterable[str]) -> int:
        chosen = list(set(ids))
        before = self.count([Condition("id", "$in", tuple(chosen))])
        self.mirror([("memory", each, None) for each in chosen]).result()
        return before

    def clear(self) -> int:
        return self.delete(memory.id for memory in self.query())

    def counts(self) -> dict[str, int]:
        tables = [*TABLES.values(), "memory_vectors"]
        return {table: int(self.store.read(f"select count(*) as n from {table}")[0]["n"]) for table in tables}

    def empty(self) -> Future[None]:
        """Forget every row, before they are made again."""

        def write(connection: Connection) -> None:
            for table in (*TABLES.values(), "memory_vectors"):
                connection.execute(f"delete from {table}")
            connection.execute(_SET_READ, list(Read()))

        return self.store.write(write)

    def _embeddings(self, where: str, values: list[Any]) -> dict[str, Embedding]:
        rows = self.store.read(f"select * from memory_vectors {where}", values)
        return {
            row["id"]: Embedding(
                row["model"],
                np.frombuffer(row["vectors"], np.float32).reshape(row["passages"], -1).copy(),
                row["floor"],
            )
            for row in rows
        }


_decode = msgspec.json.Decoder(Memory).decode


def _put(
    connection: Connection,
    states: Mapping[tuple[str, str], Record | None],
    embeddings: Mapping[str, Embedding],
    read: Read | None,
) -> None:
    for what, table in TABLES.items():
        ids = [record_id for kind, record_id in states if kind == what]
        records = [record for (kind, _), record in states.items() if kind == what and record is not None]
        if ids:
            _delete(connection, table, ids)
        if records:
            _insert(connection, what, records)
    gone = [record_id for (what, record_id), record in states.items() if what == "memory" and record is None]
    if stale := [*gone, *embeddings]:
        _delete(connection, "memory_vectors", stale)
    if embeddings:
        made = list(embeddings.values())
        connection.execute(
            """insert into memory_vectors select unnest($1::varchar[]), unnest($2::varchar[]), unnest($3::float[]),
               unnest($4::integer[]), unnest($5::blob[])""",
            [
                list(embeddings),
                [each.model for each in made],
                [each.floor for each in made],
                [len(each.vectors) for each in made],
                [each.vectors.astype(np.float32).tobytes() for each in made],
            ],
        )
    if read is not None:
        connection.execute(_SET_READ, list(read))


def _delete(connection: Connection, table: str, ids: list[str]) -> None:
    if len(ids) == 1:
        connection.execute(f"delete from {table} where id = ?", ids)
    else:
        connection.execute(f"delete from {table} where list_contains($1::varchar[], id)", [ids])


def _insert(connection: Connection, what: str, records: Sequence[Any]) -> None:
    """Many in one statement, column by column: row by row takes a hundred times as long. One alone as a row: half."""
    columns = dict(_COLUMNS) if what == "memory" else {"id": "varchar"}
    values: list[list[Any]] = [
        [_cell(record, field, sort) if what == "memory" else record.id for record in records]
        for field, sort in columns.items()
    ]
    values.append([msgspec.json.encode(record).decode() for record in records])
    sorts = [*columns.values(), "varchar"]
    if len(records) == 1:
        marks = ", ".join(f"${number}::{sort}" for number, sort in enumerate(sorts, 1))
        connection.execute(f"insert into {TABLES[what]} values ({marks})", [cells[0] for cells in values])
        return
    marks = ", ".join(f"unnest(${number}::{sort}[])" for number, sort in enumerate(sorts, 1))
    connection.execute(f"insert into {TABLES[what]} select {marks}", values)


def _cell(memory: Memory, field: str, sort: str) -> Any:
    value = value_of(memory, field)
    if sort == "varchar[]":
        return list(value)
    return value.replace(tzinfo=None) if sort == "timestamp" and value is not None else value


def _where(wanted: Sequence[Condition]) -> tuple[str, list[Any]]:
    """Names come from `FIELDS`, values go as parameters."""
    parts, values = [], []
    for field, name, value in wanted:
        values.append(_parameter(value))
        mark = f"${len(values)}"
        if name == "$in":
            kind = _COLUMNS[field] if FIELDS[field] != LIST else "varchar"
            one = f"list_contains({mark}::{kind}[], {{}})"
            nothing = " or {} is null" if None in value else ""
        else:
            one, nothing = f"{{}} {_SQL[name]} {mark}", ""
        if FIELDS[field] != LIST:
            parts.append(f"({one.format(field)}{nothing.format(field)})")
        elif name == "$ne":
            parts.append(f"not list_contains({field}, {mark})")
        else:
            parts.append(f"len(list_filter({field}, lambda item: {one.format('item')})) > 0")
    return ("where " + " and ".join(parts) if parts else ""), values


def _parameter(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_parameter(item) for item in value if item is not None]
    return value.replace(tzinfo=None) if hasattr(value, "tzinfo") else value
