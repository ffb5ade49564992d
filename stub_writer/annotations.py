"""Annotations as the stubs write them: MindSpore's Tensor and dtypes for torch's, imports for what they name."""

from __future__ import annotations

import ast
import builtins
import collections.abc
import functools
import importlib
import types
import typing
from collections.abc import Mapping
from typing import Any, Union, get_args, get_origin

import numpy as np
import torch

from msacc.common.dtype import Type
from msacc.common.tensor import Tensor
from stub_writer.surface import Home, Homes, tree

_SEQUENCES = (list, collections.abc.MutableSequence)


class Module:
    """One stub being written: its imports and type variables, and the names that are taken in it."""

    def __init__(self, path: str, homes: Homes, taken: Mapping[str, Any]):
        self.path, self.homes, self.taken = path, homes, taken
        self.imports: set[tuple[str, str, str]] = set()  # (module, name, the name here)
        self.plain_imports: set[str] = set()
        self.type_variables: dict[str, str] = {}
        self.needed: set[Home] = set()  # (module, name) of classes that other stubs must define
        self.members: frozenset[str] = frozenset()  # of the class that is being written

    def builtin(self, name: str) -> str:
        """A builtin type, by its module where another thing has its name."""
        if name in self.taken or name in self.members:
            self.plain_imports.add("builtins")
            return f"builtins.{name}"
        return name

    def named(self, module: str, name: str) -> str:
        """A name of another module, imported."""
        here = f"_{name}" if name in self.members or self._is_other(module, name) else name
        if module != self.path or here != name:
            self.imports.add((module, name, here))
        return here

    def _is_other(self, module: str, name: str) -> bool:
        if name not in self.taken or module == self.path:
            return False
        return getattr(importlib.import_module(module), name, None) is not self.taken[name]

    def cls(self, value: type) -> str:
        """The name of a class."""
        if value is torch.Tensor:
            value = Tensor
        if value is torch.dtype:
            value = Type
        root = value.__module__.partition(".")[0]
        if value is type(None):
            return "None"
        if root == "builtins":
            return self.builtin(value.__name__)
        if root == "numpy":
            self.plain_imports.add(
                "numpy as _numpy"
            )  # `numpy` is a method of Tensor and a module of msacc
            return f"_numpy.{value.__name__}" if hasattr(np, value.__name__) else self.any()
        if root == "msacc":
            home = self.homes.of(value)
            if home is None:
                return self.any()
            self.needed.add(home)
            return self.named(*home)
        if value.__module__ == "_io":
            return self.named("io", value.__name__)
        if root in ("torch", "torchvision", "google") or value.__module__.startswith("_"):
            return self.any()
        if "<locals>" in value.__qualname__ or "." in value.__qualname__:
            return self.any()
        return self.named(value.__module__, value.__name__)

    def any(self) -> str:
        """`Any`."""
        return self.named("typing", "Any")


