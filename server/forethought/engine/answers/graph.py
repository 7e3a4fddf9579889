"""graph.*: what the code is. Every answer carries the revision it is of, and whether every file was seen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, TypeVar

from forethought.code.catalogue import Entry
from forethought.code.graph import Graph, Leaning
from forethought.code.resolve import Edge, Symbol
from forethought.context.tokens import count
from forethought.engine.call import Call, Handler
from forethought.errors import NotFound

T = TypeVar("T")


async def symbol(call: Call) -> dict[str, Any]:
    params = call.params

    def find(graph: Graph) -> list[Entry]:
        return [entry for entry in graph.catalogue.named(params.name) if params.kind in (None, entry.kind)]

    return await _listed(call, "symbols", find, _entry)


async def file(call: Call) -> dict[str, Any]:
    path = (await call.place(call.params.file)).path

    def look(graph: Graph) -> dict[str, Any]:
        found = graph.catalogue.files.get(path)
        if found is None:
            raise NotFound(f"file: {path} is not in the index; graph.stats says what was skipped and why")
        imports = [
            {"module": module, "name": name or None, "alias": local or None, "line": line + 1}
            for module, name, local, line in found.imports
        ]
        symbols = [_entry(entry) for entry in found.entries]
        return {"file": path, "language": found.language, "symbols": symbols, "imports": imports}

    return await _answered(call, look)


async def callers(call: Call) -> dict[str, Any]:
    return await _calls(call, Graph.callers)


async def callees(call: Call) -> dict[str, Any]:
    return await _calls(call, Graph.callees)


async def dependencies(call: Call) -> dict[str, Any]:
    return await _leaning(call, Graph.dependencies)


async def dependents(call: Call) -> dict[str, Any]:
    return await _leaning(call, Graph.dependents)


async def relevant(call: Call) -> dict[str, Any]:
    params = call.params
    return await _listed(
        call,
        "symbols",
        lambda graph: graph.relevant(params.query, params.limit + 1),
        lambda found: {**_entry(found[1]), "score": round(found[0], 4)},
    )


async def map_(call: Call) -> dict[str, Any]:
    focus = [(await call.place(path)).path for path in call.params.focus]

    def draw(graph: Graph) -> dict[str, Any]:
        text, tokens = graph.map(focus, call.params.budget, count)
        return {"map": text, "token_count": tokens}

    return await _answered(call, draw)


async def stats(call: Call) -> dict[str, Any]:
    folder = await call.folder()

    def look(graph: Graph) -> dict[str, Any]:
        nodes, edges, languages = graph.counts()
        problems = [
            {"file": path, "problem": problem}
            for path, found in sorted(graph.catalogue.files.items())
            for problem in found.problems
        ]
        return {
            "files": len(graph.catalogue.files),
            "nodes": nodes,
            "edges": edges,
            "languages": languages,
            "problems": problems[:200],
        }

    answer = await _answered(call, look)
    skipped = folder.code.skipped()
    answer["skipped"] = {
        "counts": skipped.counts,
        "files": [{"path": path, "reason": reason} for path, reason in skipped.files],
    }
    answer["watch_problem"] = folder.code.problem or None
    return answer


async def edges(call: Call) -> dict[str, Any]:
    params = call.params
    path = (await call.place(params.file)).path if params.file else None
    start = int(params.cursor or 0)

    def page(graph: Graph) -> dict[str, Any]:
        found = list(islice(graph.edges(params.kind, path, params.min), start, start + params.limit + 1))
        more = len(found) > params.limit
        return {
            "edges": [_edge(edge) for edge in found[: params.limit]],
            "cursor": str(start + params.limit) if more else None,
            "truncated": more,
        }

    return await _answered(call, page)


async def rescan(call: Call) -> dict[str, Any]:
    (await call.folder()).code.rescan()
    return await stats(call)


async def cancel(call: Call) -> dict[str, Any]:
    (await call.folder()).code.cancel()
    return {}


async def _calls(call: Call, ask: Callable[[Graph, list[Symbol], int, str], list[Edge]]) -> dict[str, Any]:
    params = call.params
    name = params.symbol
    place, colon, line = name.rpartition(":")
    if colon and line.isdigit():
        name = f"{(await call.place(place)).path}:{line}"

    def find(graph: Graph) -> list[Edge]:
        meant = graph.meant(name)
        if not meant:
            raise NotFound(f"symbol: nothing is called {params.symbol!r}; graph.symbol and graph.relevant find names")
        return ask(graph, meant, params.depth, params.min)

    return await _listed(call, "edges", find, _edge)


async def _leaning(call: Call, ask: Callable[[Graph, str, int], list[Leaning]]) -> dict[str, Any]:
    path = (await call.place(call.params.file)).path
    return await _listed(
        call, "files", lambda graph: ask(graph, path, call.params.depth), lambda found: found._asdict()
    )


async def _listed(
    call: Call, name: str, find: Callable[[Graph], list[T]], shown: Callable[[T], dict[str, Any]]
) -> dict[str, Any]:
    limit = call.params.limit

    def some(graph: Graph) -> dict[str, Any]:
        found = find(graph)
        return {name: [shown(one) for one in found[:limit]], "truncated": len(found) > limit}

    return await _answered(call, some)


async def _answered(call: Call, question: Callable[[Graph], dict[str, Any]]) -> dict[str, Any]:
    code = (await call.folder()).code
    answer = await code.ask(question, wait=call.session.hello.client == "cli")
    return {**answer, "revision": code.revision, "complete": code.complete}


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": entry.name,
        "qualified_name": entry.qualified,
        "kind": entry.kind,
        "file": entry.path,
        "line": entry.line + 1,
        "signature": entry.signature,
        "doc": entry.doc or None,
    }


def _edge(edge: Edge) -> dict[str, Any]:
    return {
        "from": f"{edge.source.path}::{edge.source.qualified}",
        "to": f"{edge.target.path}::{edge.target.qualified}",
        "kind": edge.kind,
        "certainty": edge.certainty,
        "file": edge.source.path,
        "line": edge.line + 1,
    }


HANDLERS: dict[str, Handler] = {
    "graph.symbol": symbol,
    "graph.file": file,
    "graph.callers": callers,
    "graph.callees": callees,
    "graph.dependencies": dependencies,
    "graph.dependents": dependents,
    "graph.relevant": relevant,
    "graph.map": map_,
    "graph.stats": stats,
    "graph.edges": edges,
    "graph.rescan": rescan,
    "graph.cancel": cancel,
}
