"""Git's wildcards as regular expressions over bytes.

Git matches bytes, and its manual leaves out corner cases that real ignore files contain: `foo**/bar`, bracket
classes, escapes, broken patterns. A property test holds this translation to `git check-ignore`.
"""

from __future__ import annotations

import re
import string

_SPECIAL = b"*?[\\"
_NEVER = b"(?!)"
_CLASSES = {
    b"alnum": string.ascii_letters + string.digits,
    b"alpha": string.ascii_letters,
    b"blank": " \t",
    b"cntrl": "".join(map(chr, [*range(32), 127])),
    b"digit": string.digits,
    b"graph": string.ascii_letters + string.digits + string.punctuation,
    b"lower": string.ascii_lowercase,
    b"print": string.ascii_letters + string.digits + string.punctuation + " ",
    b"punct": string.punctuation,
    b"space": " \t\n\v\f\r",
    b"upper": string.ascii_uppercase,
    b"xdigit": string.hexdigits,
}


# Tokens of a pattern that are not a plain piece of regex.
_STAR, _ANYTHING, _FOLDERS, _SLASH = b"*", b"**", b"**/", b"/"


def translate(pattern: bytes, whole_path: bool) -> bytes | None:
    """The regex of a pattern, or None where git can never match it.

    The shortest match of what stands between two stars is always good enough, so all but the last piece are
    atomic groups: no pattern, however malicious, backtracks for long.
    """
    tokens = _tokens(pattern, whole_path)
    if tokens is None:
        return None
    sections = _split(tokens, _FOLDERS)
    regex = _section(sections[0])
    for number, section in enumerate(sections[1:], start=2):
        body = _section(section)
        last = number == len(sections) and _ANYTHING not in section
        regex += b"(?:.*/)?" + body if last else b"(?>(?:[^/]*/)*?" + body + b")"
    return regex


def _section(tokens: list[bytes]) -> bytes:
    """Names and slashes between two `**/`."""
    return b"/".join(_name(name) for name in _split(tokens, _SLASH))


def _name(tokens: list[bytes]) -> bytes:
    """One name, with its stars."""
    pieces = [b"".join(b".*" if token == _ANYTHING else token for token in piece) for piece in _split(tokens, _STAR)]
    if len(pieces) == 1:
        return pieces[0]
    middle = b"".join(b"(?>[^/]*?" + piece + b")" for piece in pieces[1:-1])
    return pieces[0] + middle + b"[^/]*" + pieces[-1]


def _split(tokens: list[bytes], at: bytes) -> list[list[bytes]]:
    parts: list[list[bytes]] = [[]]
    for token in tokens:
        if token == at:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _tokens(pattern: bytes, whole_path: bool) -> list[bytes] | None:
    tokens: list[bytes] = []
    plain = next((i for i, byte in enumerate(pattern) if byte in _SPECIAL), len(pattern))
    at, end = 0, len(pattern)
    while at < end:
        byte = pattern[at : at + 1]
        if byte == b"*":
            after = end - len(pattern[at:].lstrip(b"*"))
            # Git compares the plain beginning apart, so `**` right after it counts as if it came first.
            opens = at == plain or pattern[at - 1 : at] == b"/"
            closes = after == end or pattern.startswith((b"/", b"\\/"), after)
            if not (whole_path and after - at > 1 and opens and closes):
                tokens.append(_STAR)
            elif pattern.startswith(b"/", after):
                tokens.append(_FOLDERS)
                after += 1
            else:
                tokens.append(_ANYTHING)
            at = after
        elif byte == b"?":
            tokens.append(b"[^/]")
            at += 1
        elif byte == b"[":
            if (bracket := _bracket(pattern, at + 1)) is None:
                return None
            token, at = bracket
            tokens.append(token)
        else:
            at += byte == b"\\"
            if at == end:
                return None
            byte = pattern[at : at + 1]
            tokens.append(_SLASH if byte == b"/" else re.escape(byte))
            at += 1
    return tokens


def _bracket(pattern: bytes, at: int) -> tuple[bytes, int] | None:
    """The class that a bracket opened before `at`, and where the pattern goes on; None if it is broken."""
    negated = pattern[at : at + 1] in (b"!", b"^")
    at += negated
    members: set[int] = set()
    previous: int | None = None  # what a `-` would start from
    first = True
    while at < len(pattern) and (first or pattern[at] != ord("]")):
        first = False
        if pattern.startswith(b"[:", at):
            closing = pattern.find(b"]", at + 2)
            if closing < 0:
                return None
            if closing > at + 2 and pattern[closing - 1] == ord(":"):
                if (named := _CLASSES.get(pattern[at + 2 : closing - 1])) is None:
                    return None
                members.update(named.encode())
                previous, at = None, closing + 1
                continue
        is_range = pattern[at] == ord("-") and bool(previous) and pattern[at + 1 : at + 2] not in (b"", b"]")
        at += is_range
        at += pattern[at] == ord("\\")
        if at >= len(pattern):
            return None
        char = pattern[at]
        members.update(range(previous or 0, char + 1) if is_range else [char])
        previous = None if is_range else char
        at += 1
    if at >= len(pattern):
        return None
    matched = (set(range(256)) - members if negated else members) - {ord("/")}
    token = b"[" + b"".join(b"\\x%02x" % byte for byte in sorted(matched)) + b"]" if matched else _NEVER
    return token, at + 1
