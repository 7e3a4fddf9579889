"""The product's own graph for scripts that score graphs: `call_graph` and `edges` of any folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from forethought.code.languages import language_of
from forethought.code.parse import parse
from forethought.code.resolve import Resolution, Symbol
from forethought.code.resolve.configured import is_config

SURE = ("exact", "likely")
_UNNAMED = re.compile(r"<(lambda|signature)[\d.]*>.*")
KIND = {"calls": "call", "imports": "import"}  # as the scripts call them; the others are "ref"


def resolved(folder: str) -> Resolution:
    root = Path(folder)
    resolution = Resolution()
    for path in sorted(root.rglob("*")):
        language = language_of(path.name) if path.is_file() else None
        if language is not None:
            resolution.set_facts(path.relative_to(root).as_posix(), parse(path.read_bytes(), language.name))
        elif is_config(path.name) and path.is_file():
            resolution.set_config(path.relative_to(root).as_posix(), path.read_text(errors="replace"))
    resolution.update()
    return resolution


def edges(folder: str) -> Iterator[tuple[str, str, str, str, str, str]]:
    """(file, symbol, file, symbol, kind, certainty)"""
    resolution = resolved(folder)
    kinds = dict(resolution.symbols())
    for edge in resolution.all_edges():
        if edge.kind != "contains":
            yield *named(edge.source, kinds), *named(edge.target, kinds), KIND.get(edge.kind, "ref"), edge.certainty


def named(symbol: Symbol, kinds: dict[Symbol, str]) -> Symbol:
    """The references have no lambdas: what is inside one belongs to the definition around it."""
    if kinds.get(symbol) == "lambda" and ">" not in symbol.qualified:  # a function expression with a name
        return symbol._replace(qualified=symbol.qualified.rpartition(".")[0])
    return symbol._replace(qualified=_UNNAMED.sub("", symbol.qualified).strip("."))


def call_graph(folder: str) -> dict[str, list[str]]:
    """{caller: [callees]} with dotted names. PyCG counts functions; a class stands for its `__init__` alone."""
    resolution = resolved(folder)
    kinds = dict(resolution.symbols())
    graph: dict[str, list[str]] = {}
    for edge in resolution.all_edges():
        if edge.kind == "calls" and edge.certainty in SURE and kinds[edge.target] != "class":
            graph.setdefault(dotted(edge.source), []).append(dotted(edge.target))
    return graph


def dotted(symbol: Symbol) -> str:
    module = symbol.path.rpartition(".")[0].replace("/", ".").removesuffix(".__init__")
    return f"{module}.{symbol.qualified}" if symbol.qualified else module
