"""TypeScript: types as expressions, interfaces, aliases and enums."""

from __future__ import annotations

from tree_sitter import Node

from forethought.code.facts import Parameter
from forethought.code.rules.shapes import (
    array_of,
    attribute,
    body,
    definition,
    generic,
    index,
    name,
    one_of,
    sequence,
    this,
    through,
)
from forethought.code.walk import Rule, Walk, children, first, nothing


def type_parameters(walk: Walk, node: Node) -> None:
    """<T extends Base>: inside, T is known by what it extends."""
    listed = node.child_by_field_name("type_parameters")
    for part in listed.named_children if listed is not None else ():
        called = part.child_by_field_name("name")
        bound = part.child_by_field_name("constraint") or part.child_by_field_name("value")
        if called is not None:
            walk.scope.types.append((name(walk, called), through(walk, bound) if bound is not None else 0))


def interface(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    if called is None:
        return children(walk, node)
    extends = [part for part in node.named_children if part.type == "extends_type_clause"]
    bases = [walk.visit(base) for part in extends for base in part.named_children]
    number = definition(walk, node, "interface", called, enter_interface, top=outermost(node))
    walk.bind(name(walk, called), walk.put(("class", number, *bases), node))
    return 0


def outermost(node: Node) -> Node:
    above = node.parent
    return above if above is not None and above.type == "export_statement" else node


def enter_interface(walk: Walk, node: Node) -> int:
    type_parameters(walk, node)
    return body(walk, node)


def alias(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    if called is None:
        return children(walk, node)
    number = definition(walk, node, "type", called, enter_alias, top=outermost(node))
    walk.bind(name(walk, called), walk.put(("class", number), node))
    return 0


def enter_alias(walk: Walk, node: Node) -> int:
    type_parameters(walk, node)
    value = node.child_by_field_name("value")
    if value is not None:
        members(walk, value)
    return 0


def members(walk: Walk, value: Node) -> None:
    """The type that a name stands for; the members of an object type become the name's own."""
    if value.type == "object_type":
        children(walk, value)
    elif value.type == "intersection_type":
        rows = []
        for part in value.named_children:
            if part.type == "object_type":
                children(walk, part)
            else:
                rows.append(walk.visit(part))
        walk.scope.result = rows[0] if len(rows) == 1 else walk.put(("any", *rows), value) if rows else 0
    else:
        walk.scope.result = walk.visit(value)


def property_(walk: Walk, node: Node) -> int:
    called, declared = node.child_by_field_name("name"), node.child_by_field_name("type")
    if called is None:
        return children(walk, node)
    target = walk.put(("name", walk.read(called)), called)
    inside = first(declared)
    if inside is not None and inside.type == "object_type":
        number = definition(walk, node, "property", called, enter_property)
        walk.scope.types.append((target, walk.put(("class", number), node)))
        return 0
    definition(walk, node, "property", called, None)
    if declared is not None:
        walk.scope.types.append((target, walk.visit(declared)))
    return 0


def enter_property(walk: Walk, node: Node) -> int:
    inside = first(node.child_by_field_name("type"))
    return children(walk, inside) if inside is not None else 0


def object_type(walk: Walk, node: Node) -> int:
    """{ a: T } in the middle of an expression: a container of typed values."""
    parts: list[str | int] = ["dict"]
    for child in node.named_children:
        called = child.child_by_field_name("name")
        declared = child.child_by_field_name("type") or child.child_by_field_name("return_type")
        row = walk.visit(declared) if declared is not None else 0
        if called is not None and declared is not None and child.type == "property_signature":
            key = walk.put(("const", walk.read(called)), called)
            parts += key, walk.put(("typed", row), declared)
    return walk.put(tuple(parts), node)


def function_type(walk: Walk, node: Node) -> int:
    return walk.put(("def", walk.lambda_(node, enter_signature, "signature")), node)


def enter_signature(walk: Walk, node: Node) -> int:
    type_parameters(walk, node)
    listed = node.child_by_field_name("parameters")
    for part in listed.named_children if listed is not None else ():
        pattern, declared = part.child_by_field_name("pattern"), part.child_by_field_name("type")
        if pattern is None or pattern.type == "this":
            continue
        rest = "*" if pattern.type == "rest_pattern" else ""
        row = walk.visit(declared) if declared is not None else 0
        walk.scope.parameters.append(Parameter(walk.read(pattern).lstrip("."), rest, row))
    result = node.child_by_field_name("return_type")
    if result is not None:
        walk.scope.result = walk.visit(result)
    return 0


def call_signature(walk: Walk, node: Node) -> int:
    """(a: A): B in an interface: its values can be called. All of them go under the name "()"."""
    value = walk.put(("def", walk.lambda_(node, enter_signature, "signature")), node)
    walk.bind(walk.put(("name", "()"), node), value)
    return 0


def enum(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    if called is None:
        return children(walk, node)
    number = definition(walk, node, "enum", called, enter_enum, top=outermost(node))
    walk.bind(name(walk, called), walk.put(("class", number), node))
    return 0


def enter_enum(walk: Walk, node: Node) -> int:
    inside = node.child_by_field_name("body")
    for part in inside.named_children if inside is not None else ():
        called = part.child_by_field_name("name") or part
        if not part.is_extra:
            walk.define(part, "constant", called, None)
            through(walk, part)
    return 0


def namespace(walk: Walk, node: Node) -> int:
    called = node.child_by_field_name("name")
    if called is None:
        return children(walk, node)
    number = definition(walk, node, "namespace", called, body, top=outermost(node))
    walk.bind(walk.put(("name", walk.read(called)), called), walk.put(("class", number), node))
    return 0


def typeof(walk: Walk, node: Node) -> int:
    return walk.put(("typeof", through(walk, node)), node)


TYPES: dict[str, Rule] = {
    "interface_declaration": interface,
    "type_alias_declaration": alias,
    "property_signature": property_,
    "enum_declaration": enum,
    "internal_module": namespace,
    "module": namespace,
    "object_type": object_type,
    "function_type": function_type,
    "constructor_type": nothing,
    "call_signature": call_signature,
    "construct_signature": nothing,
    "this_type": this,
    "type_annotation": through,
    "type_identifier": name,
    "nested_type_identifier": attribute("module", "name"),
    "nested_identifier": attribute("object", "property"),
    "generic_type": generic,
    "array_type": array_of,
    "tuple_type": sequence("tuple"),
    "union_type": one_of(),
    "intersection_type": one_of(),
    "parenthesized_type": through,
    "readonly_type": through,
    "optional_type": through,
    "rest_type": through,
    "literal_type": through,
    "lookup_type": index,
    "type_query": typeof,
    "predefined_type": nothing,
}
