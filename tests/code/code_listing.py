"""Facts as text that a person can check: the expected side of the fixtures in fixtures/languages."""

from __future__ import annotations

from forethought.code.facts import Definition, FileFacts, Flow, Parameter


def listing(facts: FileFacts) -> str:
    lines = [f"package {facts.package}"] if facts.package else []
    for definition in facts.definitions:
        lines.append(heading(definition))
        lines += [f"    {line}" for line in body(definition.flow)] if definition.flow is not None else []
    return "\n".join([*lines, *(f"problem: {problem}" for problem in facts.problems), ""])


def heading(d: Definition) -> str:
    parts = [f"{d.first + 1}-{d.last + 1} {d.kind} {d.qualified}".rstrip()]
    parts += [f"| {d.signature}"] if d.signature else []
    parts += [f"| {d.doc}"] if d.doc else []
    return " ".join(parts)


def body(flow: Flow) -> list[str]:
    lines = []
    for module, name, local, level, line, public in flow.imports:
        shown = f"{'.' * level}{module} : {name or '(whole)'} as {local or '-'}"
        lines.append(f"import {shown}{' (public)' if public else ''}, line +{line}")
    lines += [parameter(flow, p) for p in flow.parameters]
    lines += [f"result {show(flow, flow.result)}"] if flow.result else []
    lines += [f"type {show(flow, target)}: {show(flow, declared)}" for target, declared in flow.types]
    lines += [f"{show(flow, target)} = {show(flow, value)}" for target, value in flow.bindings]
    rows = enumerate(zip(flow.expressions, flow.lines, strict=True))
    calls = [f"{show(flow, row)} +{line}" for row, (e, line) in rows if e[0] in ("call", "new", "raise")]
    lines += [f"calls {call}" for call in calls]
    lines += [f"returns {show(flow, row)}" for row in flow.returns]
    lines += [f"yields {show(flow, row)}" for row in flow.yields]
    lines += [f"outer {', '.join(flow.outer)}"] if flow.outer else []
    lines += [f"exports {name} = {show(flow, row)}" for name, row in flow.exports]
    return lines


def parameter(flow: Flow, p: Parameter) -> str:
    declared = f": {show(flow, p.type)}" if p.type else ""
    return f"parameter {p.kind}{' ' if p.kind.isalpha() else ''}{p.name}{declared}"


def show(flow: Flow, row: int) -> str:
    """An expression much as it would be written."""
    op, *parts = flow.expressions[row]
    shown = [show(flow, p) if isinstance(p, int) and op not in ("const", "def", "class") else str(p) for p in parts]
    match op:
        case "name":
            return shown[0]
        case "const":
            return repr(parts[0])
        case "attr":
            return f"{shown[0]}.{shown[1]}"
        case "call" | "new":
            return f"{'new ' * (op == 'new')}{shown[0]}({arguments(parts, shown)})"
        case "index":
            return f"{shown[0]}[{shown[1]}]"
        case "def" | "class":
            inside = [p if isinstance(p, str) else show(flow, p) for p in parts[1:]]
            return f"{op}#{parts[0]}({', '.join(inside)})"
        case "any":
            return "(" + " | ".join(shown) + ")"
        case "?" | "this":
            return str(op)
        case _:
            return f"{op}({', '.join(shown)})"


def arguments(parts: list[str | int], shown: list[str]) -> str:
    out: list[str] = []
    rest = iter(zip(parts[1:], shown[1:], strict=True))
    for part, text in rest:
        out.append(f"{text}={next(rest)[1]}" if isinstance(part, str) else text)
    return ", ".join(out)
