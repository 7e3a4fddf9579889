"""Python: which edges a few lines of code have, and how sure they are."""

from __future__ import annotations

from textwrap import dedent

from forethought.code.parse import parse
from forethought.code.resolve import Resolution, Symbol


def resolved(**files: str) -> Resolution:
    """A project of these files: `pkg__mod` stands for pkg/mod.py."""
    resolution = Resolution()
    for name, text in files.items():
        path = name.replace("__init__", "INIT").replace("__", "/").replace("INIT", "__init__") + ".py"
        resolution.set_facts(path, parse(dedent(text).encode(), "python"))
    resolution.update()
    return resolution


def calls(resolution: Resolution, path: str, symbol: str = "") -> dict[str, str]:
    """What a symbol calls: names with the file before them where it is another one, and how sure."""
    return {
        (e.target.qualified if e.target.path == path else f"{e.target.path}:{e.target.qualified}"): e.certainty
        for e in resolution.edges_from(Symbol(path, symbol))
        if e.kind == "calls"
    }


def others(resolution: Resolution, path: str, kind: str, symbol: str = "") -> set[str]:
    edges = resolution.edges_from(Symbol(path, symbol))
    return {f"{e.target.path}:{e.target.qualified}" for e in edges if e.kind == kind}


def test_imports_are_followed_through_packages_aliases_and_stars() -> None:
    project = resolved(
        pkg____init__="from .inner import work as job\nfrom .more import *\n",
        pkg__inner="def work(): pass\n",
        pkg__more="def extra(): pass\n",
        main="import pkg\nfrom pkg import extra\n\ndef go():\n    pkg.job()\n    extra()\n",
    )
    assert calls(project, "main.py", "go") == {"pkg/inner.py:work": "exact", "pkg/more.py:extra": "exact"}


def test_a_source_root_is_found_where_it_is() -> None:
    project = resolved(
        src__lib____init__="def tool(): pass\n", tests__test_lib="import lib\n\ndef test():\n    lib.tool()\n"
    )
    assert calls(project, "tests/test_lib.py", "test") == {"src/lib/__init__.py:tool": "exact"}


def test_the_standard_library_is_not_a_file_of_the_same_name_elsewhere() -> None:
    project = resolved(examples__json="def loads(): pass\n", app="import json\njson.loads('1')\n")
    assert calls(project, "app.py") == {}


def test_methods_come_from_the_first_class_of_the_line_that_has_them() -> None:
    project = resolved(
        main="""
        class A:
            def run(self): pass
        class B(A): pass
        class C(A):
            def run(self):
                super().run()
        class D(B, C):
            def go(self):
                self.run()
        """
    )
    assert calls(project, "main.py", "D.go") == {"C.run": "exact"}
    assert calls(project, "main.py", "C.run") == {"A.run": "exact"}
    assert others(project, "main.py", "inherits", "D") == {"main.py:B", "main.py:C"}


def test_a_constructor_calls_the_class_and_its_init() -> None:
    project = resolved(main="class A:\n    def __init__(self): pass\nclass B(A): pass\n\ndef make():\n    return B()\n")
    assert calls(project, "main.py", "make") == {"B": "exact", "A.__init__": "likely"}


def test_what_is_passed_returned_and_stored_is_followed_and_likely() -> None:
    project = resolved(
        main="""
        def job(): pass
        def call(f): f()
        def get(): return job
        call(job)
        get()()
        table = {"a": job}
        def use():
            table["a"]()
        """
    )
    assert calls(project, "main.py", "call") == {"job": "likely"}
    assert calls(project, "main.py") == {"call": "exact", "get": "exact", "job": "likely"}
    assert calls(project, "main.py", "use") == {"job": "likely"}


def test_declared_types_tell_what_a_parameter_or_a_result_is() -> None:
    project = resolved(
        model="class User:\n    def save(self): pass\n    @classmethod\n    def load(cls) -> 'User': ...\n",
        main="""
        from typing import Optional
        from model import User
        def store(user: Optional[User], others: list[User]):
            user.save()
            for other in others:
                other.save()
        def reload():
            User.load().save()
        """,
    )
    assert calls(project, "main.py", "store") == {"model.py:User.save": "exact"}
    assert calls(project, "main.py", "reload") == {"model.py:User.load": "exact", "model.py:User.save": "exact"}


def test_a_decorated_function_is_still_called_by_its_name() -> None:
    project = resolved(
        main="""
        import functools
        def dec(f):
            @functools.wraps(f)
            def inner(): f()
            return inner
        @dec
        def work(): pass
        def go():
            work()
        """
    )
    assert calls(project, "main.py", "go")["work"] == "exact"
    assert calls(project, "main.py", "dec.inner") == {"work": "likely"}


def test_properties_and_context_managers_are_used_not_called() -> None:
    project = resolved(
        main="""
        class Engine:
            def start(self): pass
            def __enter__(self): return self
            def __exit__(self, *error): pass
        class Car:
            @property
            def engine(self): return Engine()
        def drive():
            with Car().engine as engine:
                engine.start()
        """
    )
    assert calls(project, "main.py", "drive") == {"Car": "exact", "Engine.start": "exact"}
    assert others(project, "main.py", "uses", "drive") >= {"main.py:Car.engine", "main.py:Engine.__enter__"}


def test_a_method_by_name_alone_is_never_exact() -> None:
    project = resolved(
        shop="class Basket:\n    def add_item(self): pass\n",
        main="def buy(shop):\n    basket = shop.basket()\n    basket.add_item()\n",
    )
    assert calls(project, "main.py", "buy") == {"shop.py:Basket.add_item": "likely"}
    project = resolved(
        shop="class Basket:\n    def add(self): pass\nclass Cart:\n    def add(self): pass\n",
        main="def buy(thing):\n    thing.add()\n",
    )
    assert set(calls(project, "main.py", "buy").values()) == {"possible"}


def test_variables_of_modules_and_classes_are_used() -> None:
    project = resolved(
        main="LIMIT = 3\nclass A:\n    size = 1\n    def get(self):\n        return self.size + LIMIT\n",
    )
    assert others(project, "main.py", "uses", "A.get") == {"main.py:A.size", "main.py:LIMIT"}


def test_edges_are_found_from_both_ends_and_know_their_line() -> None:
    project = resolved(main="def f(): pass\n\n\ndef g():\n    x = 1\n    f()\n")
    (edge,) = [e for e in project.edges_to(Symbol("main.py", "f")) if e.kind == "calls"]
    assert (edge.source, edge.line) == (Symbol("main.py", "g"), 5)


def test_an_edit_reevaluates_only_what_it_touches() -> None:
    files = {f"m{i}": f"import m{i - 1}\ndef f():\n    m{i - 1}.f()\n" for i in range(1, 60)}
    project = resolved(m0="def f(): pass\n", **files)
    before = project.rounds.evaluations
    project.set_facts("m30.py", parse(b"import m29\ndef f():\n    print(1)\n    m29.f()\n", "python"))
    assert project.update() == {Symbol("m30.py", "f")}
    assert project.rounds.evaluations - before < 10


def test_broken_code_resolves_as_far_as_it_can_be_read() -> None:
    project = resolved(main="def f(): pass\n\ndef g():\n    f()\n    (((\n")
    assert calls(project, "main.py", "g") in ({"f": "exact"}, {})
