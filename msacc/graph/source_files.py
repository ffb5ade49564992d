"""Which source files and objects are msacc's, torch's, NumPy's or Python's own: nobody replaces those while a program
runs.
"""

from __future__ import annotations

import functools
import os
import sys
import sysconfig
from pathlib import Path
from types import FunctionType, MethodType, ModuleType

import numpy as np
import torch

from msacc.mindspore_homes import defined_in


@functools.cache
def _frameworks() -> tuple[str, ...]:
    folder = Path(torch.__file__).parent
    # Torch computes with symbols by two libraries, which lie beside it.
    symbols = (folder.with_name(name) for name in ("sympy", "mpmath"))
    return _folders(Path(__file__).parents[1], folder, *symbols)


@functools.cache
def _numpys() -> tuple[str, ...]:
    return _folders(Path(np.__file__).parent)


@functools.cache
def _pythons() -> tuple[str, ...]:
    return _folders(Path(sysconfig.get_path("stdlib")))


def _folders(*paths: Path) -> tuple[str, ...]:
    return tuple(f"{path}{os.sep}" for path in {*paths, *(path.resolve() for path in paths)})


def is_library_file(path: str) -> bool:
    """Whether a source file is msacc's, torch's, NumPy's or Python's own: those do not change."""
    if path.startswith(_frameworks()) or path.startswith(_numpys()):
        return True
    if path.startswith(_pythons()):  # which may hold the folder of installed packages
        return "site-packages" not in path and "dist-packages" not in path
    return path.startswith("<frozen")  # parts of the interpreter


def _file(value: object) -> str | None:
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


def is_library(value: object) -> bool:
    """Whether a module, class or function is the library's own; builtin functions are."""
    if isinstance(value, (FunctionType, type, ModuleType)):
        file = _file(value)
        return file is None or is_library_file(file)
    return not isinstance(value, MethodType)


def is_framework_file(path: str) -> bool:
    """Whether a source file is msacc's or torch's."""
    return path.startswith(_frameworks())


@functools.cache
def _pipelines() -> tuple[str, ...]:
    return _folders(Path(__file__).parents[1], Path(torch.__file__).parent / "utils" / "data")


def is_pipeline_file(path: str) -> bool:
    """Whether a source file may be that of a pipeline of data."""
    return path.startswith(_pipelines())


def is_framework(cls: type) -> bool:
    """Whether a class is msacc's or torch's: those classes handle changes of their instances themselves."""
    return is_framework_file(_file(cls) or "")
