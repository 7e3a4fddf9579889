"""Whatever happens to a checkout, the facts heard become those of a scan from scratch."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from forethought.code import index as index_module
from forethought.code import watch as watch_module
from forethought.code.cache import Cache
from forethought.code.inotify import Inotify, Lost
from forethought.code.watch import Everything
from index.followed import Followed, functions
from repo import git

Follow = Callable[[], Followed]


@pytest.fixture(params=["inotify", "watchfiles"])
def either_watch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux has a watch of its own; the other one serves elsewhere, and runs here too."""
    if request.param == "watchfiles":
        monkeypatch.setattr(watch_module.sys, "platform", "darwin")


async def test_new_changed_and_deleted_files_are_seen(root: Path, follow: Follow, either_watch: None) -> None:
    (root / "a.py").write_text(functions("a"))
    async with follow() as followed:
        await followed.exact()
        (root / "b.py").write_text(functions("b"))
        await followed.until(lambda: followed.names("b.py") == ["b"])
        (root / "a.py").write_text(functions("a", "more"))
        await followed.until(lambda: followed.names("a.py") == ["a", "more"])
        (root / "a.py").unlink()
        await followed.until(lambda: "a.py" not in followed.heard)
        await followed.exact()


async def test_new_folders_are_followed_to_any_depth(root: Path, follow: Follow, either_watch: None) -> None:
    async with follow() as followed:
        await followed.exact()
        (root / "x/y/z").mkdir(parents=True)
        (root / "x/y/z/a.py").write_text(functions("a"))
        await followed.until(lambda: followed.names("x/y/z/a.py") == ["a"])
        (root / "x/y/z/a.py").write_text(functions("b"))
        await followed.until(lambda: followed.names("x/y/z/a.py") == ["b"])
        await followed.exact()


async def test_an_empty_folder_that_was_there_is_watched_too(root: Path, follow: Follow, either_watch: None) -> None:
    (root / "empty/inside").mkdir(parents=True)
    async with follow() as followed:
        await followed.exact()
        (root / "empty/inside/a.py").write_text(functions("a"))
        await followed.until(lambda: followed.names("empty/inside/a.py") == ["a"])


async def test_a_renamed_folder_takes_its_files_along(root: Path, follow: Follow, either_watch: None) -> None:
    (root / "old/deep").mkdir(parents=True)
    (root / "old/deep/a.py").write_text(functions("a"))
    async with follow() as followed:
        await followed.exact()
        (root / "old").rename(root / "new")
        await followed.until(lambda: list(followed.heard) == ["new/deep/a.py"])
        (root / "new/deep/a.py").write_text(functions("b"))
        await followed.until(lambda: followed.names("new/deep/a.py") == ["b"])
        (root / "old").mkdir()
        (root / "old/c.py").write_text(functions("c"))
        await followed.until(lambda: followed.names("old/c.py") == ["c"])
        await followed.exact()


async def test_deleted_and_moved_away_folders_take_their_files_with_them(
    root: Path, follow: Follow, tmp_path: Path, either_watch: None
) -> None:
    for name in ("gone", "moved"):
        (root / name / "deep").mkdir(parents=True)
        (root / name / "deep/a.py").write_text(functions(name))
    async with follow() as followed:
        await followed.exact()
        shutil.rmtree(root / "gone")
        (root / "moved").rename(tmp_path / "elsewhere")
        await followed.until(lambda: not followed.heard)
        await followed.exact()


async def test_a_file_that_becomes_a_folder_and_back_is_followed(
    root: Path, follow: Follow, either_watch: None
) -> None:
    (root / "a.py").write_text(functions("file"))
    async with follow() as followed:
        await followed.exact()
        (root / "a.py").unlink()
        (root / "a.py").mkdir()
        (root / "a.py/b.py").write_text(functions("inside"))
        await followed.until(lambda: list(followed.heard) == ["a.py/b.py"])
        shutil.rmtree(root / "a.py")
        (root / "a.py").write_text(functions("again"))
        await followed.until(lambda: list(followed.heard) == ["a.py"])
        await followed.exact()


