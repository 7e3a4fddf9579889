"""One ignore file, as git reads it: lines → verdicts about paths.

It speaks of the path itself alone, never of what lies below it: whoever asks goes down folder by folder, as
git does, so `*` followed by `!folder/` does not bring back what is in the folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from forethought.code.wildmatch import translate

_Matcher = Callable[[bytes], "re.Match[bytes] | None"]


class _Rule(NamedTuple):
    regex: bytes
    whole_path: bool  # matched against the path below the file's folder, else against the name alone
    folders_only: bool
    ignores: bool  # False: a `!` line, which re-includes


class Rules:
    """One ignore file. The last line that matches a path decides about it."""

    __slots__ = ("_files", "_folders")

    def __init__(self, text: bytes, fold_case: bool = False) -> None:
        rules = [rule for line in _lines(text) if (rule := _rule(line))]
        flags = re.DOTALL | (re.IGNORECASE if fold_case else 0)
        self._folders = _Table(rules, flags)
        self._files = (
            _Table([rule for rule in rules if not rule.folders_only], flags)
            if any(rule.folders_only for rule in rules)
            else self._folders
        )

    def verdict(self, path: bytes, name: bytes, folder: bool) -> bool | None:
        """True: ignored; False: re-included; None: not a word. `path` is below the file's own folder."""
        return (self._folders if folder else self._files).verdict(path, name)


class _Table:
    """Rules as one alternation each for names and paths, last rule first, so the first hit decides."""

    __slots__ = ("_by_name", "_by_path", "_name_rules", "_path_rules")

    def __init__(self, rules: list[_Rule], flags: int) -> None:
        numbered = list(enumerate(rules))[::-1]
        names = [(number, rule) for number, rule in numbered if not rule.whole_path]
        paths = [(number, rule) for number, rule in numbered if rule.whole_path]
        self._by_name = _alternation(names, flags)
        self._by_path = _alternation(paths, flags)
        self._name_rules = [(number, rule.ignores) for number, rule in names]
        self._path_rules = [(number, rule.ignores) for number, rule in paths]

    def verdict(self, path: bytes, name: bytes) -> bool | None:
        last, verdict = -1, None
        if self._by_name and (hit := self._by_name(name)):
            last, verdict = self._name_rules[(hit.lastindex or 0) - 1]
        if self._by_path and (hit := self._by_path(path)):
            number, ignores = self._path_rules[(hit.lastindex or 0) - 1]
            if number > last:
                verdict = ignores
        return verdict


def _alternation(rules: list[tuple[int, _Rule]], flags: int) -> _Matcher | None:
    if not rules:
        return None
    return re.compile(b"|".join(b"(" + rule.regex + b")" for _, rule in rules), flags).fullmatch


def _lines(text: bytes) -> list[bytes]:
    return [line.removesuffix(b"\r").split(b"\0")[0] for line in text.removeprefix(b"\xef\xbb\xbf").split(b"\n")]


def _rule(line: bytes) -> _Rule | None:
    if line.startswith(b"#"):
        return None
    pattern = _without_trailing_spaces(line)
    ignores = not pattern.startswith(b"!")
    pattern = pattern if ignores else pattern[1:]
    folders_only = pattern.endswith(b"/")
    pattern = pattern[:-1] if folders_only else pattern
    whole_path = b"/" in pattern
    pattern = pattern.removeprefix(b"/")
    if not pattern or (regex := translate(pattern, whole_path)) is None:
        return None
    return _Rule(regex, whole_path, folders_only, ignores)


def _without_trailing_spaces(line: bytes) -> bytes:
    """Trailing spaces go, but for one that a backslash keeps."""
    bare = line.rstrip(b" ")
    escaped = (len(bare) - len(bare.rstrip(b"\\"))) % 2 == 1
    return bare + b" " if escaped and len(bare) < len(line) else bare
