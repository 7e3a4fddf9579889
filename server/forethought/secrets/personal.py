"""Personal data with a shape and, where there is one, a checksum: mail, phone, card, IBAN, social security."""

from __future__ import annotations

import re
from collections.abc import Iterator

from forethought.secrets.hits import Hit
from forethought.secrets.vocabulary import FILE_ENDINGS, IBAN_LENGTHS, NOBODY, NOWHERE, TOP_DOMAINS

_AT_DOMAIN = re.compile(r"@((?:[^\W_][\w-]{0,62}+\.)++)([A-Za-z]{2,14})(?![\w(-])")
_LOCAL = re.compile(r"[^\W_][\w.+%'-]*\Z")

_CARD = re.compile(
    r"[3-6](?<![\w.-][3-6])(?:(?:(?<=4)\d|(?<=5)[1-5]|(?<=6)[0245]|(?<=3)5)\d\d([ \u00a0-]?)\d{4}\1\d{4}\1\d{4}"
    r"|(?<=3)(?:[47]\d\d([ \u00a0-]?)\d{6}\2\d{5}|[068]\d\d([ \u00a0-]?)\d{6}\3\d{4}))(?![\w-]|\.\d)"
    r"|2(?<![\w.-]2)[2-7]\d\d([ \u00a0-]?)\d{4}\4\d{4}\4\d{4}(?![\w-]|\.\d)",
    re.ASCII,
)
_IBAN = re.compile(r"[A-Z](?<![\w-][A-Z])[A-Z]\d\d(?:[ \u00a0-]?[A-Z0-9]{4}){2,7}(?:[ \u00a0-]?[A-Z0-9]{1,3})?(?!\w)")
_SSN = re.compile(r"[0-8](?<![\w.+-][0-8])\d\d([- ])(?!00)\d\d\1(?!0000)\d{4}(?![\w-]|\.\d)", re.ASCII)
_PHONES = (
    re.compile(r"\+(?<![\w+]\+)[1-9](?:[ \u00a0().-]{0,2}\d){7,14}(?!\w)", re.ASCII),
    re.compile(r"[2-9](?<![\w.+/-][2-9])(?<!\d .)\d\d(?:\) ?|[-. ])[2-9]\d\d[-. ]\d{4}(?![\w-]|\.\d)", re.ASCII),
)
_SAID = re.compile(r"(?:\w{0,12})[^\d\n+\w]{1,3}(?:\w{1,10}\W{1,3}){0,4}?([+(]?\d[\d ().\u00a0-]{6,18}\d)(?!\w)")
_SAID_OF = (
    *(("phone", word) for word in ("phone", "tel", "mobile", "cell", "fax", "whatsapp", "call me", "text me")),
    *(("us-ssn", word) for word in ("ssn", "social security")),
)
_DATE_OR_IP = re.compile(r"\d{4}-\d\d-\d\d|\d+\.\d+\.\d+\.")


def find_personal(text: str, low: str) -> Iterator[Hit]:
    if "@" in text:
        yield from _emails(text)
    for found in _CARD.finditer(text):
        if _luhn(found[0]):
            yield Hit(*found.span(), "credit-card")
    for found in _IBAN.finditer(text):
        if length := _iban(found[0]):
            yield Hit(found.start(), found.start() + length, "iban")
    for found in _SSN.finditer(text):
        if not found[0].startswith(("000", "666")):
            yield Hit(*found.span(), "us-ssn")
    for phone in _PHONES:
        yield from (Hit(*found.span(), "phone") for found in phone.finditer(text))
    yield from _said(text, low)


def _said(text: str, low: str) -> Iterator[Hit]:
    """A number without a shape of its own, after the word for it: phone: 5551234567."""
    for kind, word in _SAID_OF:
        at = low.find(word)
        while at >= 0:
            found = None if at and low[at - 1].isalpha() else _SAID.match(text, at + len(word))
            digits = sum(c.isdigit() for c in found[1]) if found else 0
            if found and 7 <= digits <= 15 and not _DATE_OR_IP.match(found[1]):
                yield Hit(*found.span(1), kind)
            at = low.find(word, at + len(word))


def _emails(text: str) -> Iterator[Hit]:
    for found in _AT_DOMAIN.finditer(text):
        at = found.start()
        local = _LOCAL.search(text[max(0, at - 64) : at])
        if not local:
            continue
        start = at - len(local[0])
        domain = (found[1] + found[2]).lower()
        if _is_person(local[0].lower(), domain) and not _is_login(text, start, found.end()):
            yield Hit(start, found.end(), "email")


def _is_person(local: str, domain: str) -> bool:
    labels = domain.split(".")
    top = labels[-1]
    if top not in TOP_DOMAINS and (len(top) != 2 or top in FILE_ENDINGS):
        return False
    placeholder = "example" in labels or domain in NOWHERE or "noreply" in domain
    return not placeholder and local not in NOBODY


def _is_login(text: str, start: int, end: int) -> bool:
    """name@host in a URL or in ssh and scp is an account on a machine."""
    before = text[max(0, start - 80) : start]
    if re.search(r"//[^\s/@]*$", before) or re.match(r":[\w.~-]*/", text[end : end + 40]):
        return True
    return bool(re.search(r"\b(?:ssh|scp|sftp|rsync|mosh)\s[^\n]{0,40}$", before))


def _luhn(number: str) -> bool:
    digits = [int(c) for c in number if c.isdigit()]
    if len(set(digits)) < 2:
        return False
    doubled = (d if i % 2 == 0 else d * 2 - 9 * (d > 4) for i, d in enumerate(reversed(digits)))
    return sum(doubled) % 10 == 0


def _iban(found: str) -> int:
    """How many characters of it are an IBAN: the pattern may have taken a word too much."""
    length = IBAN_LENGTHS.get(found[:2])
    taken = [i for i, c in enumerate(found) if c.isalnum()]
    if length is None or len(taken) < length:
        return 0
    end = taken[length - 1] + 1
    if len(taken) > length and found[end].isalnum():
        return 0
    compact = "".join(c for c in found[:end] if c.isalnum())
    return end if int("".join(str(int(c, 36)) for c in compact[4:] + compact[:4])) % 97 == 1 else 0
