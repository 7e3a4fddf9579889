"""Whether what a memory says of code still stands on it.

A memory about a symbol keeps the hash of its text. When the memory is read, the code is asked what it knows of
that symbol now: the same text is fresh, the same text elsewhere has moved and is followed, all else is stale.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import msgspec

from forethought.memory.records import Anchor

State = Literal["fresh", "moved", "stale"]


class Seen(NamedTuple):
    """Where a symbol is now and the hash of its text; no path: it is gone."""

    path: str | None
    name: str | None = None
    hash: str | None = None


# What the code knows of a symbol: (path, qualified name, hash of its text as remembered) → where it is.
# None: it cannot say (the file is not indexed yet).
Lookup = Callable[[str, str, str | None], Seen | None]


def check(anchors: Sequence[Anchor], lookup: Lookup | None) -> tuple[State, tuple[Anchor, ...]]:
    """The state of the worst of them, and the anchors, where what moved was followed."""
    if lookup is None or not anchors:
        return "fresh", tuple(anchors)
    state: State = "fresh"
    found = []
    for anchor in anchors:
        one, followed = _checked(anchor, lookup)
        found.append(followed)
        if one == "stale" or state == "fresh":
            state = one
    return state, tuple(found)


def _checked(anchor: Anchor, lookup: Lookup) -> tuple[State, Anchor]:
    seen = lookup(anchor.path, anchor.name, anchor.hash)
    if seen is None:
        return "fresh", anchor
    if seen.path is None or (anchor.hash is not None and seen.hash != anchor.hash):
        return "stale", anchor
    followed = msgspec.structs.replace(anchor, path=seen.path, name=seen.name or anchor.name, hash=seen.hash)
    return ("fresh" if (followed.path, followed.name) == (anchor.path, anchor.name) else "moved"), followed
