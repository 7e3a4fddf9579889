"""What is open in an editor counts, not what is on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from forethought.code import live as live_module
from index.followed import Followed, functions

Follow = Callable[[], Followed]


async def test_unsaved_text_counts_until_the_document_is_closed(root: Path, follow: Follow) -> None:
    (root / "a.py").write_text(functions("saved"))
    async with follow() as followed:
        await followed.exact()
        followed.index.typed("a.py", functions("saved", "typed"))
        await followed.index.settled()
        assert followed.names("a.py") == ["saved", "typed"]
        assert followed.index.facts("a.py") == followed.heard["a.py"]
        followed.index.closed("a.py")
        await followed.index.settled()
        assert followed.names("a.py") == ["saved"]
        await followed.exact()


async def test_a_change_on_disk_does_not_reach_an_open_document(root: Path, follow: Follow) -> None:
    (root / "a.py").write_text(functions("first"))
    async with follow() as followed:
        await followed.exact()
        followed.index.typed("a.py", functions("typed"))
        await followed.index.settled()
        (root / "a.py").write_text(functions("second"))
        (root / "fence.py").write_text("")
        await followed.until(lambda: "fence.py" in followed.heard)
        await followed.complete()
        assert followed.names("a.py") == ["typed"]
        followed.index.closed("a.py")
        await followed.index.settled()
        assert followed.names("a.py") == ["second"]


async def test_a_document_that_was_never_saved_is_there_and_goes(root: Path, follow: Follow) -> None:
    async with follow() as followed:
        await followed.complete()
        followed.index.typed("new.py", functions("a"))
        await followed.index.settled()
        assert followed.names("new.py") == ["a"]
        followed.index.closed("new.py")
        await followed.index.settled()
        assert not followed.heard


async def test_a_deleted_file_that_is_still_open_stays(root: Path, follow: Follow) -> None:
    (root / "a.py").write_text(functions("a"))
    async with follow() as followed:
        await followed.exact()
        followed.index.typed("a.py", functions("b"))
        (root / "a.py").unlink()
        (root / "fence.py").write_text("")
        await followed.until(lambda: "fence.py" in followed.heard)
        assert followed.names("a.py") == ["b"]
        followed.index.closed("a.py")
        await followed.index.settled()
        assert list(followed.heard) == ["fence.py"]


async def test_of_two_editors_the_one_that_typed_last_counts(root: Path, follow: Follow) -> None:
    (root / "a.py").write_text(functions("disk"))
    async with follow() as followed:
        await followed.exact()
        followed.index.typed("a.py", functions("one"), "1")
        followed.index.typed("a.py", functions("two"), "2")
        await followed.index.settled()
        assert followed.names("a.py") == ["two"]
        followed.index.typed("a.py", functions("one", "again"), "1")
        await followed.index.settled()
        assert followed.names("a.py") == ["one", "again"]
        followed.index.closed("a.py", "1")
        await followed.index.settled()
        assert followed.names("a.py") == ["two"]
        followed.index.closed("a.py", "2")
        await followed.index.settled()
        assert followed.names("a.py") == ["disk"]


async def test_a_document_opened_during_the_first_scan_is_not_overwritten(root: Path, follow: Follow) -> None:
    for number in range(200):
        (root / f"m{number}.py").write_text(functions("disk"))
    async with follow() as followed:
        for number in range(0, 200, 20):
            followed.index.typed(f"m{number}.py", functions("typed"))
        await followed.complete()
        await followed.index.settled()
        assert {followed.names(f"m{number}.py")[0] for number in range(0, 200, 20)} == {"typed"}
        assert len(followed.heard) == 200


@pytest.mark.parametrize(
    ("text", "reason"),
    [("x = 1\n" * 200_000, "larger than 1 MB"), ("a = '\0'", "binary"), ("a=1;" * 5000, "minified")],
)
async def test_a_text_unfit_for_the_index_leaves_it_and_comes_back(
    root: Path, follow: Follow, text: str, reason: str
) -> None:
    async with follow() as followed:
        await followed.complete()
        followed.index.typed("a.py", functions("a"))
        await followed.index.settled()
        followed.index.typed("a.py", text)
        await followed.index.settled()
        assert not followed.heard
        assert ("a.py", reason) in followed.index.skipped().files
        followed.index.typed("a.py", functions("b"))
        await followed.index.settled()
        assert followed.names("a.py") == ["b"]


async def test_an_open_document_that_is_ignored_or_a_link_is_not_indexed(root: Path, follow: Follow) -> None:
    (root / ".gitignore").write_text("ignored.py\n")
    (root / "real.py").write_text(functions("real"))
    (root / "link.py").symlink_to("real.py")
    async with follow() as followed:
        await followed.exact()
        for path in ("ignored.py", "link.py", ".env", "notes.txt"):
            followed.index.typed(path, functions("a"))
        await followed.index.settled()
        assert list(followed.heard) == ["real.py"]
        (root / ".gitignore").write_text("real.py\n")
        await followed.until(lambda: list(followed.heard) == ["ignored.py"])


async def test_texts_that_were_overtaken_are_not_parsed(
    root: Path, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with follow() as followed:
        await followed.complete()
        for number in range(500):
            followed.index.typed("a.py", functions(f"f{number}"))
        await followed.index.settled()
        assert followed.names("a.py") == ["f499"]
        assert len(followed.batches) < 5


async def test_saving_what_was_typed_parses_nothing(
    root: Path, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with follow() as followed:
        await followed.complete()
        followed.index.typed("a.py", functions("a"))
        await followed.index.settled()
        monkeypatch.setattr("forethought.code.reader.facts_of", None)
        (root / "a.py").write_text(functions("a"))
        await followed.until(lambda: followed.index._seen.get("a.py") is not None)
        monkeypatch.setattr(live_module, "read", None)
        followed.index.closed("a.py")
        await followed.index.settled()
        await followed.exact()


async def test_half_a_surrogate_pair_is_survived(root: Path, follow: Follow) -> None:
    async with follow() as followed:
        await followed.complete()
        followed.index.typed("a.py", "a = '\ud83d'\n" + functions("b"))
        await followed.index.settled()
        assert followed.names("a.py") == ["a", "b"]


async def test_whoever_takes_a_batch_badly_does_not_stop_the_index(root: Path, follow: Follow) -> None:
    async with follow() as followed:
        await followed.complete()
        real, followed.index._changed = followed.index._changed, _fail
        followed.index.typed("a.py", functions("a"))
        await followed.index.settled()
        followed.index._changed = real
        followed.index.typed("a.py", functions("b"))
        await followed.index.settled()
        assert followed.names("a.py") == ["b"]


async def _fail(_: object) -> None:
    await asyncio.sleep(0)
    raise ValueError