async def test_a_file_saved_by_replacing_it_is_one_change(root: Path, follow: Follow) -> None:
    (root / "a.py").write_text(functions("a"))
    async with follow() as followed:
        await followed.exact()
        before = len(followed.batches)
        (root / "a.py.tmp").write_text(functions("b"))
        (root / "a.py").rename(root / "a.py~")
        (root / "a.py.tmp").rename(root / "a.py")
        (root / "a.py~").unlink()
        await followed.until(lambda: followed.names("a.py") == ["b"])
        assert len(followed.batches) == before + 1


async def test_a_touched_file_with_the_same_content_is_no_change(root: Path, follow: Follow) -> None:
    (root / "a.py").write_text(functions("a"))
    async with follow() as followed:
        await followed.exact()
        before = followed.index.revision
        os.utime(root / "a.py")
        (root / "a.py").write_text(functions("a"))
        (root / "fence.py").write_text(functions("fence"))
        await followed.until(lambda: "fence.py" in followed.heard)
        assert list(followed.batches[-1]) == ["fence.py"]
        assert followed.index.revision == before + 1


async def test_changed_ignore_rules_take_files_out_and_in(root: Path, follow: Follow, either_watch: None) -> None:
    (root / "made").mkdir()
    (root / "made/a.py").write_text(functions("a"))
    (root / "b.py").write_text(functions("b"))
    async with follow() as followed:
        await followed.exact()
        (root / ".gitignore").write_text("made/\n")
        await followed.until(lambda: list(followed.heard) == ["b.py"])
        assert ("made/", "gitignore") in followed.index.skipped().files
        (root / "made/c.py").write_text(functions("c"))
        (root / ".gitignore").write_text("b.py\n")
        await followed.until(lambda: sorted(followed.heard) == ["made/a.py", "made/c.py"])
        (root / "made/c.py").write_text(functions("d"))
        await followed.until(lambda: followed.names("made/c.py") == ["d"])
        await followed.exact()


async def test_a_folder_turned_into_an_environment_is_left_out(root: Path, follow: Follow) -> None:
    (root / "env").mkdir()
    (root / "env/a.py").write_text(functions("a"))
    async with follow() as followed:
        await followed.exact()
        (root / "env/pyvenv.cfg").write_text("")
        await followed.until(lambda: not followed.heard)
        assert ("env/", "vendored") in followed.index.skipped().files


def write(root: Path, count: int, word: str) -> None:
    for number in range(count):
        path = root / f"p{number % 20}" / f"m{number}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(functions(f"{word}{number}"))


def branches(root: Path, count: int) -> None:
    """Two branches that differ in `count` files, a few of which and some folders are in one of them only."""
    write(root, count, "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "main")
    git(root, "checkout", "-q", "-b", "other")
    write(root, count, "other")
    shutil.rmtree(root / "p3")
    (root / "only").mkdir()
    (root / "only/here.py").write_text(functions("here"))
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "other")
    git(root, "checkout", "-q", "main")


async def test_a_branch_switch_of_500_files_is_one_batch(root: Path, cache: Cache) -> None:
    branches(root, 500)
    async with Followed(root, cache, lambda: (root / ".git/index.lock").exists()) as followed:
        await followed.exact()
        for branch in ("other", "main", "other"):
            before = len(followed.batches)
            git(root, "checkout", "-q", branch)
            await followed.until(lambda: ("only/here.py" in followed.heard) == (branch == "other"))  # noqa: B023
            await followed.exact()
            assert len(followed.batches) == before + 1
            assert len(followed.batches[-1]) > 500


async def test_a_branch_switch_made_while_nothing_ran_is_seen_at_start(root: Path, cache: Cache) -> None:
    branches(root, 40)
    async with Followed(root, cache) as followed:
        await followed.exact()
    git(root, "checkout", "-q", "other")
    async with Followed(root, cache) as followed:
        await followed.exact()
        assert followed.names("p1/m1.py") == ["other1"]


