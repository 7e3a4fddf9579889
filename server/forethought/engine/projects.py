"""Which project a path belongs to, and the projects that are open."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from forethought.code.ignore import Ignore
from forethought.engine.folder import Folder
from forethought.engine.project import Project
from forethought.engine.session import Session
from forethought.episodes import git
from forethought.episodes.identity import project_id
from forethought.errors import InvalidParams, NotFound
from forethought.events import BranchSeen
from forethought.jobs import SingleFlight

if TYPE_CHECKING:
    from forethought.engine import Engine

# How long a project nobody uses stays open: a person's next command comes soon, or not today.
LINGER = 60.0
# How long a path's checkout is believed: `git init` is rare, commands come in rows.
FRESH = 5.0


class Place(NamedTuple):
    """A file of a project: the folder it lies in and its name there, with `/`."""

    folder: Folder
    path: str

    @property
    def project(self) -> Project:
        return self.folder.project


class Projects:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._open: dict[str, Project] = {}
        self._folders: dict[str, Folder] = {}
        self._checkouts: dict[str, tuple[float, git.Checkout]] = {}  # until when to believe it
        self._entering: SingleFlight[str, Folder] = SingleFlight()
        self._opening: SingleFlight[str, Project] = SingleFlight()  # worktrees share one

    async def enter(self, session: Session, path: str) -> Folder:
        """The project's folder that a path lies in; from now on this session works there."""
        checkout = await self._checkout(path)
        if checkout.git_dir is None and not (checkout.root / git.CONFIG).exists():
            # A plain folder begins where the editor opened it, not where a file happens to lie.
            around = [root for root in session.hello.roots if Path(path).is_relative_to(root)]
            checkout = await self._checkout(min(around, key=len)) if around else checkout
        folder = await self._entering.get(str(checkout.root), lambda: self._folder(checkout))
        folder.enter(session)
        return folder

    async def folder(self, session: Session, workspace: str | None) -> Folder:
        """Where a command that names no file takes place."""
        chosen = workspace or next(iter(session.hello.roots), None)
        if chosen is None:
            raise InvalidParams("workspace: this session has no folder; name the project's")
        if not Path(chosen).is_dir():
            raise NotFound(f"workspace: there is no folder {chosen}")
        return await self.enter(session, chosen)

    async def place(self, session: Session, file: str, workspace: str | None = None) -> Place:
        """Where a file belongs, given as a path or a file:// URI; it need not exist (any more)."""
        path = Path(unquote(urlsplit(file).path)) if file.startswith("file://") else Path(file)
        if not path.is_absolute():
            folder = await self.folder(session, workspace)
            return Place(folder, _inside(folder.root / path, folder, file))
        existing = next(parent for parent in path.parents if parent.is_dir())
        folder = await self.enter(session, str(existing))
        return Place(folder, _inside(path, folder, file))

    async def written(self, session: Session) -> None:
        """Wait until what was recorded in this session's folders is on disk."""
        for folder in list(self._folders.values()):
            if session.id in folder.sessions:
                await folder.project.store.written()

    def branch_seen(self, event: BranchSeen) -> None:
        if folder := self._folders.get(event.root):
            head = git.Head(event.branch, event.head)
            folder.told(head) if event.cause == "editor" else folder.stand(head)

    def left(self, session: Session) -> None:
        for folder in self._folders.values():
            folder.leave(session)
        asyncio.get_running_loop().call_later(LINGER, lambda: asyncio.ensure_future(self._close_unused()))

    async def close(self) -> None:
        await asyncio.gather(*(folder.close() for folder in self._folders.values()))
        await asyncio.gather(*(project.close() for project in self._open.values()))
        self._folders.clear()
        self._open.clear()

    async def _checkout(self, path: str) -> git.Checkout:
        now = asyncio.get_running_loop().time()
        known = self._checkouts.get(path)
        if known is None or known[0] < now:
            if len(self._checkouts) > 1000:
                self._checkouts.clear()
            known = now + FRESH, await asyncio.to_thread(git.find_checkout, Path(path))
            self._checkouts[path] = known
        return known[1]

    async def _folder(self, checkout: git.Checkout) -> Folder:
        root = str(checkout.root)
        if root not in self._folders:
            found = await asyncio.to_thread(project_id, checkout)
            project = await self._opening.get(found.id, lambda: self._project(found.id))
            if found.problem:
                project.notices.append(found.problem)
            ignore = await asyncio.to_thread(_ignore, checkout)
            self._folders[root] = Folder(self._engine, project, checkout, ignore)
        return self._folders[root]

    async def _project(self, project_id: str) -> Project:
        if project_id not in self._open:
            self._open[project_id] = await Project.open(self._engine, project_id)
        return self._open[project_id]

    async def _close_unused(self) -> None:
        unused = [self._folders.pop(root) for root, folder in list(self._folders.items()) if not folder.sessions]
        used = {folder.project.id for folder in self._folders.values()}
        projects = [self._open.pop(project_id) for project_id in set(self._open) - used]
        await asyncio.gather(*(folder.close() for folder in unused))
        await asyncio.gather(*(project.close() for project in projects))


def _ignore(checkout: git.Checkout) -> Ignore:
    return Ignore(checkout.root, git.exclude_files(checkout), git.folds_case(checkout))


def _inside(path: Path, folder: Folder, named: str) -> str:
    """A path's name in its folder, by the folder's real location: editors may come through a symlink."""
    real = path.parent.resolve() / path.name
    if not real.is_relative_to(folder.root):
        raise InvalidParams(f"file: {named} lies outside {folder.root}")
    return real.relative_to(folder.root).as_posix()
