"""Could this value be a real secret? Placeholders, code, labels and words are not.

A value is judged only after its name has said "password", "token" and the like: randomness alone says
nothing, because code is full of hashes.
"""

from __future__ import annotations

import re

from forethought.secrets.vocabulary import DULL

_TEMPLATE = re.compile(
    r"\$\{|\{\{|\#\{|\$\(|\{\w{0,40}\}|%\(\w{1,40}\)s|<[\w .:/-]{1,40}>|\*\*\*|\.\.\.|…|\[redacted:", re.IGNORECASE
)
_PLACEHOLDER = re.compile(
    r"""
      [$%@]\w+[%@]? | \$[A-Za-z_]\w*(?:[:.]\w+)* | %[sdrv] | :\w+          # $VAR, %VAR%, %s, :bind
    | [<\[{(].*[>\]})] | [.*•_\#=+~?-]+ | (.)\1* | x{3,}.*                 # <token>, ----, xxxx
    | (?:op|vault|env|file|ssm|keyring|arn|gcpsm)[:+].* | !\w+ | projects/.* | ENC\[.* | &\w+ # kept elsewhere
    | (?:~|\.{1,2})?/[\w.@-]+(?:/[\w.@-]+)+/? | (?:[A-Za-z]:\\|\\\\|https?://).*         # a path, an address
    | [\w./-]+\.(?:txt|pem|key|json|ya?ml|env|toml|ini|cfg|py|[jt]sx?|crt|md|html?|css|png|svg|sh|go|rs|java)
    | 1234?5?6?7?8?9?0? | 0123456789 | abc | abcd(?:ef)? | abc123 | foo | bar | baz | qux
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_DULL_PARTS = ("example", "placeholder", "changeme", "change-me", "change_me", "replace", "dummy", "todo")
_DULL_STARTS = ("your", "my-", "my_", "insert", "enter-", "enter_", "replace", "change", "put-", "put_")
_SECRET_WORDS = re.compile(r"pass|pwd|secret|token|(?<![a-z\d])keys?(?![a-z])|apikey|cred|auth", re.IGNORECASE)
_CODE = re.compile(
    r"[!&*+(-]*[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)+;?|.*[\w\])][\[(].*|.*=>.*", re.DOTALL
)
_TECHNICAL = re.compile(
    r"(?<![a-z\d])(?:rsa|hs|rs|es|ed|x|ec|k|s|p|i|l|h|http|pbkdf|v|ipv|win|mp)\d+(?:n|s|y|id)?(?![a-z\d])"
    r"|(?<![a-z\d])(?:x|ec|http)\d+(?=[a-z]{2})|(?:sha|md|base|utf|aes|oauth|argon)\d+(?:mb\d|id)?",
    re.IGNORECASE,
)
_SHORT = "Id|Ip|Db|Ui|Io|Os|On|To|By|In|Of|At|Is"
_WORDY = re.compile(
    rf"(?:[A-Z]{{0,6}}[a-z]{{2,}}|{_SHORT}|[A-Z]+|[a-z])"
    rf"(?:[A-Z][a-z]{{2,}}|[A-Z]{{2,4}}(?![a-z])|{_SHORT})*\d{{0,4}}|\d+[a-z]{{0,2}}"
)
_PART = re.compile(r"[^\W_]+")
_INNER_SIGN = re.compile(r"\w[!@#$%^&*+~=]+\w")
_NO_VOWEL = re.compile(r"[b-df-hj-np-tv-xz]{6}")
_VOWELS = frozenset("aeiouyAEIOUY")
_JUDGED = 256  # characters looked at: a longer value has shown by then what it is


def looks_random(value: str) -> bool:
    """Made by a generator: at least eight characters in pieces that are neither words nor plain numbers."""
    return _odd_characters(value) >= 8


def _odd_characters(value: str) -> int:
    return sum(len(part) for part in _PART.findall(value[:_JUDGED]) if _irregular(part))


def _irregular(part: str) -> bool:
    part = _TECHNICAL.sub("", part)
    if not _WORDY.fullmatch(part):
        return len(part) > 1
    letters = part.rstrip("0123456789")
    # A "word" of this length with hardly a vowel, or none for long, was not written by a person.
    vowels = sum(c in _VOWELS for c in letters)
    return len(letters) >= 12 and (vowels * 6 < len(letters) or bool(_NO_VOWEL.search(letters)))


def is_placeholder(value: str) -> bool:
    value = value[:_JUDGED]
    bare = value.strip(" \t!?.,;:'\"`|&*")
    low = bare.lower()
    if not bare or low in DULL or low.startswith(_DULL_STARTS) or low.endswith(("_here", "-here", "xxxx")):
        return True
    if _PLACEHOLDER.fullmatch(value) or _PLACEHOLDER.fullmatch(bare) or _TEMPLATE.search(value):
        return True
    return any(part in low for part in _DULL_PARTS) and not looks_random(bare)


def is_code(value: str) -> bool:
    """An expression that fetches the secret from elsewhere: get_password(), os.environ[, user.token."""
    if value.endswith(("[", "(")):
        return True
    return bool(_CODE.fullmatch(value[:_JUDGED])) and (_odd_characters(value) < 16 or "(" in value)


def is_token(value: str, *, literal: bool = True) -> bool:
    """What a machine issues: tokens and keys must look random, or be one long number."""
    if len(value) < 8 or is_placeholder(value) or any(c.isspace() for c in value[:_JUDGED]):
        return False
    return looks_random(value) or (value.isdigit() and len(value) >= 16)


def is_secret(value: str, *, literal: bool) -> bool:
    """Between the two: a client secret is random, but people also choose them."""
    if is_token(value):
        return True
    return literal and len(value) >= 6 and is_password(value, literal=True) and _mixed(value) and not _slug(value)


def is_password(value: str, *, literal: bool) -> bool:
    """What a person chooses. `literal`: written as a value for certain (quoted, in an .env line, a flag)."""
    value = value[:_JUDGED]
    if len(value) < 4 or is_placeholder(value):
        return False
    if any(c.isspace() for c in value):
        return any(_strong(word) and not is_placeholder(word) for word in value.split())
    if _TECHNICAL.match(value) and not looks_random(value):
        return False
    if value.isdigit():
        return len(value) >= 6
    if value.replace("-", "").replace("_", "").replace(".", "").isalpha():
        return _word_as_password(value, literal)
    return literal or (_mixed(value) and not (value.isidentifier() and _SECRET_WORDS.search(value)))


def _word_as_password(value: str, literal: bool) -> bool:
    """Letters only: a word, a label, a name in code, or "dragon"."""
    dull = any(word.lower() in DULL for word in _PART.findall(value))
    if dull or "." in value or _SECRET_WORDS.search(value):
        return looks_random(value)
    if literal:
        return not value.istitle()
    return looks_random(value) or (value.isalpha() and value.islower() and len(value) >= 14)


def _mixed(value: str) -> bool:
    """Letters, and something that words do not have."""
    return any(c.isalpha() for c in value) and any(c.isdigit() or c in "!@#$%^&*?+~|" for c in value)


def _slug(value: str) -> bool:
    """The name of a thing: app-tls-2024, user:42:profile."""
    return bool(re.fullmatch(r"[a-z]+(?:[-_.:/][a-z]+|[-_.:/]\d{1,4})*+", value))


def _strong(word: str) -> bool:
    """In a sentence of several words: one that is none."""
    return any(c.isalpha() for c in word) and (
        (len(word) >= 8 and _mixed(word) and word.lower() != word != word.upper()) or bool(_INNER_SIGN.search(word))
    )
