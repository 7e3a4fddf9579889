"""Secrets given to a command, a header or a statement, where only the place says what they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from forethought.secrets.hits import Hit
from forethought.secrets.plausible import is_code, is_password, is_placeholder, is_token, looks_random
from forethought.secrets.vocabulary import DULL


def _chosen(value: str) -> bool:
    return is_password(value, literal=True) and not is_code(value)


def _clearly_chosen(value: str) -> bool:
    return is_password(value, literal=False) and not is_code(value) and "//" not in value


def _given(value: str) -> bool:
    return not is_placeholder(value)


def _diceware(value: str) -> bool:
    return DULL.isdisjoint(re.split(r"[ -]", value))


_ARGS = r"(?:[^\n|;]|\\\n){0,300}?\s"
_WORD = r"""["']?(?P<value>[^\s"'|;&<>`]{1,200})"""
_AFTER_USER = r"[\s=]?[\"']?[\w.@+\\-]{1,60}[:%](?P<value>[^\s\"'|;&<>`]{1,200})"
_TOKEN = r"(?:token=)?[\"']?(?P<value>[A-Za-z0-9._~+/=:|-]{12,}+)"
_SCHEME = r"[\"']?\s{0,3}[:=,]\s{0,3}[\"']?(?:(?:Token|ApiKey|Api-Key|Key|Bot|Digest|OAuth|GenieKey)\s+)?"
_NAME_AND = r"[\w.@+-]{1,40}(?:\s?[:/|]\s?|\s(?:and|with)\s)[\"'`]?"
_ECHOED = r"\s{1,3}(?:-n\s)?[\"']?(?:[\w.-]{1,40}:)?(?P<value>[^\s\"'|:]{1,100})[\"']?\s{0,3}\|"

_TWO_QUOTED = r"\s{0,4}[\"'][^\"'\n]{1,60}[\"']\s{0,4},\s{0,4}[\"'](?P<value>[^\"'\n]{1,200})[\"']"
_MANY_WORDS = r"(?P<value>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})"
_SAID = r"[\"']?\s{0,3}(?:[:=]|is\b|was\b)\s{0,3}[\"'`]?"

# (kind, what it starts with, what follows, when the value counts)
_RULES: tuple[tuple[str, str, str, Callable[[str], bool]], ...] = (
    ("bearer-token", "bearer", rf"[\"']?[\s,:+]{{1,4}}{_TOKEN}", is_token),
    ("bearer-token", "authorization", _SCHEME + _TOKEN, is_token),
    ("cookie", "cookie:", r"\s{0,3}(?P<value>[^\r\n\"']{8,2000})", looks_random),
    ("gcp-service-account", "private_key_id", r"\W{1,6}(?P<value>[0-9a-f]{32,}+)", is_token),
    ("password", "curl|wget|smbclient|rpcclient", rf"{_ARGS}(?:-u|-U|--user|--proxy-user){_AFTER_USER}", _chosen),
    ("password", "http |https |xh ", rf"(?:{_ARGS})?(?:-a|--auth){_AFTER_USER}", _chosen),
    # With a space mysql would ask, and what follows is the database.
    ("password", "mysql|mariadb|mycli|7z|rar ", rf"\w*(?:{_ARGS})?-p{_WORD}", _chosen),
    ("password", "sshpass|mongo|mosquitto_|cqlsh", rf"\w*{_ARGS}-[pP][\s=]?{_WORD}", _chosen),
    ("password", "docker login|podman login|az login|oc login|registry login", rf"{_ARGS}-p[\s=]?{_WORD}", _chosen),
    ("password", "sqlcmd|bcp|zip|unzip", rf"{_ARGS}-P[\s=]?{_WORD}", _chosen),
    ("password", "redis-cli", rf"{_ARGS}-a[\s=]?{_WORD}", _chosen),
    ("password", "ldap", rf"\w+{_ARGS}-w[\s=]?{_WORD}", _chosen),
    ("password", "openssl", rf"{_ARGS}(?:-k\s|-pass(?:in|out)?\s{{1,3}}[\"']?pass:){_WORD}", _chosen),
    ("password", "xfreerdp|rdesktop", rf"{_ARGS}(?:/p:|-p\s?){_WORD}", _chosen),
    ("password", "htpasswd", rf"{_ARGS}-\w*b\w*\s+\S+\s+\S+\s+{_WORD}", _chosen),
    ("password", "echo|printf", rf"{_ECHOED}\s{{0,3}}(?:sudo\s+(?:-S\b|chpasswd)|chpasswd)", _chosen),
    ("password", "echo|printf", rf"{_ECHOED}[^\n|]{{1,80}}--password-stdin", _chosen),
    ("password", "identified", rf"\s+(?:WITH\s+\w+\s+)?BY\s+(?=[\"']){_WORD}", _chosen),
    ("password", "convertto-securestring", rf"\s+(?:-String\s+)?{_WORD}", _chosen),
    ("password", "sqlplus", r"\s{1,3}(?:-\w+\s+)?[\w.-]{1,40}/(?P<value>[^\s@\"']{1,100})@", _chosen),
    ("connection-string", "jdbc:oracle:thin:", r"[^\s/@]{1,60}/(?P<value>[^\s\"']{1,100})(?=@\w)", _given),
    ("password", "net use", rf"{_ARGS}/user:\S{{1,60}}\s{_WORD}", _chosen),
    ("password", "login(|auth(|auth=(|wifi.begin(|credential(|credentials(|authenticate(", _TWO_QUOTED, _chosen),
    (
        "seed-phrase",
        "seed phrase|recovery phrase|mnemonic",
        _SAID + _MANY_WORDS,
        _given,
    ),
    ("password", "passphrase", rf"{_SAID}(?P<value>[a-z]{{2,12}}(?:[ -][a-z]{{2,12}}){{3,7}})(?![\w ])", _diceware),
    ("recovery-code", "recovery code|backup code", rf"s?{_SAID}(?P<value>[\w-]{{6,40}})", _clearly_chosen),
    ("pin", "pin|cvv|cvc|pin code", rf"{_SAID}(?P<value>\d{{3,8}}+)(?![\w.])", lambda value: len(value) > 3),
    ("password", "login", r"\s+\S{1,80}\s+password\s+(?P<value>\S{1,200})", _given),
    (
        "password",
        "credential|creds|login|log in|sign in|wifi|wi-fi",
        rf"\w*[^\n:=/]{{0,40}}?(?:\s(?:is|are|with|as|using)|[:=])\s{{0,3}}[\"'`]?{_NAME_AND}"
        r"(?P<value>[^\s\"'`,;]{4,100})",
        _clearly_chosen,
    ),
)
_COMPILED = tuple(
    (kind, start, re.compile(rest, re.IGNORECASE), holds)
    for kind, starts, rest, holds in _RULES
    for start in starts.split("|")
)


def find_in_commands(text: str, low: str) -> Iterator[Hit]:
    """`low` is the text in lower case, letter by letter."""
    for kind, start, rest, holds in _COMPILED:
        at = low.find(start)
        while at >= 0:
            after = at + len(start)
            found = None if at and low[at - 1].isalnum() and start[-1] != "(" else rest.match(text, after)
            if found and holds(found["value"]):
                yield Hit(*found.span("value"), kind)
            at = low.find(start, found.end() if found else after)
