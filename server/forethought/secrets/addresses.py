"""Credentials inside addresses: user:password@host, and the keys of signed URLs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from forethought.secrets.hits import Hit
from forethought.secrets.plausible import is_password, is_placeholder, is_token
from forethought.secrets.vocabulary import DATABASES

_HOST = r"(?=[\w\[$])"
_URL = re.compile(rf"://([^\s/:@?#\"'<>`]{{0,80}}+):((?!\d{{1,5}}[/?#])[^\s/\"'<>`]{{1,200}})@{_HOST}")
# People forget to escape "/" and "@" in a password. Only where a database is meant is that clear enough.
_UNESCAPED = re.compile(r"://([^\s/:@?#\"'<>`]{0,80}+):((?!\d{1,5}/)[^\s\"'<>`]{1,200})@(?=[\w.-]{1,80})")
_TOKEN_AS_USER = re.compile(rf"://([A-Za-z0-9_-]{{20,200}}+)(?::[\w-]{{0,40}}+)?@{_HOST}")
_GO_DSN = re.compile(r"\b[\w.-]{1,40}+:([^\s\"'`:]{1,100})@(?:tcp|unix)\(", re.ASCII)
_HOST_ALONE = re.compile(r"@(?:\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost)\b")
_LOGIN_ALONE = re.compile(r"(?<![\w/:.-])[\w.-]{1,40}+:([^\s/:\"'`<>]{4,60})\Z", re.ASCII)
_SIGNED = re.compile(r"(?:AccountKey|SharedAccessKey|[?&;]sig|X-Amz-Signature|X-Goog-Signature)=([^\s;&\"']{16,}+)")


def find_in_addresses(text: str) -> Iterator[Hit]:
    if "://" in text and "@" in text:
        yield from _urls(text)
    if "@tcp(" in text or "@unix(" in text:
        yield from (Hit(*found.span(1), "connection-string") for found in _GO_DSN.finditer(text) if _real(found[1]))
    for host in _HOST_ALONE.finditer(text):
        login = _LOGIN_ALONE.search(text, max(0, host.start() - 100), host.start())
        if login and is_password(login[1], literal=False):
            yield Hit(*login.span(1), "connection-string")
    if any(word in text for word in ("AccountKey=", "AccessKey=", "sig=", "-Signature=")):
        yield from (Hit(*found.span(1), "azure-key") for found in _SIGNED.finditer(text) if is_token(found[1]))


def _urls(text: str) -> Iterator[Hit]:
    for found in _UNESCAPED.finditer(text):
        if _is_database(text, found.start()) and _real(found[2]):
            yield Hit(*found.span(2), "connection-string")
    for found in _URL.finditer(text):
        if _real(found[2]):
            yield Hit(*found.span(2), "basic-auth-url")
    for found in _TOKEN_AS_USER.finditer(text):
        if is_token(found[1]):
            yield Hit(*found.span(1), "basic-auth-url")


def _is_database(text: str, at: int) -> bool:
    scheme = re.split(r"[^a-z0-9]", text[max(0, at - 24) : at].lower())
    return any(part.startswith(DATABASES) for part in scheme[-3:])


def _real(password: str) -> bool:
    """In this place anything is a password, but for templates and words that stand for one."""
    return not is_placeholder(password)
