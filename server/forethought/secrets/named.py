"""Values that a name announces: password = "…", API_KEY=…, "clientSecret": "…", the password is ….

The words are looked for with `str.find`; only where a name is followed by something that assigns is the value
judged. What counts depends on the name: people choose passwords, machines issue tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from forethought.secrets.hits import Hit
from forethought.secrets.names import secret_name
from forethought.secrets.plausible import is_code, is_password, is_secret, is_token
from forethought.secrets.vocabulary import ABOUT, words

_MENTIONS = (
    *("pass", "pwd", "pw", "psk", "secret", "token", "key", "cred", "auth", "jwt", "contrase", "senha"),
    *("kennwort", "пароль", "密码", "パスワード"),
)
_NAME_TAIL = re.compile(r"[\w-]{0,40}+")

_QUOTED = r"""[rbuf@$]{0,2}(?P<quote>\\{0,3}["'`])(?P<quoted>(?:(?!(?P=quote))(?:\\.|[^\n])){1,4000}+)(?P=quote)"""
_BARE = r"""(?P<bare>[^\s"'`]{1,200})"""
_CLOSE = r"""(?:\\{0,3}["'`])?\]?\)?"""
_ASSIGN = r"(?:=>|->|:=|\?=|\|\|=|\?\?=|\?:|!:|::|[:=：](?!=))"
_TYPE = r"\s{0,2}\??:?\s{0,2}[&*\w.|<>\[\] ]{1,40}?\s{0,2}"

# How a value follows its name, the surest way first. Each is tried at the end of the name.
_FOLLOWS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # "password": "x"   password = 'x'   password: str = "x"   char password[] = "x"   == "x"
        rf"{_CLOSE}(?:\[\d{{0,4}}\])?[ \t]*(?:{_ASSIGN}|[=!]==?)\s{{0,40}}{_QUOTED}",
        rf"{_TYPE}:?=(?!=)[ \t]*{_QUOTED}",
        # PASSWORD=x   password: x   password: |\n  x
        rf"{_CLOSE}[ \t]*(?P<op>{_ASSIGN})[ \t]*(?:[|>][+-]?[ \t]*\n[ \t]+)?(?!\s){_BARE}",
        # set_password("x")   getenv("TOKEN", "x")   env.TOKEN || "x"
        rf"\(\s{{0,4}}{_QUOTED}",
        rf"""{_CLOSE}\s{{0,4}}(?:\|\||\?\?|\bor\b)\s{{0,4}}{_QUOTED}""",
        rf"""["']\s{{0,4}},\s{{0,4}}(?P<listed>){_QUOTED}""",
        # variable "password" { default = "x" }
        rf"""["']\s{{0,4}}\{{[^{{}}]{{0,200}}?\bdefault\s{{0,4}}=\s{{0,4}}{_QUOTED}""",
        # <password>x</password>   name="password" value="x"   - name: PASSWORD\n  value: x
        r"""(?:["'][^<>\n]{0,60})?>(?P<element>[^<>\n]{1,400})</""",
        rf"""(?:\\{{0,3}}["'])?[\s,;]{{1,40}}\\{{0,3}}["']?value\\{{0,3}}["']?\s{{0,3}}[:=]\s{{0,3}}{_QUOTED}""",
        r"""["']?[\s,]{1,40}["']?value["']?\s{0,3}[:=]\s{0,3}(?P<literal>[^\s"'`]{1,200})""",
    )
)
# In a sentence only what is clearly no word counts.
_SPOKEN = r"""(?P<prose>["'`“‘«]?[^\s"'`”’»]{1,200})"""
_CLAUSE = re.compile(r"(?:[^\n.]|\.(?! )){0,100}")
_PREPOSITIONS = words("at on per up down")
_UNUSUAL = re.compile(r"""[\d"'`“‘«]""")
_SAID_AFTER = re.compile(
    r"(?:[ \t](?:is|was|are|to|be|of|est|lautet|ist|es)\b[:=]?|[ \t]?(?:[:=]|->|→)|[ \t][–-][ \t]|[ \t]\()"
    rf"[ \t]*{_SPOKEN}"
)
_SAID_BEFORE = re.compile(
    rf"(?<!\S){_SPOKEN}[\"'`]?[ \t]+(?:as|is)[ \t]+(?:the|my|our|your|a)[ \t]+(?:\w+[ \t]+){{0,3}}\Z"
)
_NEXT_WORD = re.compile(rf"[ \t]+{_SPOKEN}")
_FLAG = re.compile(rf"(?:\s{{1,3}}|=)(?!-)(?:{_QUOTED}|(?P<literal>[^\s\"'`]{{1,200}}))")
_FLAG_NAME = re.compile(r"--?[A-Za-z-]+")
_REST = re.compile(r"""[^\s"'`]{0,200}""")
_WHOLE = re.compile(r"""[^\s"'`]*+""")
_KIND_OF_KEY = re.compile(
    r"\b(?:api|access|secret|private|encryption|signing|licen[cs]e|master|shared|auth|account|service|app|storage) \Z",
    re.IGNORECASE,
)
_NEXT_FIELD = re.compile(r"[,;&](?=\s*[\w .$-]{1,40}[=:])|[&#](?=\w+=|$)|\\$")
_ENV_NAME = re.compile(r"[A-Z][A-Z0-9_]{2,}")


