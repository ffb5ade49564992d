"""The text of every stub."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from tests.stubs import classes, signatures
from tests.stubs.annotations import Module
from tests.stubs.surface import Home, Homes, is_package, shown_modules

_HEAD = "# Written by `python -m tests.stubs`.\n"
_TYPING = f'''{_HEAD}"""Types that several stubs name."""

from collections.abc import Sequence
from typing import Any

import numpy

from msacc.common.tensor import Tensor

# Either side of an op of two operands; complex is any number.
Operand = Tensor | complex | numpy.generic | numpy.ndarray | Sequence[Any]
# What a function of msacc.numpy takes for an array.
ArrayLike = Tensor | complex | numpy.generic | numpy.ndarray | Sequence[Any]
'''


def stubs() -> dict[str, str]:
    """The text of every stub by its path."""
    homes = Homes()
    wanted: dict[str, dict[str, Any]] = {path: dict(names) for path, names in homes.names.items()}
    texts: dict[str, str] = {}
    pending = list(wanted)
    while pending:
        path = pending.pop()
        module = Module(path, homes, wanted[path])
        texts[path] = _text(module, wanted[path])
        for home in sorted(module.needed):
            if home.name not in wanted.setdefault(home.module, {}):
                wanted[home.module][home.name] = vars(importlib.import_module(home.module))[home.name]
                pending.append(home.module)
    packages = _packages(set(texts) | {"msacc._typing"})
    files = {_file("msacc", path, packages): text for path, text in texts.items()}
    files[_file("msacc", "msacc._typing", packages)] = _TYPING
    for path in packages - set(texts):
        files[_file("msacc", path, packages)] = _HEAD
    for path in shown_modules():
        files[_file("mindspore", path, packages)] = f"{_HEAD}from {path} import *\n"
    return files


def _packages(paths: set[str]) -> set[str]:
    parents = {p.rpartition(".")[0] for p in paths} - {""}
    while more := {p.rpartition(".")[0] for p in parents} - {""} - parents:
        parents |= more
    return parents | {p for p in paths if is_package(p)}


def _file(top: str, path: str, packages: set[str]) -> str:
    inner = path.split(".")[1:]
    place = "/".join([f"{top}-stubs", *inner])
    return f"{place}/__init__.pyi" if path in packages else f"{place}.pyi"


def _text(module: Module, names: dict[str, Any]) -> str:
    body: list[str] = []
    for name, value in names.items():
        body += _entry(module, name, value)
    return "\n".join([_HEAD.rstrip(), *_imports(module), *module.type_variables.values(), *body]) + "\n"


def _imports(module: Module) -> Iterator[str]:
    for name in sorted(module.plain_imports):
        yield f"import {name}"
    for source, name, here in sorted(module.imports):
        public = here in module.taken or here != name
        yield f"from {source} import {name} as {here}" if public else f"from {source} import {name}"


def _entry(module: Module, name: str, value: Any) -> list[str]:
    if isinstance(value, ModuleType):
        parent, _, leaf = value.__name__.rpartition(".")
        module.imports.add((parent, leaf, name))
        return []
    if isinstance(value, (type, FunctionType)):
        home = module.homes.of(value) or Home(module.path, name)
        if home != (module.path, name):
            return _imported(module, name, value, home)
        if isinstance(value, type):
            return classes.cls(module, name, value)
        return signatures.function(module, name, value)
    return [f"{name}: {_instance_type(module, value)}"]


def _imported(module: Module, name: str, value: Any, home: Home) -> list[str]:
    module.needed.add(home)
    if home.module == module.path:
        return [f"{name} = {home.name}"]
    if home.name == name:
        module.imports.add((home.module, name, name))
        return []
    module.imports.add((home.module, home.name, f"_{home.name}"))
    return [f"{name} = _{home.name}"]


def _instance_type(module: Module, value: Any) -> str:
    kind = type(value)
    if kind.__module__ == "builtins" and kind in (int, float, str, bool):
        return module.builtin(kind.__name__)
    if kind.__module__.partition(".")[0] == "msacc" and module.homes.of(kind):
        return module.cls(kind)
    return module.any()
