"""Guard filter: which changes between calls make a compiled Cell recompile.

Dynamo guards on everything the trace went through, library functions and classes included. Nobody
replaces those while a program runs, and checking them cost a LeNet step 5 % of its time: such guards are
dropped. What stays is all that a user can change, by whatever road the trace came to it.

What Dynamo itself does not see, `watch` looks for.
"""

from __future__ import annotations

import functools
import os
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

import torch

from msacc.mindspore_homes import defined_in

# Dynamo calls the namespace of builtins so.
BUILTINS = "G['__builtins_dict"
# And the modules of functions that it went into so.
_MODULE = "G['__import_"
# Under the alias msacc's public modules are called mindspore's.
_LIBRARIES = ("msacc", "mindspore", "torch")
_ROOTS = tuple(f"{_MODULE}{name}{end}" for name in _LIBRARIES for end in ("'", "_dot_"))
# Guards on what an object is: the others are on data, and stay.
_IDENTITY = frozenset(
    ("MODULE_MATCH", "BUILTIN_MATCH", "CLASS_MATCH", "CLOSURE_MATCH", "FUNCTION_MATCH")
)


@functools.cache
def _frameworks() -> tuple[str, ...]:
    return _folders(Path(__file__).parents[1], Path(torch.__file__).parent)


@functools.cache
def _pythons() -> tuple[str, ...]:
    return _folders(Path(sysconfig.get_path("stdlib")))


def _folders(*paths: Path) -> tuple[str, ...]:
    return tuple(f"{path}{os.sep}" for path in {*paths, *(path.resolve() for path in paths)})


def is_library_file(path: str) -> bool:
    """Whether a source file is msacc's, torch's or Python's own: those do not change."""
    if path.startswith(_frameworks()):
        return True
    if path.startswith(_pythons()):  # which may hold the folder of installed packages
        return "site-packages" not in path and "dist-packages" not in path
    return path.startswith("<frozen")  # parts of the interpreter


def _file(value: Any) -> str | None:
    """Where a function, class or module was written; None if nowhere, "" if unknown."""
    if isinstance(value, FunctionType):
        written = value.__code__.co_filename
        # Made from a string, as methods of dataclasses are.
        return value.__globals__.get("__file__", "") if written == "<string>" else written
    module = sys.modules.get(defined_in(value)) if isinstance(value, type) else value
    if not isinstance(module, ModuleType):
        return ""
    file = getattr(module, "__file__", None)
    return file or (None if module.__name__ in sys.builtin_module_names else "")


def is_library(value: Any) -> bool:
    """Whether a module, class or function is the library's own; builtin functions are."""
    if isinstance(value, (FunctionType, type, ModuleType)):
        file = _file(value)
        return file is None or is_library_file(file)
    return not isinstance(value, MethodType)


def is_framework(cls: type) -> bool:
    """Whether a class is msacc's or torch's: those classes handle changes of their instances themselves."""
    return (_file(cls) or "").startswith(_frameworks())


def is_in_library(name: str) -> bool:
    """Whether the object with Dynamo's source name `name` was reached through a module of msacc or torch."""
    return name.startswith(_ROOTS) or name.startswith(BUILTINS)


def worth_checking(entries: Sequence[Any]) -> list[bool]:
    """For torch.compile's `guard_filter_fn`: False for guards on the library's own code.

    A name of a library's module or class leads always to the same object; so does a name of a class whose
    instances' type is guarded (`watch` sees to the user's own classes).
    """
    fixed = {
        e.name for e in entries if e.guard_type in _IDENTITY and _is_namespace(e) and e.has_value
    }
    typed = {f"type({e.name})" for e in entries if e.guard_type == "TYPE_MATCH"}
    return [not _cannot_change(entry, fixed | typed) for entry in entries]


def guards_code_only(entry: Any) -> bool:
    """Whether a guard on a function's code accepts another function that does something else.

    Functions of one factory share their code. Dynamo guards on what else they hold, but not on classes, nor on a
    closure that it has come to by another way before: it would take one op for another, as all share a wrapper's code.
    """
    fn = entry.value if entry.has_value and entry.guard_type == "CLOSURE_MATCH" else None
    if not isinstance(fn, FunctionType):
        return False
    return _is_own_wrapper(fn) or any(map(_has_class, _captured_values(fn)))


def _is_own_wrapper(fn: FunctionType) -> bool:
    """Whether a decorator of msacc's or torch's made a function, as ops are made."""
    return hasattr(fn, "__wrapped__") and fn.__code__.co_filename.startswith(_frameworks())


def _captured_values(fn: FunctionType) -> list[Any]:
    """The values of a function's closure and defaults."""
    values = [*(fn.__defaults__ or ()), *(fn.__kwdefaults__ or {}).values()]
    for cell in fn.__closure__ or ():
        try:
            values.append(cell.cell_contents)
        except ValueError:  # not yet assigned
            continue
    return values


def _has_class(value: Any) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return any(isinstance(item, type) for item in value)
    return isinstance(value, type)


def _is_namespace(entry: Any) -> bool:
    return isinstance(entry.value, (ModuleType, type)) and is_library(entry.value)


def _cannot_change(entry: Any, namespaces: set[str]) -> bool:
    if entry.guard_type not in _IDENTITY or not entry.has_value or not is_library(entry.value):
        return False
    holder, _, name = entry.name.rpartition(".")
    if not holder:
        return entry.name.startswith((BUILTINS, _MODULE))
    return name.isidentifier() and holder in namespaces
