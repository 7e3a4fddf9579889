"""Tags as people write them, and those that a memory's own words and files suggest."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from forethought.errors import InvalidParams
from forethought.memory.words import tokens

MOST, LONGEST = 50, 100
_LANGUAGES = {
    ".py": "python", ".ts": "typescript", ".tsx": "typescript", ".js": "javascript", ".jsx": "javascript", ".go": "go",
    ".rs": "rust", ".java": "java", ".c": "c", ".cpp": "cpp", ".cs": "csharp", ".rb": "ruby", ".php": "php",
    ".kt": "kotlin", ".swift": "swift", ".scala": "scala", ".lua": "lua", ".sh": "bash", ".sql": "sql",
}  # fmt: skip
_TOPICS = {
    "auth": "login logout password token session oauth jwt permission credential signin",
    "database": "database sql postgres postgresql mysql sqlite duckdb migration schema query table",
    "testing": "test pytest unittest fixture mock assertion coverage jest",
    "deploy": "deploy deployment release rollout docker kubernetes helm staging production",
    "api": "api endpoint rest graphql route http request response",
    "security": "security secret vulnerability csrf xss injection encrypt sanitize",
    "performance": "performance latency cache slow benchmark profile throughput",
    "style": "format formatter lint linter indent naming style",
    "logging": "log logging logger trace metric telemetry",
    "frontend": "css html component react vue button layout",
}
_WORDS = ("c", "go", "sql", "swift")  # languages whose names are words of their own
_TOPIC = {token: topic for topic, words in _TOPICS.items() for token in tokens(words)}


def given(tags: Iterable[str]) -> tuple[str, ...]:
    """As they are kept: without `#`, each once, in the order given."""
    found = dict.fromkeys(tag.strip().lstrip("#").strip() for tag in tags)
    if "" in found:
        raise InvalidParams("tags: a tag is empty")
    if len(found) > MOST or any(len(tag) > LONGEST for tag in found):
        raise InvalidParams(f"tags: at most {MOST}, of at most {LONGEST} characters each")
    return tuple(found)


def inferred(content: str, files: Iterable[str], kind: str) -> tuple[str, ...]:
    """From paths, languages, topics."""
    found = [kind] if kind in ("preference", "convention", "decision") else []
    for file in files:
        path = PurePosixPath(file)
        if language := _LANGUAGES.get(path.suffix):
            found.append(language)
        found += [_TOPIC[token] for token in tokens(str(path.with_suffix(""))) if token in _TOPIC]
    words = tokens(content)
    found += [word for word in _LANGUAGES.values() if word in words and word not in _WORDS]
    found += [_TOPIC[word] for word in words if word in _TOPIC]
    return tuple(dict.fromkeys(found))
