"""Small made-up histories."""

from __future__ import annotations

from forethought.context.changes import Commit, Touch

HOUR = 3600


def commit(at: int, *paths: str, by: str = "ann", about: str = "", **more: object) -> Commit:
    return Commit(at * HOUR, by, about, tuple(Touch("M", path, None, 1000) for path in paths), **more)  # type: ignore[arg-type]


def moved(at: int, old: str, new: str) -> Commit:
    return Commit(at * HOUR, "ann", "move", (Touch("R", new, old, 1000),))


def deleted(at: int, path: str) -> Commit:
    return Commit(at * HOUR, "ann", "delete", (Touch("D", path),))


def shop(commits: int = 160) -> list[Commit]:
    """Cart and its test change together, so do the two halves of payment; other files change alone."""
    history = []
    for at in range(commits):
        match at % 4:
            case 0:
                history.append(commit(at, "shop/cart.py", "tests/test_cart.py", about="Round cart totals"))
            case 1:
                history.append(commit(at, "shop/pay.py", "shop/bank.py", by="bob", about="Retry refused payments"))
            case 2:
                history.append(commit(at, f"pages/page{at % 12}.html", about="Wording"))
            case _:
                history.append(commit(at, "shop/settings.py", about="Tune"))
    return history
