"""The imports of a generated module: one statement for each name that its functions use."""

from __future__ import annotations

import ast
import builtins
import sys
import types
from collections.abc import Iterator
from typing import Any

from msacc.rewrite.unique_names import Names


class Imports:
    """Names of a new module. Two modules may call different things alike: the second gets another name."""

    def __init__(self) -> None:
        self.names = Names(dir(builtins))
        self.lines: list[str] = []
        self._known: list[tuple[Any, str, str]] = []
        self.name_of_module(sys.modules["msacc"], "mindspore")
        self.lines += ["from msacc.rewrite.state_transfer import fresh, take_over"]
        self.names.used |= {"fresh", "take_over"}

    def name_of(self, name: str, thing: Any, module: str) -> str:
        """The name under which the new module knows what `module` calls `name`."""
        if isinstance(thing, types.ModuleType):
            return self.name_of_module(thing, name)
        return self._line(thing, name, f"from {module} import {name}")

    def name_of_module(self, thing: types.ModuleType, name: str) -> str:
        """The name under which the new module knows a module."""
        return self._line(thing, name, f"import {thing.__name__}")

    def _line(self, thing: Any, name: str, line: str) -> str:
        for obj, original_name, local_name in self._known:
            if obj is thing and original_name == name:
                return local_name
        local_name = self.names.unique(name)
        self._known.append((thing, name, local_name))
        plain = line.split()[-1] == local_name
        self.lines.append(line if plain else f"{line} as {local_name}")
        return local_name

    def settle(self, function: ast.FunctionDef, space: dict[str, Any], module: str) -> None:
        """Import what a function takes from its module; in it, rename what is called otherwise here."""
        local = set(_stored(function))
        renamed = {}
        for name in sorted(set(_loaded(function)) - local):
            match = _find(name, space)
            if match is not None:
                renamed[name] = self.name_of(name, match[0], module)
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and not hasattr(node, "final"):
                node.id = renamed.get(node.id, node.id)


def final(name: str) -> ast.Name:
    """A name of the new module, which `settle` leaves as it is."""
    node: Any = ast.Name(name, ast.Load())
    node.final = True
    return node  # type: ignore[no-any-return]


def _find(name: str, space: dict[str, Any]) -> tuple[Any] | None:
    if name in space:
        return (space[name],)
    if hasattr(builtins, name):
        return None
    # An inserted statement may name a package that the network's module does not import.
    package = sys.modules.get({"ms": "msacc", "mindspore": "msacc"}.get(name, name))
    return (package,) if package is not None else None


def _loaded(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if not isinstance(node, ast.Name) or hasattr(node, "final"):
            continue
        if isinstance(node.ctx, ast.Load):
            yield node.id


def _stored(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node is not function:
            yield node.name
