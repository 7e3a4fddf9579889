"""Keeps secrets and personal data out of everything that is stored, embedded, logged or sent.

    redact("the password is …")  ->  Redacted("the password is [redacted:password]", ("password",))

Only the secret is replaced, by its kind; the words around it stay, so that the sentence remains of use.
Pure and linear in the length of the text. Detectors, the surest first:

issued      tokens with a shape of their own (ghp_…, AKIA…, JWT, key blocks)
addresses   user:password@host, signed URLs
commands    mysql -p…, curl -u name:…, Authorization: …
named       a name that announces a secret (names), and a value that may be one (plausible)
personal    mail, phone, card, IBAN, social security
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any, NamedTuple

from forethought.secrets.addresses import find_in_addresses
from forethought.secrets.commands import find_in_commands
from forethought.secrets.hits import MARKER, Hit, marker, replace
from forethought.secrets.issued import find_issued
from forethought.secrets.named import find_named
from forethought.secrets.names import secret_name
from forethought.secrets.personal import find_personal

__all__ = ["Redacted", "redact", "redact_data"]

_PASSES = 8  # a replaced secret may lay the next one open; more often than this only if made to
_DEEPEST = 100


class Redacted(NamedTuple):
    text: str
    kinds: tuple[str, ...]


def redact(text: str) -> Redacted:
    """The text without secrets, and the kinds of those that were in it."""
    kinds: set[str] = set()
    for _ in range(_PASSES):
        text, found = replace(text, _hits(text))
        if not found:
            break
        kinds |= found
    return Redacted(text, tuple(sorted(kinds)))


def redact_data(value: Any) -> tuple[Any, tuple[str, ...]]:
    """The same for nested JSON-like data, where the name of a field says what its text is."""
    kinds: set[str] = set()
    clean = _clean(value, None, kinds, 0)
    return clean, tuple(sorted(kinds))


def _hits(text: str) -> Iterator[Hit]:
    done = [found.span() for found in MARKER.finditer(text)] if "[redacted:" in text else []
    starts = [start for start, _ in done]
    for escape in ("\\n", "\\r", "\\t"):  # in a quoted text they end a word as the real ones do
        text = text.replace(escape, "  ")
    low = text.replace("İ", "i").lower()  # the one letter whose lower case has another length
    for hit in (
        *find_issued(text),
        *find_in_addresses(text),
        *find_in_commands(text, low),
        *find_named(text, low),
        *find_personal(text, low),
    ):
        before = bisect_left(starts, hit.end) - 1
        if before < 0 or done[before][1] <= hit.start:
            yield hit


def _clean(value: Any, announced: str | None, kinds: set[str], depth: int) -> Any:
    """`announced` is the kind of secret that the name of this value speaks of."""
    if isinstance(value, str):
        if announced and value and not MARKER.fullmatch(value):
            kinds.add(announced)
            return marker(announced)
        redacted = redact(value)
        kinds.update(redacted.kinds)
        return redacted.text
    if not isinstance(value, dict | list | tuple):
        return value
    if depth == _DEEPEST:
        kinds.add("too-deep")
        return marker("too-deep")
    if isinstance(value, dict):
        paired = _named_by(value)
        return {
            _clean(name, None, kinds, depth + 1): _clean(item, _announced(name, paired), kinds, depth + 1)
            for name, item in value.items()
        }
    items = (_clean(item, announced, kinds, depth + 1) for item in value)
    return tuple(items) if isinstance(value, tuple) else list(items)


def _announced(name: Any, paired: str | None) -> str | None:
    if not isinstance(name, str):
        return None
    return paired if name.lower() == "value" else secret_name(name)


def _named_by(fields: dict[Any, Any]) -> str | None:
    """{"key": "db password", "value": "…"}: the name is a field of its own."""
    for field in ("key", "name", "Key", "Name"):
        if isinstance(fields.get(field), str):
            return secret_name(fields[field])
    return None
