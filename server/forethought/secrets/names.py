"""Which names announce a secret: DB_PASSWORD, clientSecret, x-api-key; but not tokenCount or passwordField."""

from __future__ import annotations

import re
from itertools import pairwise

from forethought.secrets.vocabulary import (
    ABOUT,
    PASSWORD_ENDS,
    PASSWORDS,
    PLAIN_KEYS,
    SECRETS,
    TOKEN_ENDS,
    TOKENS,
)

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\dA-Z_]+|\d+")


def secret_name(name: str) -> str | None:
    """The kind of secret that a value of this name is, if any."""
    words = [word.lower() for word in _WORDS.findall(name[-120:])]
    if not words or any(word in ABOUT for word in words):
        return None
    if "aws" in words and "secret" in words:
        return "aws-secret-key"
    for word in words:
        if word in PASSWORDS or word.endswith(PASSWORD_ENDS):
            return "password"
    if words[-1] in ("pass", "pw") or (words[-1].isdigit() and words[-2:-1] == ["pass"]):  # pass_zero is none
        return "password"
    for word in words:
        if word in SECRETS or word.endswith("secret"):
            return "secret"
    for word in words:
        if word in TOKENS or word.endswith(TOKEN_ENDS):
            return "token"
    return _key_name(words)


def _key_name(words: list[str]) -> str | None:
    """A key is a secret only with a word before it: api key, private key, STRIPE_KEY."""
    for before, word in pairwise(words):
        if word in ("key", "keys") and before not in PLAIN_KEYS and not before.isdigit():
            return "api-key"
    return None
