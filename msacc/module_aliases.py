"""Makes the modules of `module_table` importable; `refuse` is the `__getattr__` of modules for names they lack."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import inspect
import opcode
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from msacc.missing_names import missing
from msacc.module_table import (
    LATE_MEMBERS,
    MEMBERS,
    MODULE_ALIASES,
    MODULES_WITH_FIRST_USE,
    SPLIT_MODULES,
)


def starred(module: ModuleType, *inner: str) -> list[str]:
    """What `from module import *` gives: no submodules, which would take the place of the script's `math` or `nn`.

    `inner`: names that it does not give either.
    """
    return [
        name
        for name, value in vars(module).items()
        if name[0] != "_" and name not in inner and not isinstance(value, ModuleType)
    ]


def refuse(module: str) -> Callable[[str], Any]:
    """A module's `__getattr__`: an error that names what is missing, of the class the caller expects."""

    def __getattr__(name: str) -> Any:
        if name == "__all__":
            return starred(sys.modules[module.replace("mindspore", "msacc", 1)])
        if name.startswith("__"):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        if (path := f"{module}.{name}".partition(".")[2]) in MODULES_WITH_FIRST_USE:
            # Under the alias by its name there, so that what comes is called as in MindSpore.
            root = "mindspore" if sys.modules.get("mindspore") is sys.modules["msacc"] else "msacc"
            return importlib.import_module(f"{root}.{path}")
        if (value := _member(f"{module}.{name}")) is not None:
            return value
        if path in MODULE_ALIASES:
            return importlib.import_module(f"msacc.{path}")
        if module in SPLIT_MODULES:
            rest = importlib.import_module(f"msacc.{SPLIT_MODULES[module]}")
            if name in vars(rest):
                return getattr(rest, name)
        if (value := _from_table(module, name)) is not None:
            return value
        text = missing(f"{module}.{name}")
        if _is_import_from(sys._getframe(1)):
            # `from x import y` would replace an AttributeError by a text of its own.
            raise ImportError(text, name=module)
        raise AttributeError(text, name=name, obj=None)  # which spares a reader Python's guess

    return __getattr__


def _member(path: str) -> Any:
    """What MEMBERS has under a path, or None."""
    if path not in MEMBERS:
        return None
    source, _, own = MEMBERS[path].partition(": ")
    return getattr(importlib.import_module(f"msacc.{source}"), own)


def _from_table(module: str, name: str) -> Any:
    """The member that MEMBERS or LATE_MEMBERS has for a module, or None."""
    if (value := _member(f"{module}.{name}")) is not None:
        return value
    for row in LATE_MEMBERS.get(module, ()):
        source, _, part = row.partition(": ")
        value = vars(importlib.import_module(f"msacc.{source}")).get(f"{part}.{name}")
        if value is not None:
            return value
    return None


def _is_import_from(frame: Any) -> bool:
    return opcode.opname[frame.f_code.co_code[frame.f_lasti]] == "IMPORT_FROM"


_own_specs: dict[str, importlib.machinery.ModuleSpec | None] = {}


class ModuleAliasFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes the modules of MODULE_ALIASES importable as `msacc.<alias>`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[2] not in MODULE_ALIASES or not fullname.startswith("msacc."):
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        rows = MODULE_ALIASES[spec.name.partition(".")[2]]
        source, _, names = rows[0].partition(": ")
        if names != "*":
            last = spec.name.rpartition(".")[2]
            return _CalledModule(spec.name) if last in names.split() else None
        real = importlib.import_module(f"msacc.{source}")
        # importlib writes its own spec onto whatever module it is given; it is put back.
        _own_specs[spec.name] = real.__spec__
        return real

    def exec_module(self, module: ModuleType) -> None:
        name = module.__spec__.name if module.__spec__ else module.__name__
        if name in _own_specs:
            module.__spec__ = _own_specs.pop(name)
        for row in MODULE_ALIASES.get(name.partition(".")[2], ()):
            source, _, names = row.partition(": ")
            if names == "...":
                _fall_back(module, importlib.import_module(f"msacc.{source}"))
            elif names != "*":
                _fill(module, importlib.import_module(f"msacc.{source}"), names.split())
        if isinstance(module, _CalledModule):
            module.__doc__ = module._function().__doc__


class _CalledModule(ModuleType):
    """A module with a function of its own name: its package has one of them alone under it, and both are wanted."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._function()(*args, **kwargs)

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(self._function())

    def __getattr__(self, name: str) -> Any:
        # What is known of the function, such as why it is refused.
        return getattr(self._function(), name)

    def _function(self) -> Any:
        return vars(self).get(vars(self)["__name__"].rpartition(".")[2])


def _fill(module: ModuleType, source: ModuleType, names: list[str]) -> None:
    for entry in names:
        own, _, theirs = entry.partition("=")
        if own.startswith("*"):
            setattr(module, own[1:], source)
        else:
            setattr(module, own, getattr(source, theirs or own))


def _fall_back(module: ModuleType, source: ModuleType) -> None:
    """Give `module` every name of `source`, also those that `source` makes when asked for."""

    def __getattr__(name: str) -> Any:
        # A module below this one need not have been imported by a line of its own: MindSpore has them all loaded.
        path = f"{module.__name__}.{name}"
        if path.partition(".")[2] in MODULE_ALIASES:
            return importlib.import_module(path)
        value = _from_table(path.rpartition(".")[0].replace("msacc", "mindspore", 1), name)
        return getattr(source, name) if value is None else value

    module.__dict__["__getattr__"] = __getattr__
    public = getattr(source, "__all__", [n for n in vars(source) if not n.startswith("_")])
    module.__dict__["__all__"] = [*public]


def install() -> None:
    """Register the finder of module aliases, once."""
    if not any(isinstance(finder, ModuleAliasFinder) for finder in sys.meta_path):
        sys.meta_path.append(ModuleAliasFinder())