def render(module: Module, annotation: Any, scope: Mapping[str, Any], *, argument: bool) -> str:
    """An annotation, a text or an object; as an argument's a list may be a tuple."""
    if isinstance(annotation, typing.ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        try:
            annotation = eval(annotation, {}, Scope(scope))
        except (NameError, AttributeError, TypeError, SyntaxError):
            return module.any()
        return render(module, annotation, scope, argument=argument)
    inner = functools.partial(render, module, scope=scope, argument=argument)
    if annotation is None:
        return "None"
    if annotation is ...:
        return "..."
    if (
        annotation is Any or annotation is typing.NoReturn
    ):  # behind a call that never returns nothing is checked
        return module.any()
    if isinstance(annotation, (typing.TypeVar, typing.ParamSpec)):
        return _type_variable(module, annotation, inner)
    origin = get_origin(annotation)
    if origin is None:
        return (
            module.cls(annotation) if isinstance(annotation, type) else _special(module, annotation)
        )
    return _subscripted(module, annotation, origin, inner, argument)


def _special(module: Module, annotation: Any) -> str:
    name = getattr(annotation, "_name", None) or getattr(annotation, "__name__", None)
    known = name and hasattr(typing, name) and getattr(annotation, "__module__", "") == "typing"
    return module.named("typing", str(name)) if known else module.any()


def _type_variable(module: Module, variable: Any, inner: Any) -> str:
    kind, name = type(variable).__name__, variable.__name__
    bound = getattr(variable, "__bound__", None)
    more = f", bound={inner(bound)}" if bound is not None else ""
    more += "".join(f", {inner(each)}" for each in getattr(variable, "__constraints__", ()))
    module.type_variables[name] = f'{name} = {module.named("typing", kind)}("{name}"{more})'
    return name


def _subscripted(module: Module, annotation: Any, origin: Any, inner: Any, argument: bool) -> str:
    args = get_args(annotation)
    if origin in (Union, types.UnionType):
        return _union(module, [inner(each) for each in args])
    if origin is typing.Literal:
        return f"{module.named('typing', 'Literal')}[{', '.join(map(repr, args))}]"
    if origin is typing.Annotated:
        return inner(args[0])
    if origin is collections.abc.Callable:
        name = module.named("collections.abc", "Callable")
        if args[0] is ... or not isinstance(args[0], list):
            return f"{name}[{'...' if args[0] is ... else inner(args[0])}, {inner(args[1])}]"
        return f"{name}[[{', '.join(map(inner, args[0]))}], {inner(args[1])}]"
    if origin is np.ndarray:
        return module.cls(np.ndarray)
    if argument and origin in _SEQUENCES and args[0] in (Any, str):
        # Not a Sequence: a str is one of these.
        (kind,) = map(inner, args)
        return f"{module.builtin('list')}[{kind}] | {module.builtin('tuple')}[{kind}, ...]"
    if argument and origin in _SEQUENCES:
        origin = collections.abc.Sequence
    if argument and origin is dict:
        origin = collections.abc.Mapping
    name = module.cls(origin) if isinstance(origin, type) else _special(module, origin)
    if origin.__module__ in ("collections.abc",):
        name = module.named("collections.abc", origin.__name__)
    return f"{name}[{', '.join(map(inner, args))}]" if args else f"{name}[()]"


def _union(module: Module, parts: list[str]) -> str:
    """The members once each; `Any` alone where it is one of them and nothing is gained by the others."""
    unique = list(dict.fromkeys(parts))
    # What "list[X] | tuple[X, ...]" has besides.
    both = [
        p for p in unique if p.startswith("list[") and p.endswith(", ...]") and " | tuple[" in p
    ]
    unique = [p for p in unique if not any(b.endswith(f" | {p}") for b in both)]
    sequences = {p.removeprefix("Sequence[")[:-1] for p in unique if p.startswith("Sequence[")}
    unique = [p for p in unique if not any(p == f"tuple[{s}, ...]" for s in sequences)]
    if "None" in unique and module.path.startswith("msacc.rewrite"):
        # A node that is looked up by name is there; who wrote the network knows.
        return " | ".join([*(p for p in unique if p != "None"), module.any()])
    return module.any() if "Any" in unique else " | ".join(unique)


class Scope(dict[str, Any]):
    """The names of a function's module for `eval`, those imported for type checkers alone among them."""

    def __init__(self, names: Mapping[str, Any]):
        super().__init__()
        self.names = names

    def __missing__(self, key: str) -> Any:
        if key in self.names:
            return self.names[key]
        if hasattr(builtins, key):
            return getattr(builtins, key)
        module, name = _typing_only(self.names.get("__name__", ""))[key]
        found = importlib.import_module(module)
        return getattr(found, name) if name else found


@functools.cache
def _typing_only(module: str) -> dict[str, tuple[str, str]]:
    """What a module imports under `if TYPE_CHECKING`, by the name it has there: (module, name in it or nothing)."""
    found: dict[str, tuple[str, str]] = {}
    source = tree(module) if module.startswith("msacc") else None
    for block in source.body if source else ():
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test):
            for node in block.body:
                if isinstance(node, ast.ImportFrom) and node.module:
                    found |= {a.asname or a.name: (node.module, a.name) for a in node.names}
                elif isinstance(node, ast.Import):
                    found |= {a.asname or a.name: (a.name, "") for a in node.names}
    return _Refusing(found)


class _Refusing(dict[str, tuple[str, str]]):
    def __missing__(self, key: str) -> tuple[str, str]:
        raise NameError(key)