async def test_a_restart_parses_nothing_that_was_parsed(
    root: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    branches(root, 40)
    for branch in ("main", "other"):
        git(root, "checkout", "-q", branch)
        async with Followed(root, cache) as followed:
            await followed.exact()
    monkeypatch.setattr("forethought.code.workers.COMMAND", ("/does/not/exist",))
    monkeypatch.setattr("forethought.code.reader.facts_of", None)
    git(root, "checkout", "-q", "main")
    async with Followed(root, cache) as followed:
        await followed.exact()


async def test_an_index_killed_in_the_middle_goes_on_where_it_was(root: Path, tmp_path: Path) -> None:
    write(root, 400, "f")
    program = Path(__file__).parents[1] / "bench" / "index_speed.py"
    data = tmp_path / "data"
    for kept in (1, 20_000, 60_000):
        running = subprocess.Popen([sys.executable, program, root, "--data", data], stdout=subprocess.DEVNULL)
        while running.poll() is None and not ((data / "facts").exists() and (data / "facts").stat().st_size > kept):
            await asyncio.sleep(0.002)
        running.kill()
        running.wait()
    async with Followed(root, Cache(data)) as followed:
        await followed.exact()


async def test_two_checkouts_of_one_project_share_what_was_parsed_and_nothing_else(
    root: Path, cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    branches(root, 30)
    second = tmp_path.resolve() / "second"
    async with Followed(root, cache) as one:
        await one.exact()
        git(root, "worktree", "add", "-q", "--detach", str(second), "main")
        with monkeypatch.context() as patched:
            patched.setattr("forethought.code.workers.COMMAND", ("/does/not/exist",))
            async with Followed(second, cache) as two:
                await two.exact()
                (second / "p1/m1.py").write_text(functions("changed"))
                await two.until(lambda: two.names("p1/m1.py") == ["changed"])
                await two.exact()
        assert one.names("p1/m1.py") == ["main1"]
        await one.exact()


async def test_without_watches_left_it_says_so_and_looks_from_time_to_time(
    root: Path, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(index_module, "_POLL_SECONDS", 0.05)
    (root / "a.py").write_text(functions("a"))
    with monkeypatch.context() as patched:
        patched.setattr(Inotify, "add", full)
        followed = await follow().__aenter__()
        await followed.until(lambda: followed.names("a.py") == ["a"])
        await followed.until(lambda: "No space left" in followed.index.problem)
        (root / "b.py").write_text(functions("b"))
        await followed.until(lambda: followed.names("b.py") == ["b"])
    await followed.until(lambda: not followed.index.problem)  # there is room again
    await followed.__aexit__()


async def test_lost_notices_mean_a_look_at_everything(
    root: Path, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Inotify.read

    def overflow(self: Inotify, seconds: float | None) -> set[str] | None:
        if real(self, seconds):
            raise Lost
        return None if seconds is None else set()

    async with follow() as followed:
        await followed.exact()
        monkeypatch.setattr(Inotify, "read", overflow)
        (root / "wake").write_text("")  # ends the read that began before
        (root / "a.py").write_text(functions("a"))
        await followed.until(lambda: followed.names("a.py") == ["a"])


async def test_a_checkout_that_is_deleted_and_made_again_is_followed(
    root: Path, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_module, "_POLL_SECONDS", 0.05)
    (root / "a.py").write_text(functions("a"))
    async with follow() as followed:
        await followed.exact()
        shutil.rmtree(root)
        await followed.until(lambda: not followed.heard and bool(followed.index.problem))
        root.mkdir()
        (root / "b.py").write_text(functions("b"))
        await followed.until(lambda: followed.names("b.py") == ["b"])
        (root / "b.py").write_text(functions("c"))
        await followed.until(lambda: followed.names("b.py") == ["c"])
        assert not followed.index.problem


async def test_ignored_folders_and_links_are_not_watched(
    root: Path, follow: Follow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of dependencies has tens of thousands of folders, and a link may lead to the whole disk."""
    added: list[str] = []
    real = Inotify.add
    monkeypatch.setattr(Inotify, "add", lambda self, folder: (added.append(folder), real(self, folder))[1])
    (root / "node_modules/left").mkdir(parents=True)
    (root / "src").mkdir()
    (root / "src/up").symlink_to(tmp_path)
    async with follow() as followed:
        await followed.exact()
        (root / "later").mkdir()
        (root / "later/node_modules").mkdir()
        (root / "later/a.py").write_text(functions("a"))
        await followed.until(lambda: "later/a.py" in followed.heard)
    assert sorted({folder.removeprefix(str(root)) for folder in added}) == ["/", "/later/", "/src/"]


def test_the_other_watch_gives_its_thread_back(root: Path) -> None:
    everything = Everything(f"{root}/")
    everything.stop()
    assert everything.read(None) is None
