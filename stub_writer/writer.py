"""The text of every stub."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from types import FunctionType, ModuleType
from typing import Any

from stub_writer import classes, forms, signatures
from stub_writer.annotations import Module
from stub_writer.surface import Home, Homes, is_open, is_package, private_modules, shown_modules

_HEAD = "# Written by `python -m stub_writer`.\n"
# From so many names on one line takes over all of them.
_MANY = 10
# Modules of so many names are the old doors to all ops: what they have in common is written once, in a stub of its own.
_DOOR = 1000
_SHARED = "msacc.ops._shared"
_OPEN = f"{_HEAD}from typing import Any\n\ndef __getattr__(name: str) -> Any: ...\n"
_TYPING = f'''{_HEAD}"""Types that several stubs name."""

from typing import Any

import numpy

from msacc.common.tensor import Tensor

# Either side of an op of two operands; complex is any number.
Operand = Tensor | complex | numpy.generic | numpy.ndarray | list[Any] | tuple[Any, ...]
# What a function of msacc.numpy takes for an array.
ArrayLike = Tensor | complex | numpy.generic | numpy.ndarray | list[Any] | tuple[Any, ...]
'''


class Stubs:
    """All stubs while they are written: what one names, another has to define."""

    def __init__(self) -> None:
        self.homes = Homes()
        self.names = self.homes.names
        self.modules: dict[str, Module] = {}
        self.entries: dict[str, dict[str, list[str]]] = {}
        self.bases: dict[str, str | None] = {}

    def write(self) -> None:
        """Fill `entries`."""
        pending = []
        self.names = {_SHARED: self._shared(), **self.names}
        for path, names in self.names.items():
            base = self.bases[path] = self._base(path)
            self._module(path)
            pending += [
                (path, name) for name in names if base is None or name not in self.names[base]
            ]
        while pending:
            path, name = pending.pop()
            module = self._module(path)
            module.needed.clear()
            self.entries[path][name] = _entry(module, name, self.names[path][name])
            for home in sorted(h for h in module.needed if h.module.startswith("msacc")):
                names = self.names.setdefault(home.module, {})
                if home.name not in names:
                    names[home.name] = vars(importlib.import_module(home.module))[home.name]
                    pending.append((home.module, home.name))

    def _shared(self) -> dict[str, Any]:
        """The names that all modules with most of the ops have, with the same values."""
        first, *others = (names for names in self.names.values() if len(names) > _DOOR)
        same = (n for n, v in first.items() if all(names.get(n, self) is v for names in others))
        return {name: first[name] for name in same if not name.startswith("_")}

    def _base(self, path: str) -> str | None:
        """An earlier module all of whose names, many, a module has too: `ops` of `ops.functional`."""
        own, best = self.names[path], None
        if any(
            getattr(self.homes.of(v), "module", "") == path for v in own.values() if _is_defined(v)
        ):
            return None
        for other in self.bases:
            names = self.names[other]
            enough = len(names) >= max(_MANY, len(self.names[best]) if best else 0)
            if enough and all(own.get(n, self) is v or _is_module(v) for n, v in names.items()):
                best = other
        return best

    def _module(self, path: str) -> Module:
        if path not in self.modules:
            self.modules[path] = Module(path, self.homes, self.names[path])
            self.entries[path] = {}
        return self.modules[path]

    def text(self, path: str) -> str:
        """The text of one stub."""
        module = self.modules[path]
        lines = [line for name in sorted(self.entries[path]) for line in self.entries[path][name]]
        variables = [module.type_variables[name] for name in sorted(module.type_variables)]
        if is_open(path):
            lines.append(_OPEN.splitlines()[-1])
            module.any()
        star = [f"from {self.bases[path]} import *"] if self.bases.get(path) else []
        return "\n".join([_HEAD.rstrip(), *star, *_imports(module), *variables, *lines]) + "\n"


def stubs() -> dict[str, str]:
    """The text of every stub by its path."""
    written = Stubs()
    written.write()
    texts = {path: written.text(path) for path in written.modules}
    texts["msacc._typing"] = _TYPING
    texts |= dict.fromkeys(private_modules(), _OPEN)
    packages = _packages(set(texts))
    texts = dict.fromkeys(packages, _HEAD) | texts
    files = {_file("msacc", path, packages): text for path, text in texts.items()}
    for path in packages_of(shown_modules()):
        files[_file("mindspore", path, packages)] = _same(path, written.names.get(path, {}))
    files |= {_file("mindspore", path, packages): _OPEN for path in private_modules()}
    return files


def _same(path: str, names: Iterable[str]) -> str:
    """The stub of `mindspore` for one of `msacc`."""
    if is_open(path):
        return f"{_OPEN}\nfrom {path} import *\n"
    private = [f"from {path} import {name} as {name}" for name in names if name.startswith("_")]
    return "\n".join([f"{_HEAD}from {path} import *", *private]) + "\n"


def packages_of(paths: Iterable[str]) -> list[str]:
    """Modules and the packages they are in."""
    return sorted(set(paths) | _packages(set(paths)))


def _is_module(value: Any) -> bool:
    return isinstance(value, ModuleType)


def _is_defined(value: Any) -> bool:
    return isinstance(value, (type, FunctionType))


def _packages(paths: set[str]) -> set[str]:
    parents = {p.rpartition(".")[0] for p in paths} - {""}
    while more := {p.rpartition(".")[0] for p in parents} - {""} - parents:
        parents |= more
    return parents | {p for p in paths if is_package(p)}


def _file(top: str, path: str, packages: set[str]) -> str:
    inner = path.split(".")[1:]
    place = "/".join([f"{top}-stubs", *inner])
    return f"{place}/__init__.pyi" if path in packages else f"{place}.pyi"


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
    if _is_defined(value):
        if value.__module__.partition(".")[0] != "msacc":
            return _imported(module, name, value, Home(value.__module__, value.__qualname__))
        home = module.homes.of(value) or Home(module.path, name)
        if home != (module.path, name):
            return _imported(module, name, value, home)
        if isinstance(value, type):
            return classes.cls(module, name, value)
        if found := forms.forms(f"{module.path}.{name}"):
            return forms.in_forms(module, name, found, value)
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
