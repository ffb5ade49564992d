"""Stand-ins for torch and every other package but numpy, which the stubs are written without.

pip builds a package where none of its requirements is installed, an editable installation as well. What the stubs say
comes from msacc's own source, and to import it takes names of torch's, not what is behind them. A stand-in is a class,
so that it can be a base, an annotation, a key of a table; its attributes, items and results are stand-ins again, and
as a decorator it leaves a function's name and signature.
"""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import FunctionType, ModuleType
from typing import Any

_REAL = {*sys.stdlib_module_names, "numpy", "msacc", "mindspore", "stub_writer"}


class StandIn(type):
    """The class of all stand-ins, and of the classes that derive from one."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__") and not (hasattr(int, name) or hasattr(operator, name)):
            raise AttributeError(name)
        value = stand_in(repr(cls), name)
        setattr(cls, name, value)
        return value

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if "is_stand_in" not in vars(cls):
            return super().__call__(*args, **kwargs)
        is_decorator = len(args) == 1 and isinstance(args[0], FunctionType)
        # What registers an op, in torch's module "library", gives an object with methods of its own.
        if is_decorator and "library" not in repr(cls).split("."):
            return _decorated(args[0])
        return stand_in(repr(cls), "result")

    def __getitem__(cls, key: Any) -> Any:
        return cls

    def __iter__(cls) -> Any:
        return iter(())

    def __repr__(cls) -> str:
        return f"{cls.__module__}.{cls.__name__}"


def _operator(name: str) -> Callable[..., StandIn]:
    return lambda cls, *others: stand_in(repr(cls), name)


_OPERATORS = [
    "neg",
    "abs",
    "invert",
    "and",
    "add",
    "radd",
    "sub",
    "rsub",
    "mul",
    "rmul",
    "truediv",
    "rtruediv",
    "mod",
]
for _name in [*_OPERATORS, "floordiv", "pow", "rpow"]:
    setattr(StandIn, f"__{_name}__", _operator(_name))


def stand_in(owner: str, name: str) -> StandIn:
    """A stand-in for what `owner` has under a name."""
    return StandIn(name, (), {"__module__": owner, "is_stand_in": True})


def _decorated(fn: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(fn)
    def call(*args: Any, **kwargs: Any) -> Any:
        return fn(*args, **kwargs)

    return call


class _Module(ModuleType):
    """A module in which every name is a stand-in."""

    __version__ = "1000.0"  # newer than all
    __file__ = __name__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = stand_in(self.__name__, name)
        setattr(self, name, value)
        return value


class _Finder(MetaPathFinder, Loader):
    """Finds every module that is not Python's, numpy's or in the checkout."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = name.partition(".")[0] not in _REAL
        return ModuleSpec(name, self, is_package=True) if found else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


def install() -> None:
    """From here on imports give stand-ins; installed packages as well, so that all write the same stubs."""
    sys.meta_path.insert(0, _Finder())
