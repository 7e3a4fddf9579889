"""One event per change of branch or commit, whatever git does in between."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from forethought.episodes import branches
from forethought.episodes.branches import watch
from forethought.episodes.git import Checkout, find_checkout
from forethought.events import BranchSeen

State = tuple[str | None, str | None]  # branch, commit


class Watched:
    """A running watch and what it told."""

    def __init__(self, repository: Any) -> None:
        self._repository = repository
        self.told: list[BranchSeen] = []
        self.stop = asyncio.Event()
        self._news = asyncio.Event()
        self.task = asyncio.create_task(watch(find_checkout(repository.root), self._hear, self.stop))

    @property
    def states(self) -> list[State]:
        return [(seen.branch, seen.head) for seen in self.told]

    def _hear(self, seen: BranchSeen) -> None:
        self.told.append(seen)
        self._news.set()

    async def until_told(self, count: int, within: float = 15.0) -> BranchSeen:
        async with asyncio.timeout(within):
            while len(self.told) < count:
                self._news.clear()
                await self._news.wait()
        return self.told[-1]

    async def told_exactly(self, *expected: State) -> None:
        """These states were told, in order, and nothing else before the next change."""
        await self.until_told(len(expected))
        await in_thread(self._repository.git, "symbolic-ref", "HEAD", "refs/heads/fence")
        assert (await self.until_told(len(expected) + 1)).branch == "fence"
        assert self.states[:-1] == list(expected)

    async def tells_nothing(self, seconds: float = 0.9) -> None:
        """Longer than quiet and notice take together."""
        count = len(self.told)
        await asyncio.sleep(seconds)
        assert len(self.told) == count


@asynccontextmanager
async def watching(repository: Any) -> AsyncIterator[Watched]:
    watched = Watched(repository)
    try:
        await watched.until_told(1)
        yield watched
    finally:
        watched.stop.set()
        await watched.task


async def in_thread(work: Callable[..., Any], *args: Any, **options: Any) -> Any:
    return await asyncio.to_thread(work, *args, **options)


async def test_the_first_state_is_told_at_once(repository: Any) -> None:
    async with watching(repository) as watched:
        assert watched.told == [BranchSeen(str(repository.root), "main", repository.git("rev-parse", "HEAD"))]


async def test_a_checkout_is_one_event(repository: Any) -> None:
    main = repository.git("rev-parse", "HEAD")
    repository.git("switch", "-q", "-c", "feature/x")
    feature = repository.commit()
    async with watching(repository) as watched:
        await in_thread(repository.git, "checkout", "-q", "main")
        await watched.told_exactly(("feature/x", feature), ("main", main))


async def test_a_new_branch_is_one_event(repository: Any) -> None:
    main = repository.git("rev-parse", "HEAD")
    async with watching(repository) as watched:
        await in_thread(repository.git, "switch", "-q", "-c", "idea")
        await watched.told_exactly(("main", main), ("idea", main))


async def test_a_detached_head_is_one_event_without_a_branch(repository: Any) -> None:
    first = repository.git("rev-parse", "HEAD")
    second = repository.commit()
    async with watching(repository) as watched:
        await in_thread(repository.git, "checkout", "-q", first)
        await watched.told_exactly(("main", second), (None, first))


async def test_a_commit_and_its_amendment_are_one_event_each(repository: Any) -> None:
    first = repository.git("rev-parse", "HEAD")
    async with watching(repository) as watched:
        second = await in_thread(repository.commit)
        await watched.until_told(2)
        await in_thread(repository.git, "commit", "-q", "--amend", "-m", "better words")
        third = repository.git("rev-parse", "HEAD")
        await watched.told_exactly(("main", first), ("main", second), ("main", third))


async def test_the_first_commit_of_all_is_one_event(new_repository: Any) -> None:
    repository = new_repository("young")
    async with watching(repository) as watched:
        commit = await in_thread(repository.commit)
        await watched.told_exactly(("main", None), ("main", commit))


def twenty_commits_behind(repository: Any) -> None:
    """A branch `work` of 20 commits, and a main that went on without it."""
    repository.git("switch", "-q", "-c", "work")
    for number in range(20):
        repository.commit(f"file{number}")
    repository.git("switch", "-q", "main")
    repository.commit("elsewhere")
    repository.git("switch", "-q", "work")


@pytest.mark.parametrize("backend", ["--merge", "--apply"])
async def test_a_rebase_of_twenty_commits_is_one_event(repository: Any, backend: str) -> None:
    twenty_commits_behind(repository)
    before = repository.git("rev-parse", "HEAD")
    async with watching(repository) as watched:
        await in_thread(repository.git, "rebase", "-q", backend, "main")
        after = repository.git("rev-parse", "HEAD")
        await watched.told_exactly(("work", before), ("work", after))
        assert before != after


def conflict(repository: Any) -> None:
    """`mine` and main have changed the same line; `mine` is checked out."""
    repository.git("switch", "-q", "-c", "mine")
    repository.commit(text="mine\n")
    repository.git("switch", "-q", "main")
    repository.commit(text="theirs\n")
    repository.git("switch", "-q", "mine")


@pytest.mark.parametrize("operation", ["rebase", "merge", "cherry-pick"])
async def test_a_conflict_is_waited_for_until_it_is_resolved(repository: Any, operation: str) -> None:
    conflict(repository)
    before = repository.git("rev-parse", "HEAD")
    async with watching(repository) as watched:
        await in_thread(repository.git, operation, "main", check=False)
        assert repository.git("status", "--porcelain").startswith(("UU", "AA"))
        await watched.tells_nothing()
        (repository.root / "file").write_text("both\n")
        repository.git("add", "file")
        await in_thread(repository.git, "-c", "core.editor=true", operation, "--continue")
        after = repository.git("rev-parse", "HEAD")
        await watched.told_exactly(("mine", before), ("mine", after))


async def test_an_aborted_rebase_is_no_event(repository: Any) -> None:
    conflict(repository)
    before = repository.git("rev-parse", "HEAD")
    async with watching(repository) as watched:
        await in_thread(repository.git, "rebase", "main", check=False)
        await in_thread(repository.git, "rebase", "--abort")
        await watched.tells_nothing()
        await watched.told_exactly(("mine", before))


async def test_in_the_middle_of_a_rebase_the_branch_is_the_one_being_rebased(repository: Any) -> None:
    conflict(repository)
    repository.git("rebase", "main", check=False)
    async with watching(repository) as watched:
        assert watched.told[0].branch == "mine"
        await watched.tells_nothing()


async def test_a_rebase_left_behind_does_not_hide_another_branch(repository: Any) -> None:
    conflict(repository)
    repository.git("rebase", "main", check=False)
    async with watching(repository) as watched:
        await in_thread(repository.git, "checkout", "-q", "-f", "main")
        assert (await watched.until_told(2)).branch == "main"


async def test_a_bisection_is_no_event(repository: Any) -> None:
    commits = [repository.commit() for _ in range(8)]
    async with watching(repository) as watched:
        await in_thread(repository.git, "bisect", "start", commits[-1], commits[0])
        assert repository.git("rev-parse", "HEAD") != commits[-1]
        await watched.tells_nothing()
        await in_thread(repository.git, "bisect", "reset", "-q", check=False)
        await watched.tells_nothing()
        await watched.told_exactly(("main", commits[-1]))


async def test_a_worktree_has_its_own_branch_and_leaves_the_first_alone(repository: Any, repository_at: Any) -> None:
    main = repository.git("rev-parse", "HEAD")
    other = repository_at("other")
    async with watching(repository) as first:
        await in_thread(repository.git, "worktree", "add", "-q", "-b", "aside", str(other.root))
        async with watching(other) as second:
            assert second.told == [BranchSeen(str(other.root), "aside", main)]
            commit = await in_thread(other.commit, "new")
            await second.told_exactly(("aside", main), ("aside", commit))
        await first.told_exactly(("main", main))


async def test_a_lock_holds_events_back_but_a_stale_one_not_for_ever(
    repository: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(branches, "_LOCK_SECONDS", 2.5)
    lock = repository.root / ".git" / "index.lock"
    async with watching(repository) as watched:
        lock.touch()
        began = time.monotonic()
        await in_thread(repository.git, "symbolic-ref", "HEAD", "refs/heads/next")
        assert (await watched.until_told(2)).branch == "next"
        assert time.monotonic() - began > 2.5
    lock.unlink()


async def test_a_change_that_gives_no_notice_is_found_by_looking(
    repository: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plumbing moves the branch without touching anything in the git directory itself."""
    monkeypatch.setattr(branches, "_LOOK_SECONDS", 0.5)
    first = repository.git("rev-parse", "HEAD")
    second = repository.commit()
    async with watching(repository) as watched:
        await in_thread(repository.git, "update-ref", "refs/heads/main", first)
        assert (await watched.until_told(2)).head == first
        assert second != first


