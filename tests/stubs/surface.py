"""What the stubs show: the modules, their public names, and where each object is defined."""

from __future__ import annotations

import __future__

import ast
import functools
import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import msacc
from msacc.module_aliases import MODULE_ALIASES

ROOT = Path(__file__).parents[2]
# Packages of MindSpore's whose files scripts import from; every module right below them is shown.
_OPEN = (
    "", "common", "communication", "dataset", "dataset.audio", "dataset.text", "dataset.transforms", "dataset.vision",
    "experimental", "experimental.optim", "mindrecord", "mint", "mint.nn", "nn", "nn.layer", "nn.loss", "nn.metrics",
    "nn.optim", "nn.probability", "nn.wrap", "numpy", "ops", "parallel", "parallel.nn", "profiler", "scipy", "train",
    "train.callback", "train.summary",
)  # fmt: skip
# What users import from nowhere; a class that a shown name needs is still defined where it is.
_INNER = (
    "child_process_alias internals sharding step launch mindir interop. module_aliases __main__ doctor"
    " auto_parallel_context execution_context version run_check alias datafiles"
).split()
# The alternatives of `mindspore.ops` that list what MindSpore generates.
_PRIMITIVES = "msacc.ops.bindings.primitive_classes"


class Home(NamedTuple):
    """Where an object is defined, and its name there."""

    module: str
    name: str


def is_public(path: str) -> bool:
    """Whether no part of a dotted path begins with an underscore."""
    return not any(part.startswith("_") for part in path.split("."))


@functools.cache
def shown_modules() -> tuple[str, ...]:
    """The modules that users import from, in order: packages before what is in them."""
    names = {"msacc"}
    for package in _OPEN:
        names |= set(_children(f"msacc.{package}".rstrip(".")))
    names |= {f"msacc.{path}" for path in MODULE_ALIASES if is_public(path)}
    names = {n for n in names if is_public(n) and not _is_inner(n.removeprefix("msacc."))}
    names = {n for n in names if _can_be_imported(n)}
    return tuple(sorted(names, key=lambda n: (n.count("."), n)))


def _can_be_imported(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:  # below a module that is no package
        return False
    return True


def _children(package: str) -> Iterator[str]:
    module = importlib.import_module(package)
    yield package
    for each in pkgutil.iter_modules(module.__path__):
        yield f"{package}.{each.name}"


def _is_inner(path: str) -> bool:
    return any(path == each or path.startswith(f"{each.rstrip('.')}.") for each in _INNER)


@functools.cache
def tree(module: str) -> ast.Module | None:
    """The source of a module; None for one that is an entry in the table of aliases."""
    path = ROOT.joinpath(*module.split("."))
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.exists():
            return ast.parse(file.read_text(encoding="utf-8"))
    return None


@functools.cache
def own_names(module: str) -> frozenset[str]:
    """The names that the top level of a module's source defines or assigns."""
    names: set[str] = set()
    source = tree(module)
    for node in source.body if source else ():
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
    return frozenset(names)


@functools.cache
def is_package(module: str) -> bool:
    """Whether a module of the source is a package."""
    return (ROOT.joinpath(*module.split(".")) / "__init__.py").exists()


def public_names(path: str) -> dict[str, Any]:
    """The names that a module shows, with their values."""
    module = importlib.import_module(path)
    listed = set(getattr(module, "__all__", ()))
    if is_package(path) or tree(path) is None or not _defines_something(path):
        listed |= set(dir(module))
    listed |= own_names(path)
    shown = {}
    for name in sorted(listed):
        if not name.startswith("_") and hasattr(module, name):
            value = getattr(module, name)
            if _is_shown(value, name in getattr(module, "__all__", ())):
                shown[name] = value
    return shown


def _defines_something(path: str) -> bool:
    source = tree(path)
    kinds = (ast.FunctionDef, ast.ClassDef)
    return source is not None and any(
        isinstance(n, kinds) and not n.name.startswith("_") for n in source.body
    )


_FOREIGN = (type(__future__.annotations),)


def _is_shown(value: Any, in_all: bool) -> bool:
    if isinstance(value, _FOREIGN):
        return False
    if isinstance(value, ModuleType):
        return value.__name__ in shown_modules()
    home = getattr(value, "__module__", None) or ""
    if isinstance(value, (type, FunctionType)):
        return home.partition(".")[0] == "msacc"
    if type(value).__module__ in ("typing", "types", "logging", "threading", "re", "pathlib"):
        return False
    return in_all or type(value).__module__.partition(".")[0] in ("msacc", "builtins")


class Homes:
    """Where each class and function is defined: its own module if it is found there, else the first that shows it."""

    def __init__(self) -> None:
        self.names = {path: public_names(path) for path in shown_modules()}
        self._homes: dict[int, Home] = {}
        for path, names in self.names.items():
            for name, value in names.items():
                if isinstance(value, (type, FunctionType)):
                    self._homes.setdefault(id(value), own_home(value) or Home(path, name))

    def of(self, value: Any) -> Home | None:
        """The home of a class or function, None for one of no module."""
        return self._homes.get(id(value)) or own_home(value)


def own_home(value: Any) -> Home | None:
    """The module and name that an object gives of itself, where it is found there."""
    name = value.__name__
    if vars(importlib.import_module(_PRIMITIVES)).get(name) is value:
        return Home(_PRIMITIVES, name)
    module = importlib.import_module(value.__module__)
    source = tree(value.__module__)
    found = getattr(module, "__dict__", {}).get(name) is value and source is not None
    return Home(value.__module__, name) if found else None


__all__ = ["Homes", "Home", "is_package", "is_public", "msacc", "own_names", "shown_modules", "tree"]
