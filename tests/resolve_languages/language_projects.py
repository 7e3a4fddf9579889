"""Small projects in several languages that change at random, with names that mean each other."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

NAMES = ("f", "g", "A", "B", "x", "run")


class Project(NamedTuple):
    """Paths of files, statements to fill them with, and versions of configuration files. In statements, n, k and j
    are names, m is something to import from."""

    language: str
    paths: tuple[str, ...]
    modules: tuple[str, ...]
    lines: tuple[str, ...]
    configs: dict[str, tuple[str | None, ...]]

    def statement(self) -> st.SearchStrategy[str]:
        names, modules = st.sampled_from(NAMES), st.sampled_from(self.modules)
        return st.builds(_filled, st.sampled_from(self.lines), names, names, names, modules)

    def source(self) -> st.SearchStrategy[str]:
        return st.lists(self.statement(), max_size=7).map("\n".join)


def _filled(line: str, n: str, k: str, j: str, m: str) -> str:
    for sign, value in (("@n", n), ("@k", k), ("@j", j), ("@m", m)):
        line = line.replace(sign, value)
    return line


TYPESCRIPT = Project(
    "typescript",
    ("a.ts", "b.ts", "lib/index.ts", "lib/c.ts", "src/d.ts", "src/e.d.ts"),
    ("./a", "./b.js", "../lib", "./lib", "./c", "lib/c", "@/d", "pkg", "./e"),
    (
        "import { @n } from '@m'",
        "import @n from '@m'",
        "import * as @n from '@m'",
        "import type { @n as @k } from '@m'",
        "export { @n as @k } from '@m'",
        "export * from '@m'",
        "export * as @n from '@m'",
        "export { @n, @k as @j }",
        "export default @n",
        "export default class extends @n { run() { return super.run() } }",
        "const @n = require('@m')",
        "const { @n, @k: @j } = require('@m')",
        "module.exports = { @n, @k }",
        "exports.@n = function () { @k() }",
        "export function @n(@k: @j): @j { return @k.run(@j) }",
        "export function @n<T extends @k>(x: T): T { x.run(); return x }",
        "function @n(cb: (x: @k) => @j) { cb(new @k()).run() }",
        "@n((y) => y.run())",
        "@n({ run(y) { y.x() }, x: (z) => z.run() })",
        "export const @n = (@k) => @k.@j()",
        "export const @n: @k = (y) => { y.run() }",
        "export class @n extends @k { x: @j; run(): this { this.x.run(); return this } get g() { return this.x } }",
        "export class @n implements @k { constructor(private x: @j) { this.x.run() } static f() { return new @n(null) } }",
        "interface @n extends @k { (x: @j): @k; run(y: (z: @j) => void): @j; x: { f(): @k } }",
        "type @n = @k | @j",
        "type @n = { run(): @k; x: @j } & @k",
        "namespace @n { export function @k() { @j() } }",
        "const @n = new @k(@j)",
        "const @n = @k.@j()",
        "@n.run().@k()",
        "@n.x = @k",
        "const { @n } = @k",
        "for (const @n of @k) { @n.run() }",
        "@n.map((y) => y.run()).@k()",
        "let @n: @k[] = []\n@n.find((y) => y.x()).run()",
        "(await import('@m')).@n()",
        "unknown.@n()",
        "const @n = { run() { @k() }, x: @j }",
    ),
    {
        "tsconfig.json": (
            None,
            '{"compilerOptions": {"baseUrl": ".", /* here */ "paths": {"@/*": ["src/*"],}}}',
            '{"extends": "./lib/base.json"}',
        ),
        "lib/base.json": (None, '{"compilerOptions": {"paths": {"@/*": ["./*"]}, "baseUrl": "."}}'),
        "lib/package.json": (None, '{"name": "pkg", "main": "dist/index.js"}', '{"name": "pkg", "exports": "./c.ts"}'),
    },
)

GO = Project(
    "go",
    ("a.go", "b.go", "lib/c.go", "lib/d.go", "lib/d_test.go", "x/e.go"),
    ("m/lib", "m", "m/x", "n/lib", "fmt"),
    (
        'import "@m"',
        'import @n "@m"',
        'import . "@m"',
        "func @n(@k @j) @k { return @k.run() }",
        "func @n(@k *@j) (*@j, error) { @k.run(); return nil, nil }",
        "func @n() { @k, err := @j(nil); @k.run(err) }",
        "func @n() { y := lib.@k(); y.run(); lib.@j{}.run() }",
        "func (s *@n) run() @k { s.x.run(); return s.g() }",
        "func (s @n) @k(y @j) { y.x.run() }",
        "type @n struct { x *@k; @j }",
        "type @n struct { *lib.@k; run func(@j) }",
        "type @n interface { run() @k; @j }",
        "type @n @k",
        "type @n = @k",
        "type @n []@k",
        "var @n = &@k{x: @j{}}",
        "var @n @k = @j()",
        "func @n() { for _, y := range []@k{} { y.run() } }",
        "func @n(y interface{}) { switch z := y.(type) { case @k: z.run() } }",
        "func @n(cb func(@k) @j) { cb(nil).run() }",
        "func @n() { @k(func(y) { y.run() }) }",
        "func @n() { unknown.@k(); new(@j).run() }",
        "const @n = 1",
    ),
    {"go.mod": (None, "module m\n", "module n\n"), "lib/go.mod": (None, "module m/lib\n")},
)

RUST = Project(
    "rust",
    ("src/lib.rs", "src/main.rs", "src/a.rs", "src/a/b.rs", "src/c/mod.rs", "src/c/d.rs", "other/src/lib.rs"),
    (
        "crate",
        "self",
        "super",
        "crate::a",
        "crate::a::b",
        "crate::c",
        "a",
        "b",
        "other",
        "super::super",
        "crate::A",
        "self::x",
    ),
    (
        "mod a;",
        "pub mod b;",
        "mod c; pub mod d;",
        "use @m::@n;",
        "use @m::@n as @k;",
        "use @m::*;",
        "pub use @m::@n;",
        "pub use @m::{self as @n, @k};",
        "mod @n { use super::*; pub fn @k() -> @j { @j::run() } }",
        "pub fn @n(@k: @j) -> @j { @k.run() }",
        "pub fn @n(@k: &@j) -> Option<@j> { @k.run()?; None }",
        "fn @n() { let y = @k::run(); y.x.run(); @m::@j(); }",
        "fn @n<T: @k>(y: T, z: &dyn @j) { y.run(); z.run() }",
        "pub struct @n { x: @k, f: Vec<@j> }",
        "pub struct @n(@k);",
        "pub enum @n { A(@k), B { x: @j }, x }",
        "impl @n { pub fn run(&self) -> @k { self.x.run(); Self::f() } fn f() -> Self { @n { x: @k::run() } } }",
        "impl @n for @k { fn run(&self) { self.g() } type x = @j; }",
        "pub trait @n: @k { fn run(&self) -> @j; fn g(&self) { self.run().x() } }",
        "type @n = @k;",
        "fn @n(y: @k) { match y { @k::A(z) => z.run(), @k::B { x } => x.run(), _ => y.f() } }",
        "fn @n(y: Option<@k>) { if let Some(z) = y { z.run() } }",
        "fn @n(y: Vec<@k>) { for z in y.iter() { z.run() } y.iter().map(|z| z.x).collect() }",
        "macro_rules! @n { () => {} }",
        "fn @n() { @k!(@j.run()); }",
        "static @n: @k = @k { x: @j };",
        "fn @n() { unknown().@k(); }",
    ),
    {
        "other/Cargo.toml": (None, '[package]\nname = "other"\n', '[lib]\nname = "a"\n'),
        "Cargo.toml": (None, '[package]\nname = "x"\n'),
    },
)

JAVA = Project(
    "java",
    ("p/A.java", "p/B.java", "q/A.java", "q/f.java", "t/p/C.java", "x.java"),
    ("p", "q", "p.A", "q.A.B", "p.B", "r"),
    (
        "package p;",
        "package q;",
        "import @m.@n;",
        "import @m.*;",
        "import static @m.@n;",
        "import static @m.*;",
        "class @n { @k x; @n(@k x) { this.x = x; x.run(); } @j run() { return f(x).g(); } }",
        "class @n extends @k { @n() { super(); this(null); } void run() { super.run(); x.run(); run(1); } void run(int y) {} }",
        "public class @n<T extends @k> implements @j { T x; static @k f(@j y) { y.x.run(); return new @k(); } class B { void g() { run(); } } }",
        "interface @n extends @k { @j run(@k y); }",
        "enum @n { f, g { void run() { @k.run(); } }; @j x; void run() {} }",
        "record @n(@k x, @j g) { void run() { x().run(); g.run(); } }",
        "class @n { void run(List<@k> y) { for (@k z : y) z.run(); y.forEach(z -> z.x.run()); var w = new @j(); w.run(); } }",
        "class @n { void run() { @k.f(y -> y.run()); @k.x.run(); q.A.f(); new @j() { void g() { run(); } }; } }",
        "class @n { static void f(@k y) { if (y instanceof @j z) z.run(); try { y.run(); } catch (@k e) { e.x(); } } }",
    ),
    {},
)

C = Project(
    "c",
    ("a.c", "b.c", "lib/c.c", "a.h", "lib/x.h"),
    ("a.h", "x.h", "lib/x.h", "../a.h", "stdio.h"),
    (
        '#include "@m"',
        "#include <@m>",
        "int @n(int @k) { return @j(@k); }",
        "static void @n(void) { @k(); x->@j(); }",
        "struct @n { int @k; };",
        "#define @n(y) @k(y)",
        "typedef struct @n @k;",
    ),
    {},
)

RUBY = Project(
    "ruby",
    ("a.rb", "lib/b.rb", "lib/c/d.rb"),
    ("./a", "b", "c/d", "../a"),
    (
        "require_relative '@m'",
        "require '@m'",
        "def @n(y)\n  @k(y)\n  y.@j\nend",
        "class A < B\n  def @n\n    @k\n    self.@j\n  end\nend",
        "module B\n  def self.@n\n    @k.@j\n  end\nend",
        "@n.@k(@j)",
    ),
    {},
)

PROJECTS = (TYPESCRIPT, GO, RUST, JAVA, C, RUBY)