@pytest.fixture
def no_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only notices wake the watch."""
    monkeypatch.setattr(branches, "_LOOK_SECONDS", 60.0)


@pytest.mark.usefixtures("no_looks")
async def test_a_git_directory_that_is_replaced_is_followed_again(repository: Any) -> None:
    async with watching(repository) as watched:
        await in_thread(shutil.rmtree, repository.root / ".git")
        await in_thread(repository.git, "init", "-q", "-b", "fresh")
        await watched.until_told(2)
        commit = await in_thread(repository.commit)
        await watched.until_told(3)
        assert watched.states[1:] == [("fresh", None), ("fresh", commit)]


@pytest.mark.usefixtures("no_looks")
async def test_a_git_directory_that_is_gone_is_waited_for(repository: Any) -> None:
    away = repository.root / "away"
    async with watching(repository) as watched:
        await in_thread((repository.root / ".git").rename, away)
        await watched.tells_nothing()
        await in_thread(repository.git, "--git-dir", str(away), "symbolic-ref", "HEAD", "refs/heads/back")
        await in_thread(away.rename, repository.root / ".git")
        assert (await watched.until_told(2)).branch == "back"


async def test_without_watches_left_the_checkout_is_polled(repository: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*args: object, **options: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("watchfiles.watch", none_left)
    async with watching(repository) as watched:
        await in_thread(repository.git, "switch", "-q", "-c", "polled")
        assert (await watched.until_told(2)).branch == "polled"


async def test_a_plain_folder_is_told_once_and_not_followed(tmp_path: Path) -> None:
    told: list[BranchSeen] = []
    async with asyncio.timeout(5):
        await watch(Checkout(tmp_path), told.append, asyncio.Event())
    assert told == [BranchSeen(str(tmp_path), None, None)]


async def stops_at_once(watched: list[Watched], how: Callable[[Watched], object]) -> None:
    began = time.monotonic()
    for each in watched:
        how(each)
    await asyncio.wait([each.task for each in watched])
    while any(thread.name.startswith("branches") for thread in threading.enumerate()):
        await asyncio.sleep(0.01)
        assert time.monotonic() - began < 5.0
    assert time.monotonic() - began < 1.0  # 0.1 s where the machine is idle


@pytest.mark.parametrize("how", [lambda watched: watched.stop.set(), lambda watched: watched.task.cancel()])
async def test_many_watches_cost_little_and_stop_at_once(repository: Any, how: Callable[[Watched], object]) -> None:
    watched = [Watched(repository) for _ in range(20)]
    await asyncio.gather(*(each.until_told(1) for each in watched))
    before = time.process_time()
    await asyncio.sleep(1.0)
    assert time.process_time() - before < 0.2
    await stops_at_once(watched, how)


async def test_nothing_is_told_after_the_stop(repository: Any) -> None:
    async with watching(repository) as watched:
        repository.git("switch", "-q", "-c", "late")
        watched.stop.set()
        await watched.task
        await asyncio.sleep(0.6)
    assert len(watched.told) == 1
