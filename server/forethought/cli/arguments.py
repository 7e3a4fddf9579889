"""The registry as a command line: required fields are positions, the others options."""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace, _SubParsersAction
from typing import Any, get_args, get_type_hints

import msgspec

from forethought import __version__
from forethought.commands import REGISTRY
from forethought.commands.params import Command


def parser() -> ArgumentParser:
    top = ArgumentParser(prog="forethought", description="Remembers what you did, and has the right context ready.")
    top.add_argument("--version", action="version", version=f"forethought {__version__}")
    groups = top.add_subparsers(metavar="command", required=True)
    _add_servers(groups)
    families: dict[str, _SubParsersAction[ArgumentParser]] = {}
    for command in REGISTRY.values():
        if command.internal:
            continue
        family, _, verb = command.name.partition(".")
        if not verb:
            _add_command(groups.add_parser(family, help=command.help), command)
            continue
        if family not in families:
            verbs = ", ".join(name.partition(".")[2] for name in REGISTRY if name.startswith(family + "."))
            families[family] = groups.add_parser(family, help=verbs).add_subparsers(metavar="verb", required=True)
        _add_command(families[family].add_parser(verb, help=command.help), command)
    _add_edit(families["memory"])
    return top


def given(options: Namespace) -> dict[str, Any]:
    """What the person said, as the command's one object; what they did not say stays out."""
    fields = REGISTRY[options.run].params.__struct_fields__
    return {name: value for name in fields if (value := getattr(options, name)) is not None}


def _add_servers(groups: _SubParsersAction[ArgumentParser]) -> None:
    lsp = groups.add_parser("lsp", help="serve an editor on stdin and stdout")
    lsp.add_argument("--stdio", action="store_true", help="accepted for editors that insist; always so")
    lsp.add_argument("--standalone", action="store_true", help="run the engine in this process, without a daemon")
    lsp.set_defaults(run="lsp")
    daemon = groups.add_parser("daemon", help="start, stop or look at the process that owns the stores")
    daemon.add_argument("action", choices=["start", "stop", "status", "run"])
    daemon.add_argument("--json", action="store_true")
    daemon.set_defaults(run="daemon")


def _add_edit(memory: _SubParsersAction[ArgumentParser]) -> None:
    """No command of the registry: the editor is this terminal's."""
    edit = memory.add_parser("edit", help="change a memory in $EDITOR")
    edit.add_argument("id")
    edit.add_argument("--workspace")
    edit.add_argument("--json", action="store_true", help="answer as JSON")
    edit.add_argument("--standalone", action="store_true", help="without a daemon")
    edit.set_defaults(run="memory.edit")


def _add_command(sub: ArgumentParser, command: Command) -> None:
    sub.description = command.help
    hints = get_type_hints(command.params, include_extras=False)
    for field in msgspec.structs.fields(command.params):
        _add_field(sub, field, hints[field.name])
    sub.add_argument("--json", action="store_true", help="answer as JSON")
    sub.add_argument("--standalone", action="store_true", help="without a daemon")
    sub.set_defaults(run=command.name)


def _add_field(sub: ArgumentParser, field: msgspec.structs.FieldInfo, hint: Any) -> None:
    kinds = [kind for kind in get_args(hint) if kind is not type(None)] if type(None) in get_args(hint) else [hint]
    kind = kinds[0]
    if field.required:
        sub.add_argument(field.name, type=_reader(kind), choices=_choices(kind))
    elif kind is bool:
        sub.add_argument(f"--{field.name.replace('_', '-')}", action=BooleanOptionalAction, default=None)
    else:
        flag = f"--{field.name.replace('_', '-')}"
        sub.add_argument(flag, type=_reader(kind), choices=_choices(kind), help=_default(field))


def _choices(kind: Any) -> list[str] | None:
    return list(get_args(kind)) if get_args(kind) and all(isinstance(arg, str) for arg in get_args(kind)) else None


def _reader(kind: Any) -> Any:
    """Numbers as such, words as they are, everything nested as JSON."""
    if kind in (int, float, str):
        return kind
    if _choices(kind):
        return str
    return _json


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise ArgumentTypeError(f"not JSON: {text}") from None


def _default(field: msgspec.structs.FieldInfo) -> str | None:
    if field.default in (None, msgspec.NODEFAULT):
        return None
    return f"default {field.default}"
