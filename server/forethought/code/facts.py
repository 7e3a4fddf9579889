"""What one file says, as plain frozen data: the seam between parsing and everything that asks about code.

A file is a tree of definitions, kept flat: `FileFacts.definitions` lists them parent first, children in the
order of the text, each with the index of its parent. The first one, kind "module", is the file itself.
Ranges of definitions are absolute; everything inside a `Flow` is relative to the first line of its
definition. So an edit that moves a function leaves its flow the same object, and "what changed" is a comparison.

A definition that has a body (module, class, function, lambda, …) has a `Flow`: what its own statements do,
without those of the definitions inside it. Expressions are rows of a table, `flow.expressions`, each row
written once per flow; rows name other rows by number, so nothing is nested and a resolver can keep what
it found out in a list of the same length. `flow.lines[i]` is the line where row i was first written.

    ("?",)                          row 0 of every table: a value that cannot be followed
    ("name", n)                     a name, looked up in this scope and then in the ones around it
    ("attr", e, n)                  e.n; also a::n and package.n
    ("call", e, a, …, key, a, …)    a call: the callee, positional arguments, then pairs of a keyword and
                                    its value; the keywords "*" and "**" are unpacked arguments
    ("new", e, a, …)                an instance of the type e: `new E(a)`, `E{…}`; arguments as in a call
    ("index", e, k) ("slice", e, lo, hi)   e[k], e[lo:hi]; a generic type too: list[int], Vec<T>, []T is "[]"[T]
    ("const", v)                    a short string without blanks, or an integer: the keys of containers
    ("list", e, …) ("tuple", …) ("set", …)     literals; an unpacked element is ("star", e)
    ("dict", k, v, …)               keys and values in turn; row 0 as key: unpacked or unknown. Object literals
    ("any", e, …)                   one of these: a or b, a if c else b, A | B
    ("concat", a, b)                a + b
    ("each", e)                     an element, when e is iterated over
    ("enter", e)                    what `with e as x` gives x
    ("typed", t) ("typeof", e)      some value of the type t: a cast, a caught exception; the type of a value
    ("raise", e)                    an exception is raised; a class is called without arguments
    ("def", k, name, e, …)          the k-th child definition as a value, with the defaults of its parameters
    ("class", k, b, …, key, e, …)   the same for a class, interface, impl block …: bases, then keywords
    ("this",)                       the object a method is called on, where the language has a word for it

Decorators, defaults and bases belong to the scope around a definition, which is where they run: `@d` before
`def f` reads as `f = d(f)`.
"""

from __future__ import annotations

import marshal
from typing import Any, NamedTuple, TypeAlias

Expression: TypeAlias = tuple[str | int, ...]
OPAQUE: Expression = ("?",)

SCHEMA = 1  # of the packed form; a cache of another number is thrown away


class Parameter(NamedTuple):
    """`kind`: "" by position or keyword, "/" by position only, "k" by keyword only, "*" or "**" the rest,
    "self" the receiver of a method, where it is declared apart (Go, Rust). Python's is an ordinary first one.
    A pattern instead of a name is called "<0>" after its place, and taken apart in the bindings."""

    name: str
    kind: str = ""
    type: int = 0


class Import(NamedTuple):
    """One name brought into a scope.

    import a.b         module "a.b", name "",  local "a"      (a package's path binds its first part)
    import a.b as c    module "a.b", name "",  local "c"
    from ..m import n  module "m",   name "n", local "n", level 2
    from m import *    module "m",   name "*", local ""
    `public`: passed on to whoever imports this file (export … from, pub use, mod).
    """

    module: str
    name: str
    local: str
    level: int = 0
    line: int = 0
    public: bool = False


class Flow(NamedTuple):
    """What the statements of one definition do. See the module's text for the rows of `expressions`.

    bindings  pairs (target row, value row): assignments, loops, `with`, nested definitions, in order
    types     pairs (target row, type row): declared types of variables and fields
    returns, yields   rows of the values given back; `result` is the row of the declared type, or 0
    outer     names that belong to a scope further out: global and nonlocal
    exports   pairs (public name, row): what a module gives under another name (`export { a as b }`)
    """

    expressions: tuple[Expression, ...] = (OPAQUE,)
    lines: tuple[int, ...] = (0,)
    parameters: tuple[Parameter, ...] = ()
    bindings: tuple[tuple[int, int], ...] = ()
    types: tuple[tuple[int, int], ...] = ()
    returns: tuple[int, ...] = ()
    yields: tuple[int, ...] = ()
    result: int = 0
    outer: tuple[str, ...] = ()
    imports: tuple[Import, ...] = ()
    exports: tuple[tuple[str, int], ...] = ()


class Definition(NamedTuple):
    """Something with a name; or a lambda, "<lambda1>", numbered in its parent, "<lambda1.1>" in another one; or
    the type of a function, "<signature1>".

    `qualified` joins the names from the file's top with dots: "Class.method", "outer.inner"; lambdas are left
    out of the names of what they contain; a Go method has its type before it: "Type.Method". Lines count
    from 0; `line` and `column` are those of the name, `first` and `last` those of the whole; start and end
    are bytes. `flow` is None for what has no body (a variable, a field, a prototype).
    """

    name: str
    qualified: str
    kind: str
    parent: int
    line: int
    column: int
    first: int
    last: int
    start: int
    end: int
    signature: str
    doc: str
    flow: Flow | None


class FileFacts(NamedTuple):
    """`package` is the name that the file gives its package, where the language has that (Go, Java)."""

    language: str
    definitions: tuple[Definition, ...]
    package: str = ""
    problems: tuple[str, ...] = ()

    def pack(self) -> bytes:
        """The facts as bytes: what workers send and the cache keeps (an eighth of their size as objects)."""
        rows = [(*d[:-1], d.flow and _plain(d.flow)) for d in self.definitions]
        return marshal.dumps((self.language, rows, self.package, self.problems))

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        return unpack, (self.pack(),)


def _plain(flow: Flow) -> tuple[Any, ...]:
    """Named tuples as plain ones, which is all that marshal writes."""
    parameters, imports = map(tuple, flow.parameters), map(tuple, flow.imports)
    return tuple(flow._replace(parameters=tuple(parameters), imports=tuple(imports)))  # type: ignore[arg-type]


def unpack(packed: bytes) -> FileFacts:
    language, rows, package, problems = marshal.loads(packed)
    definitions = (Definition._make((*row[:-1], row[-1] and _flow(row[-1]))) for row in rows)
    return FileFacts(language, tuple(definitions), package, problems)


def _flow(row: tuple[Any, ...]) -> Flow:
    flow = Flow._make(row)
    if not flow.parameters and not flow.imports:
        return flow
    parameters, imports = map(Parameter._make, flow.parameters), map(Import._make, flow.imports)
    return flow._replace(parameters=tuple(parameters), imports=tuple(imports))
