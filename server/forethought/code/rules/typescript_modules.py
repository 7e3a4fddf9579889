"""TypeScript and JavaScript: import, export and require."""

from __future__ import annotations

from tree_sitter import Node

from forethought.code.facts import Import
from forethought.code.rules.shapes import call, name
from forethought.code.walk import Rule, Walk, children, first


def add(walk: Walk, node: Node, module: str, imported: str, local: str, public: bool = False) -> None:
    line = node.start_point[0] - walk.row
    walk.scope.imports.append(Import(module, imported, local, 0, line, public))


def module_of(walk: Walk, node: Node) -> str | None:
    source = node.child_by_field_name("source")
    return walk.read(source)[1:-1] if source is not None else None


def import_(walk: Walk, node: Node) -> int:
    module = module_of(walk, node)
    clauses = [child for child in node.named_children if child.type.endswith("clause")]
    for clause in clauses:
        inside = module_of(walk, clause) or module or ""
        for part in clause.named_children:
            if part.type == "identifier":
                whole = clause.type == "import_require_clause"
                add(walk, part, inside, "" if whole else "default", walk.read(part))
            elif part.type == "namespace_import":
                add(walk, part, inside, "", walk.read(first(part) or part))
            elif part.type == "named_imports":
                for item in part.named_children:
                    specifier(walk, item, inside, False)
    if not clauses and module is not None:
        add(walk, node, module, "", "")
    return 0


def specifier(walk: Walk, item: Node, module: str, public: bool) -> None:
    called, alias = item.child_by_field_name("name"), item.child_by_field_name("alias")
    if called is not None:
        add(walk, item, module, walk.read(called), walk.read(alias or called), public)


def export(walk: Walk, node: Node) -> int:
    module = module_of(walk, node)
    if module is not None:
        return reexport(walk, node, module)
    default = any(child.type in ("default", "=") for child in node.children)
    for child in node.named_children:
        if child.type == "export_clause":
            for item in child.named_children:
                called, alias = item.child_by_field_name("name"), item.child_by_field_name("alias")
                if called is not None:
                    walk.scope.exports.append((walk.read(alias or called), name(walk, called)))
        elif child.type == "decorator":
            children(walk, child)
        else:
            value = walk.visit(child)
            named = declared_names(child)
            if default and named:
                value = name(walk, named[0])
            if default:
                walk.scope.exports.append(("default", value))
            else:
                walk.scope.exports += [(walk.read(called), name(walk, called)) for called in named]
    return 0


def reexport(walk: Walk, node: Node, module: str) -> int:
    parts = [child for child in node.named_children if child.type in ("export_clause", "namespace_export")]
    for part in parts:
        if part.type == "namespace_export":
            add(walk, part, module, "", walk.read(first(part) or part), True)
        else:
            for item in part.named_children:
                specifier(walk, item, module, True)
    if not parts:
        add(walk, node, module, "*", "", True)
    return 0


def declared_names(node: Node) -> list[Node]:
    called = node.child_by_field_name("name")
    if called is not None:
        return [called]
    found = [part.child_by_field_name("name") for part in node.named_children if part.type == "variable_declarator"]
    return [part for part in found if part is not None and part.type == "identifier"]


def required(walk: Walk, target: Node, value: Node) -> bool:
    """`const x = require("m")` and `const { a, b: c } = require("m")` are imports."""
    called = value.child_by_field_name("function") if value.type == "call_expression" else None
    if called is None or walk.read(called) != "require":
        return False
    given = first(value.child_by_field_name("arguments"))
    if given is None or given.type != "string":
        return False
    module = walk.read(given)[1:-1]
    if target.type == "identifier":
        add(walk, target, module, "", walk.read(target))
        return True
    if target.type != "object_pattern":
        return False
    for part in target.named_children:
        key, inside = part.child_by_field_name("key") or part, part.child_by_field_name("value") or part
        add(walk, part, module, walk.read(key), walk.read(inside))
    return True


def call_(walk: Walk, node: Node) -> int:
    """A call; `import("m")` and `require("m")` in the middle of an expression are imports without a name."""
    called = node.child_by_field_name("function")
    if called is not None and (called.type == "import" or walk.read(called) == "require"):
        given = first(node.child_by_field_name("arguments"))
        if given is not None and given.type == "string":
            module = walk.read(given)[1:-1]
            add(walk, node, module, "", f"import {module}")
            return walk.put(("name", f"import {module}"), node)
    return plain_call(walk, node)


plain_call = call("function", "arguments")
MODULES: dict[str, Rule] = {"import_statement": import_, "export_statement": export, "call_expression": call_}
