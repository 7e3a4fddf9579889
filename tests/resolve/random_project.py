"""Small projects that change at random: files come, go and are rewritten, with names that mean each other."""

# ruff: noqa: E501 - a statement to a line
from __future__ import annotations

from hypothesis import strategies as st

PATHS = ("a.py", "b.py", "pkg/__init__.py", "pkg/a.py", "pkg/c.py", "src/lib/__init__.py", "src/lib/d.py", "tests/t.py")
MODULES = ("a", "b", "pkg", "pkg.a", "pkg.c", "lib", "lib.d")
NAMES = ("f", "g", "A", "B", "x", "run")

name = st.sampled_from(NAMES)
module = st.sampled_from(MODULES)

LINES = (
    "from {m} import {n}",
    "from {m} import {n} as {k}",
    "from {m} import *",
    "import {m}",
    "import {m} as {n}",
    "from . import {n}",
    "from .a import {n}",
    "from .. import {n}",
    "try:\n    from {m} import {n}\nexcept ImportError:\n    {n} = None",
    "def {n}({k}=None):\n    {k}()\n    return {j}",
    "def {n}({k}, *rest, **more):\n    return {k}.{j}(rest[0], more['x'])",
    "def {n}():\n    def {k}():\n        return {j}()\n    {k}()\n    return {k}",
    "def {n}({k}: {j}) -> {k}:\n    return {k}.run({j})",
    "def {n}({k}: '{j}'):\n    {k}.run()\n    {k}.x()",
    "def {n}():\n    global {k}\n    {k} = {j}",
    "def {n}({k}):\n    yield {k}\n    yield {j}()",
    "def {n}():\n    from {m} import {k}\n    return {k}({j})",
    "@{k}\ndef {n}({j}):\n    return {j}",
    "@{k}\nclass {n}:\n    pass",
    "class {n}:\n    def run(self, {k}=None):\n        self.x = {k}\n        self.g()\n        return self",
    "class {n}({k}):\n    def run(self):\n        return super().run({j})",
    "class {n}({k}, {j}):\n    x: {j}\n    def __init__(self, {k}):\n        self.f = {k}\n    def g(self):\n        return self.f(), self.x()",
    "class {n}({m}.{k}):\n    @property\n    def x(self):\n        return {j}\n    @classmethod\n    def f(cls):\n        return cls()",
    "class {n}:\n    {k} = {j}\n    class {j}:\n        def f(self):\n            pass\n    def __iter__(self):\n        return self\n    def __next__(self):\n        return {k}",
    "{n} = {k}",
    "{n} = {k}()",
    "{n} = {k}({j})",
    "{n} = {k}.{j}()",
    "{n} = [{k}, {j}]\n{n}[0]()",
    "{n} = {{'f': {k}, 'g': {j}}}\n{n}['f']()",
    "{n} = lambda {k}: {k}({j})",
    "{n}.{k} = {j}",
    "{n}.run({k}).{j}()",
    "{n}({k}, x={j})",
    "for {n} in {k}({j}):\n    {n}()",
    "with {n}() as {k}:\n    {k}.{j}()",
    "{m}.{n}.{k}()",
    "print(*map({n}, {k}))",
    "raise {n}",
    "unknown().{n}()",
    "unknown.{n}.run()",
)  # fmt: skip


@st.composite
def statement(draw: st.DrawFn) -> str:
    return draw(st.sampled_from(LINES)).format(n=draw(name), k=draw(name), j=draw(name), m=draw(module))


source = st.lists(statement(), max_size=7).map("\n".join)
path = st.sampled_from(PATHS)