def find_named(text: str, low: str) -> Iterator[Hit]:
    """`low` is the text in lower case, letter by letter."""
    for word in _MENTIONS:
        at = low.find(word)
        while at >= 0:
            tail = _NAME_TAIL.match(text, at + len(word))
            end = tail.end() if tail else at + len(word)
            hit = _value_after(text, at, end)
            if hit:
                yield hit
            at = low.find(word, max(end, hit.end) if hit else end)


def _value_after(text: str, at: int, end: int) -> Hit | None:
    start = _start_of_name(text, at)
    name = text[start:end]
    kind = None
    for pattern in (_FLAG, *_FOLLOWS) if _FLAG_NAME.fullmatch(name) else _FOLLOWS:
        if found := pattern.match(text, end):
            kind = kind or _kind(text, start, name)
            hit = _judge(text, found, kind, name) if kind else None
            if hit or kind is None or pattern is _FLAG:
                return hit
    return _in_prose(text, start, end)


def _kind(text: str, start: int, name: str) -> str | None:
    if text.startswith("::", start - 2):  # AWS::IAM::AccessKey is the name of a type
        return None
    return secret_name(name.lstrip("-"))


def _in_prose(text: str, start: int, end: int) -> Hit | None:
    """The password for the staging database is …; use … as the password."""
    if end < len(text) and text[end] not in " \t\n:.,;!":
        return None
    if (word := _NEXT_WORD.match(text, end)) and word["prose"].lower().rstrip(":") in ABOUT - _PREPOSITIONS:
        return None  # the password field, the token limit
    clause = _CLAUSE.match(text, end)
    stop = clause.end() if clause else end
    name = text[start:end]
    kind = _kind(text, start, name) if _UNUSUAL.search(text, max(0, start - 80), stop) else None
    if kind is None:
        return None
    if name.lower() == "pass":  # mostly a verb
        candidates = [_SAID_AFTER.match(text, end, stop)]
    else:
        candidates = [
            *islice(_SAID_AFTER.finditer(text, end, stop), 4),
            _NEXT_WORD.match(text, end, stop),
            _SAID_BEFORE.search(text, max(0, start - 80), start),
        ]
    hits = (_judge(text, found, kind, name) for found in candidates if found)
    return next((hit for hit in hits if hit), None)


def _start_of_name(text: str, at: int) -> int:
    stop = max(0, at - 60)
    while at > stop and (text[at - 1].isalnum() or text[at - 1] in "_-"):
        at -= 1
    if text[at : at + 3].lower() == "key" and (said := _KIND_OF_KEY.search(text, max(0, at - 20), at)):
        at = said.start()
    return at


def _judge(text: str, found: re.Match[str], kind: str, name: str) -> Hit | None:
    group = found.lastgroup or ""
    start, end = found.span(group)
    if group in ("quoted", "element"):
        listed = "listed" in found.re.groupindex  # ("pass", "global") may be a list of words
        holds = is_secret if listed and kind == "password" else _HOLDS.get(kind, is_token)
        return Hit(start, end, kind) if holds(text[start:end], literal=True) else None
    if rest := _REST.match(text, end):  # what the bounds of the pattern cut off
        end = rest.end()
    value, lead = _trim(text[start:end])
    env = group == "bare" and found["op"] == "=" and found.end("op") == start and bool(_ENV_NAME.fullmatch(name))
    if group == "prose" and lead == 0 and kind == "password" and not _clear(value):
        return None
    if is_code(value) and not (env and not value.endswith(("(", "[", ")", "]"))):
        return None
    if not _HOLDS.get(kind, is_token)(value, literal=env or group == "literal"):
        return None
    start += lead
    if start + len(value) == end and (rest := _WHOLE.match(text, end)):
        return Hit(start, rest.end(), kind)
    return Hit(start, start + len(value), kind)


def _trim(value: str) -> tuple[str, int]:
    """The value without the quote before and the punctuation after it."""
    lead = len(value) - len(value.lstrip("\"'`“‘«"))
    value = value[lead:]
    if cut := _NEXT_FIELD.search(value):
        value = value[: cut.start()]
    value = value.rstrip(".,;:")
    for close, opening in (")", "("), ("]", "["), ("}", "{"), (">", "<"):
        while value.endswith(close) and opening not in value:
            value = value[:-1].rstrip(".,;:")
    return value, lead


def _clear(value: str) -> bool:
    """Said in a sentence without quotes, a password must not be mistaken for a word."""
    return any(c.isalpha() for c in value) and any(c.isdigit() for c in value) and len(value) >= 6


# How a value of each kind is judged; all others are issued by machines.
_HOLDS = {"password": is_password, "secret": is_secret}
