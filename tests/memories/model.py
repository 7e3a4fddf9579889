"""Random work of several clients in two projects, held against the simplest thing that could be right: dicts.

PYTHONPATH=tests python tests/memories/model.py 100000
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from engine.desk import Desk
from forethought.engine import Engine
from forethought.engine.choices import Choices
from forethought.errors import ForethoughtError, NotFound

CLIENTS = 8
MOST = 300  # memories of a scope: a list shows at most 1,000
LETTERS = "bcdfghjklmnpqrstvwxz"


class Model:
    """What each project and the user should know, by scope: id → content; and what was forgotten."""

    def __init__(self) -> None:
        self.active: dict[str, dict[str, str]] = {}
        self.forgotten: dict[str, dict[str, str]] = {}

    def of(self, scope: str) -> tuple[dict[str, str], dict[str, str]]:
        return self.active.setdefault(scope, {}), self.forgotten.setdefault(scope, {})

    def visible(self, scopes: list[str]) -> dict[str, str]:
        return {each: content for scope in scopes for each, content in self.of(scope)[0].items()}


class Client:
    """One session; it acts in turn with the others, so that the order of what is done is known."""

    def __init__(self, desk: Desk, project: str, task: str, model: Model, chance: random.Random) -> None:
        self.desk, self.model, self.chance = desk, model, chance
        self.scopes = {"task": f"{project}/{task}", "project": project, "global": "global"}
        self.reach = list(self.scopes.values())

    async def act(self) -> None:
        if max(len(self.model.of(scope)[0]) for scope in self.reach) > MOST:
            return await self.forget()
        does = [self.remember] * 5 + [self.forget, self.restore, self.update, self.look, self.search, self.pry]
        return await self.chance.choice(does)()

    async def remember(self) -> None:
        scope = self.chance.choice(["task", "project", "project", "project", "global"])
        active, _ = self.model.of(self.scopes[scope])
        again = self.chance.choice(sorted(active)) if active and self.chance.random() < 0.1 else None
        content = active[again] if again else self.words()
        confirm = scope == "global"
        answer = await self.desk.ask("memory.remember", content=content, scope=scope, confirm=confirm)
        if again:
            assert answer["decision"] == "merged" and active[answer["id"]] == content, answer
        else:
            assert answer["decision"] == "inserted", answer
            active[answer["id"]] = content

    async def forget(self) -> None:
        if found := self.some("active"):
            scope, memory = found
            active, forgotten = self.model.of(scope)
            await self.desk.ask("memory.forget", id=memory)
            forgotten[memory] = active.pop(memory)

    async def restore(self) -> None:
        if found := self.some("forgotten"):
            scope, memory = found
            active, forgotten = self.model.of(scope)
            await self.desk.ask("memory.restore", id=memory)
            active[memory] = forgotten.pop(memory)

    async def update(self) -> None:
        if found := self.some("active"):
            scope, memory = found
            content = self.words()
            answer = await self.desk.ask("memory.update", id=memory, content=content)
            assert answer["content"] == content
            self.model.of(scope)[0][memory] = content

    async def look(self) -> None:
        scope = self.chance.choice(["task", "project", "global", None])
        answer = await self.desk.ask("memory.list", limit=1000, **({"scope": scope} if scope else {}))
        expected = self.model.visible([self.scopes[scope]] if scope else self.reach)
        assert {row["id"]: row["content"] for row in answer["memories"]} == expected

    async def search(self) -> None:
        """A word that only one memory may hold finds all that hold it, and what is found is there."""
        expected = self.model.visible(self.reach)
        word = self.chance.choice(self.chance.choice(sorted(expected.values())).split()) if expected else "x"
        answer = await self.desk.ask("memory.search", query=word, limit=1000)
        found = {row["id"]: row["content"] for row in answer["memories"]}
        assert found == {each: text for each, text in expected.items() if word in text.split()}

    async def pry(self) -> None:
        """What belongs to others is not there."""
        hidden = [scope for scope in self.model.active if scope not in self.reach and self.model.active[scope]]
        if not hidden:
            return
        memory = self.chance.choice(sorted(self.model.active[self.chance.choice(hidden)]))
        try:
            await self.desk.ask("memory.get", id=memory)
        except NotFound:
            return
        raise AssertionError(f"{memory} of another was seen")

    def words(self) -> str:
        return " ".join("".join(self.chance.choices(LETTERS, k=6)) for _ in range(4))

    def some(self, kind: str) -> tuple[str, str] | None:
        held = getattr(self.model, kind)
        scopes = [scope for scope in self.reach if held.get(scope)]
        if not scopes:
            return None
        scope = self.chance.choice(scopes)
        return scope, self.chance.choice(sorted(held[scope]))


async def play(folder: Path, operations: int, seed: int = 1) -> Model:
    """Raises at the first difference. Between two halves the engine is closed and opened again."""
    chance, model = random.Random(seed), Model()
    Choices(model="none").save(folder / "home")
    for name in ("shop", "garden"):
        (folder / name).mkdir(exist_ok=True)
    settings = {"memory_limit": 10_000_000}
    for _ in range(2):
        engine = Engine(folder / "home")
        for scope in list(model.active):
            if "/" in scope:
                model.active.pop(scope), model.forgotten.pop(scope, None)  # tasks do not outlive their engine
        clients = [
            Client(Desk(engine, folder / project, f"{project}-{number}", settings=settings), project,
                   f"{project}-{number}", model, chance)
            for number in range(CLIENTS) for project in [("shop", "garden")[number % 2]]
        ]  # fmt: skip
        for number in range(operations // 2):
            if number % 100 == 99:
                await asyncio.gather(*(client.remember() for client in clients))
            await chance.choice(clients).act()
        await engine.close()
    return model


def main() -> None:
    operations = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        model = asyncio.run(play(Path(folder), operations))
        took = time.perf_counter() - started
    known = {scope: len(active) for scope, active in sorted(model.active.items()) if "/" not in scope}
    print(f"{operations:,} operations of {CLIENTS} clients in {took:.0f} s, no difference; active at the end: {known}")


if __name__ == "__main__":
    try:
        main()
    except ForethoughtError as problem:
        sys.exit(f"refused: {problem}")
