"""The languages, as one table. A new one is a line here, a query file and a fixture.

Deep languages have rules (a module in `rules/` that follows values through the tree); broad ones a file
`queries/<grammar>.scm` that finds definitions, calls and imports by name.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePath
from typing import NamedTuple

import tree_sitter_language_pack
from tree_sitter import Language as Grammar


class Language(NamedTuple):
    name: str
    grammar: str
    suffixes: tuple[str, ...]
    rules: str = ""  # the module of a deep language
    file_names: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()  # as in "#!/usr/bin/env python3", without the version
    comment: str = "//"

    @property
    def deep(self) -> bool:
        return bool(self.rules)


_TABLE = [
    Language("python", "python", (".py", ".pyi", ".pyw"), "python", (), ("python", "pypy"), "#"),
    Language("typescript", "typescript", (".ts", ".mts", ".cts"), "typescript", (), ("deno", "ts-node", "bun")),
    Language("tsx", "tsx", (".tsx",), "typescript"),
    Language("javascript", "javascript", (".js", ".mjs", ".cjs"), "typescript", (), ("node", "nodejs")),
    Language("jsx", "javascript", (".jsx",), "typescript"),
    Language("go", "go", (".go",), "go"),
    Language("rust", "rust", (".rs",), "rust"),
    Language("java", "java", (".java",), "java"),
    Language("c", "c", (".c", ".h")),
    Language("cpp", "cpp", (".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".tpp")),
    Language("csharp", "csharp", (".cs", ".csx")),
    Language("ruby", "ruby", (".rb", ".rake", ".gemspec", ".ru"), "", ("Gemfile", "Rakefile"), ("ruby", "jruby"), "#"),
    Language("php", "php", (".php", ".phtml"), interpreters=("php",)),
    Language("kotlin", "kotlin", (".kt", ".kts")),
    Language("swift", "swift", (".swift",), interpreters=("swift",)),
    Language("scala", "scala", (".scala", ".sc"), interpreters=("scala",)),
    Language("lua", "lua", (".lua",), interpreters=("lua", "luajit"), comment="--"),
    Language(
        "bash", "bash", (".sh", ".bash"), "", (".bashrc", ".bash_profile", ".profile"), ("sh", "bash", "dash"), "#"
    ),
]
LANGUAGES: dict[str, Language] = {language.name: language for language in _TABLE}
_BY_SUFFIX = {suffix: language for language in _TABLE for suffix in language.suffixes}
_BY_FILE_NAME = {name: language for language in _TABLE for name in language.file_names}
_BY_INTERPRETER = {name: language for language in _TABLE for name in language.interpreters}

_SHEBANG = re.compile(rb"#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+)*)?(?:\S*/)?([A-Za-z][A-Za-z+-]*)")
# What only a C++ header says at the start of a line.
_CPP = re.compile(rb"^\s*(?:class\s+\w+[^;]*$|namespace\b|template\s*<|using\s+\w|public:|private:)", re.M)


def language_of(path: str, source: bytes = b"") -> Language | None:
    """The language of a file by its name; by its first bytes where the name does not say it."""
    place = PurePath(path)
    suffix = place.suffix
    if suffix == ".h" and _CPP.search(source):
        return LANGUAGES["cpp"]
    found = _BY_FILE_NAME.get(place.name) or _BY_SUFFIX.get(suffix) or _BY_SUFFIX.get(suffix.lower())
    if found is None and not suffix and source.startswith(b"#!"):
        match = _SHEBANG.match(source)
        found = _BY_INTERPRETER.get(match[1].decode()) if match else None
    return found


@cache
def grammar(name: str) -> Grammar:
    return tree_sitter_language_pack.get_language(name)  # type: ignore[arg-type]
