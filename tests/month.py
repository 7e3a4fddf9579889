"""A month of a developer's work, made up but always the same for a seed: several projects, branches, files that
belong together, bursts of keys, saves, looks elsewhere, tools that fail and succeed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from repo import git

WORDS = ["token", "login", "cart", "price", "basket", "order", "stock", "user", "group"]
WORDS += ["session", "cache", "index", "parse", "walk", "tree", "query", "store"]
GROUPS, FUNCTIONS = 12, 6
START = datetime(2026, 10, 1, 8)


class Step(NamedTuple):
    """One raw event: `kind` is open, key, quiet, save, close, focus, branch, tool or fail."""

    time: datetime
    project: int
    kind: str
    path: str = ""
    line: int = 0
    text: str = ""


def groups(project: int) -> list[list[str]]:
    """Files that are edited together: a module, its test and sometimes a page about it."""
    names = [f"{WORDS[(project * 5 + n) % len(WORDS)]}_{n}" for n in range(GROUPS)]
    return [
        [f"src/{name}.py", f"tests/test_{name}.py", *([f"docs/{name}.md"] if n % 3 == 0 else [])]
        for n, name in enumerate(names)
    ]


def text_of(path: str) -> str:
    if path.endswith(".md"):
        return f"# {path}\n\nWords about it.\n"
    stem = Path(path).stem
    body = "".join(
        f"def {stem}_{n}(value):\n    result = value + {n}\n    return result\n\n\n" for n in range(FUNCTIONS)
    )
    return f'"""What {stem} is for."""\n\n\n{body}'


def repository(folder: Path, project: int) -> Path:
    for path in (path for group in groups(project) for path in group):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text_of(path))
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "The beginning")
    return folder.resolve()


def branches(project: int, number: int) -> list[str]:
    return [
        "main",
        *(f"{'fix' if n % 2 else 'feature'}/{WORDS[(project + n) % len(WORDS)]}-{n}" for n in range(1, number)),
    ]


def month(
    seed: int = 1, days: int = 30, events: int = 60_000, projects: int = 3, branch_count: int = 12
) -> Iterator[Step]:
    """The month's raw events in the order of time, `events` of them."""
    rng = random.Random(seed)
    left = events
    for day in range(days):
        time = START + timedelta(days=day)
        end = left - events // days if day < days - 1 else 0
        while left > end:
            project = rng.randrange(projects)
            for step in _stretch(rng, time, project, rng.choice(branches(project, branch_count // projects))):
                time = step.time
                yield step
                left -= 1
                if left <= end:
                    break
            time += timedelta(minutes=rng.randrange(6, 30))


def _stretch(rng: random.Random, time: datetime, project: int, branch: str) -> Iterator[Step]:
    """Some minutes of work on a few files that belong together."""

    def later(seconds: float) -> datetime:
        nonlocal time
        time += timedelta(seconds=seconds)
        return time

    yield Step(later(2), project, "branch", branch)
    files = rng.choice(groups(project))
    for path in files:
        yield Step(later(3), project, "open", path)
    for _ in range(rng.randrange(3, 9)):
        path = rng.choice(files)
        yield Step(later(rng.randrange(2, 60)), project, "focus", path)
        line = 4 + 5 * rng.randrange(FUNCTIONS) if path.endswith(".py") else 2
        for key in "# " + rng.choice(WORDS):
            yield Step(later(0.2), project, "key", path, line, key)
        yield Step(later(0.2), project, "key", path, line, "\n" if rng.random() < 0.2 else " ")
        yield Step(later(2), project, rng.choice(("quiet", "save")), path)
        if rng.random() < 0.3:
            yield Step(later(10), project, rng.choice(("tool", "tool", "fail")), "pytest")
    for path in files:
        yield Step(later(1), project, "close", path)


def rows(number: int, seed: int = 1, files: int = 2000, days: int = 1500) -> Iterator[dict[str, Any]]:
    """Years of interactions as rows of file_interactions, in the order of time."""
    rng = random.Random(seed)
    paths = [f"src/{rng.choice(WORDS)}/{rng.choice(WORDS)}_{n}.py" for n in range(files)]
    symbols = {path: [f"{rng.choice(WORDS).title()}.{rng.choice(WORDS)}_{n}" for n in range(12)] for path in paths}
    made, time, pause = 0, START - timedelta(days=days), days * 86_400 / (number / 60)
    while made < number:
        session, branch = f"{rng.getrandbits(128):032x}", f"feature/{rng.choice(WORDS)}-{rng.randrange(40)}"
        first = min(files - 4, int(rng.expovariate(1) * files / 8))
        time += timedelta(seconds=pause * rng.uniform(0.5, 1.5))
        for _ in range(60):
            time += timedelta(seconds=rng.randrange(2, 60))
            path = paths[first + rng.randrange(4)]
            operation = rng.choice(("open", "edit", "edit", "write", "view"))
            touched = rng.sample(symbols[path], rng.choice((1, 1, 1, 2))) if operation == "edit" else None
            yield {
                "time": time,
                "session": session,
                "task": f"branch/{branch}",
                "branch": branch,
                "path": path,
                "operation": operation,
                "lines": f"[[{rng.randrange(900)}, {rng.randrange(900)}]]" if touched else None,
                "symbols": touched,
                "success": True,
                "why": f"because {rng.choice(WORDS)} needs {rng.choice(WORDS)}" if rng.random() < 0.02 else None,
                "summary": f"changed {', '.join(f'`{name}`' for name in touched)}" if touched else None,
                "event": made,
            }
            made += 1
