"""Reads the source of classes and functions, and decides which functions are expanded into nodes."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
import types
from typing import TYPE_CHECKING, Any

from msacc.nn.cell import Cell

if TYPE_CHECKING:
    from collections.abc import Callable

_LIBRARIES = ("site-packages", "dist-packages")


def definition(thing: Callable[..., Any] | type) -> Any:
    """The ClassDef or FunctionDef of a class or function. OSError where there is no source."""
    parsed = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]
    for node in ast.walk(parsed):
        if isinstance(node, ast.arg) and node.annotation is not None:
            node.type_comment = ast.unparse(node.annotation)  # the table of nodes shows it
        for field in ("annotation", "returns"):  # names that the new module need not know
            if hasattr(node, field) and not isinstance(node, ast.AnnAssign):
                setattr(node, field, None)
    return parsed


def is_user_code(kind: type) -> bool:
    """Whether a Cell's class is the user's: its construct has source that can be read and is no layer of msacc."""
    return not _is_library_module(kind.__module__) and _has_source(kind)


def _is_library_module(module: str | None) -> bool:
    return (module or "").partition(".")[0] in ("msacc", "mindspore", "torch")


def _has_source(thing: Callable[..., Any] | type) -> bool:
    try:
        return bool(inspect.getsource(thing))
    except (OSError, TypeError):
        return False


def is_expanded(function: Callable[..., Any]) -> bool:
    """Whether a function's statements become nodes: a user's function without closure, decorator or yield."""
    if not isinstance(function, types.FunctionType) or function.__closure__ is not None:
        return False
    plain = function.__qualname__ == function.__name__ and hasattr(function, "__code__")
    if not plain or hasattr(function, "__wrapped__") or not _has_source(function):
        return False
    path = function.__code__.co_filename
    if _is_library_module(function.__module__) or any(part in path for part in _LIBRARIES):
        return False
    function_definition = definition(function)
    return isinstance(function_definition, ast.FunctionDef) and is_expandable(function_definition)


def is_expandable(function_definition: ast.FunctionDef) -> bool:
    """Whether a definition can be copied to another module."""
    barred = (ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)
    return not function_definition.decorator_list and not any(
        isinstance(n, barred) for n in ast.walk(function_definition)
    )


def method(network: Cell, name: str) -> ast.FunctionDef | None:
    """The definition of a method that the network's own class has, None for another."""
    attribute = vars(type(network)).get(name)
    if not isinstance(attribute, types.FunctionType) or hasattr(attribute, "__wrapped__"):
        return None
    for node in definition(type(network)).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node if name == "construct" or is_expandable(node) else None
    return None


def space_of(network: Cell) -> dict[str, Any]:
    """What the names of the network's module stand for."""
    return vars(sys.modules[type(network).__module__])


def resolve(func: ast.expr, network: Cell, space: dict[str, Any], local: set[str]) -> Any:
    """What a call's function is, None where only a run can tell."""
    path: list[str] = []
    while isinstance(func, ast.Attribute):
        path.insert(0, func.attr)
        func = func.value
    if not isinstance(func, ast.Name):
        return None
    if func.id == "self":
        return _attribute(network, path[0]) if len(path) == 1 else None
    target = None if func.id in local else space.get(func.id)
    for name in path:
        namespace = isinstance(target, (types.ModuleType, type))
        target = getattr(target, name, None) if namespace else None
    return target


def _attribute(network: Cell, name: str) -> Any:
    if name.startswith("__") and not name.endswith("__"):
        name = f"_{type(network).__name__.lstrip('_')}{name}"
    return getattr(network, name, None)


def is_named_in_statement(thing: object) -> bool:
    """Whether a statement that calls it shows its class, or itself: no class, method or builtin."""
    hidden = (type, types.MethodType, types.BuiltinFunctionType, types.ModuleType)
    return callable(thing) and not isinstance(thing, hidden)
