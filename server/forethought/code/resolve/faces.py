"""What a file shows to imports, apart from its path: its package, its types, and what its modules pass on."""

from __future__ import annotations

from typing import NamedTuple

from forethought.code.facts import FileFacts, Import

_TYPES = {"class", "interface", "enum", "struct", "trait", "type"}


class Face(NamedTuple):
    package: str = ""
    types: tuple[str, ...] = ()
    modules: tuple[
        tuple[str, tuple[Import, ...]], ...
    ] = ()  # the modules inside a file, "" for itself, with their imports


def face_of(facts: FileFacts) -> Face:
    if facts.language not in ("rust", "java"):
        return Face(facts.package)
    types = tuple(definition.qualified for definition in facts.definitions if definition.kind in _TYPES)
    if facts.language == "java":
        return Face(facts.package, types)
    modules = tuple(
        (definition.qualified, tuple(item._replace(line=0) for item in definition.flow.imports))
        for definition in facts.definitions
        if definition.kind in ("module", "namespace") and definition.flow is not None
    )
    return Face(facts.package, types, modules)
