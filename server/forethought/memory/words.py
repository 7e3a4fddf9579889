"""The words of a text as they are looked up: lower-cased, stemmed, identifiers split and also kept whole.

`parseHTTPHeader`, `parse_http_header` and `parse.http.header` all give pars, http, header and, joined, the
compound parse_http_header: a name is found by its parts and by any spelling of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from py_rust_stemmers import SnowballStemmer  # type: ignore[import-untyped]

# Ideographs and syllables of scripts without spaces stand alone; all else is a run of letters and digits that
# may hold the joints of an identifier, a path, a version or a contraction.
_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+(?:[_./:\-'’]+[^\W_]+)*")
_JOINT = re.compile(r"[_./:\-]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_CONTRACTED = re.compile(r"['’][^\W_]*")
_LABEL = re.compile(r"\s*([A-Z][\w-]*(?: [A-Z][\w-]*)?):\s")
_MOST = 256  # tokens of a question that are looked up
_LONGEST = 64  # characters: past it a run is data, not a word

_STOP = """
a about above after again all also am an and any are aren as at be because been before being below between both
but by can could couldn d did didn do does doesn doing don done down during each either else ever every few for
from further get gets got had hadn has hasn have haven having he her here hers herself him himself his how i if
in into is isn it its itself just let ll m may me might more most much must my myself no nor not now of off on
once only or other our ours out over own re s same shall she should shouldn so some such t than that the their
theirs them themselves then there these they this those through to too under until up us ve very was wasn we
were weren what when where whether which while who whom whose why will with won would wouldn yet you your yours
yourself
"""
STOP = frozenset(_STOP.split())

_stem_word: Callable[[str], str] = SnowballStemmer("english").stem_word


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    return _stem_word(word)


def tokens(text: str) -> list[str]:
    """Every word that can be looked up, in order; a compound follows its parts and is told by its `_`."""
    found = []
    for match in _RUN.finditer(text):
        run = _CONTRACTED.sub("", match.group())
        parts = [part.lower() for part in _JOINT.split(run) if part]
        found += [stem(part) for part in parts if part not in STOP and len(part) <= _LONGEST]
        if len(parts) > 1 and len(run) <= _LONGEST:
            found.append("_".join(parts))
    return found


def labels(text: str) -> list[str]:
    """What stands before a colon at the start, as in `Ada: I moved …` or `Decision: …`, as tokens of their own.

    Who said something counts for more than who is merely named in it.
    """
    match = _LABEL.match(text)
    return [label(token) for token in tokens(match.group(1))] if match else []


def label(token: str) -> str:
    return token + ":"


class Asked(NamedTuple):
    word: str  # as it was written, so that a result can say why
    share: float  # what the token stands for of that word


def asked(query: str) -> dict[str, Asked]:
    """The tokens of a query, or of the beginning of a very long one. Those of one written word share its weight:
    an identifier counts once, not once for each of its parts."""
    found: dict[str, Asked] = {}
    for match in _RUN.finditer(query):
        if len(found) >= _MOST:
            break
        parts = tokens(match.group())
        for token in parts:
            known = found.get(token)
            if known is None or known.share < 1 / len(parts):
                found[token] = Asked(match.group(), 1 / len(parts))
    return found
