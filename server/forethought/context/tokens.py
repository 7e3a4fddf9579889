"""Counting tokens, exactly, with no network: tiktoken over the ranks that ship with the package."""

from __future__ import annotations

import base64
import gzip
from functools import cache
from importlib import resources

import tiktoken

NAME = "o200k_base"
# How o200k_base cuts text before it merges bytes, and its special tokens: facts of the encoding.
_WORD_END = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_PATTERN = "|".join(
    [
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_WORD_END}",
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_WORD_END}",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ]
)
_SPECIAL = {"<|endoftext|>": 199999, "<|endofprompt|>": 200018}


@cache
def encoding() -> tiktoken.Encoding:
    """Takes a tenth of a second, once."""
    packed = resources.files("forethought").joinpath("assets", "tokens", f"{NAME}.tiktoken.gz").read_bytes()
    ranks = {}
    for line in gzip.decompress(packed).splitlines():
        token, rank = line.split()
        ranks[base64.b64decode(token)] = int(rank)
    return tiktoken.Encoding(NAME, pat_str=_PATTERN, mergeable_ranks=ranks, special_tokens=_SPECIAL)


def count(text: str) -> int:
    """Tokens of a text; what looks like a special token in it is text like any other."""
    try:
        return len(encoding().encode_ordinary(text))
    except UnicodeEncodeError:  # a lone surrogate, which no encoding knows
        return len(encoding().encode_ordinary(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")))
