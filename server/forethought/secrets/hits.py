"""What a detector reports, and how the reports of all detectors become one redacted text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

MARKER = re.compile(r"\[redacted:[a-z0-9-]+\]")


class Hit(NamedTuple):
    start: int
    end: int
    kind: str


def marker(kind: str) -> str:
    return f"[redacted:{kind}]"


def replace(text: str, hits: Iterable[Hit]) -> tuple[str, set[str]]:
    """Put a marker in the place of every hit.

    Overlapping hits are covered as a whole, so that no end of a secret is left standing. The kind is that
    of the earlier hit in `hits`: detectors are asked in order of how sure they are.
    """
    ranked = sorted((hit.start, rank, hit) for rank, hit in enumerate(hits))
    covered: list[tuple[int, Hit]] = []
    for start, rank, hit in ranked:
        if covered and start < covered[-1][1].end:
            best, last = covered[-1]
            kind = hit.kind if rank < best else last.kind
            covered[-1] = (min(best, rank), Hit(last.start, max(last.end, hit.end), kind))
        else:
            covered.append((rank, hit))
    parts: list[str] = []
    done = 0
    for _, hit in covered:
        parts += text[done : hit.start], marker(hit.kind)
        done = hit.end
    parts.append(text[done:])
    return "".join(parts), {hit.kind for _, hit in covered}
