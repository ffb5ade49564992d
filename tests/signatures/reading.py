"""Signatures as one line of text, the same on both sides: `(x, axis=-1, *, dtype=<float32>)`."""

from __future__ import annotations

import enum
import functools
import importlib
import inspect
from collections.abc import Iterator
from typing import Any

HIDDEN = "(*args, **kwargs)"
PLAIN = (type(None), bool, int, float, complex, str, bytes)


class Shown:
    """A default that prints as the text it was given."""

    def __init__(self, text: str):
        self.text = text

    def __repr__(self) -> str:
        return self.text


def shown_default(value: Any) -> str:
    """The repr of a plain value; `<name>` of a dtype, enum, class or function; else `<Type>`."""
    if isinstance(value, enum.Enum):
        return f"<{type(value).__name__}.{value.name}>"
    if isinstance(value, PLAIN) and type(value).__module__ == "builtins":
        return repr(value)
    if isinstance(value, (tuple, list, set, frozenset)) and type(value).__module__ == "builtins":
        inside = ", ".join(shown_default(item) for item in value)
        return f"{type(value).__name__}({inside})"
    if isinstance(value, dict):
        inside = ", ".join(f"{k!r}: {shown_default(v)}" for k, v in value.items())
        return f"{{{inside}}}"
    name = getattr(value, "__name__", None)
    if isinstance(name, str) and (isinstance(value, type) or callable(value)):
        return f"<{name}>"
    if type(value).__name__ == "dtype":  # torch's, where an op is written over torch tensors
        return f"<{str(value).rpartition('.')[2]}>"
    module = type(value).__module__ or ""  # a message class made at run time has none
    if "dtype" in module or any(kind.__name__ == "Type" for kind in type(value).__mro__):
        return f"<{str(value).lower()}>"
    return f"<{type(value).__name__}>"


def as_text(signature: inspect.Signature, drop_first: bool = False) -> str:
    """A signature without annotations, defaults as `shown_default` gives them."""
    parameters = list(signature.parameters.values())[1 if drop_first else 0 :]
    bare = []
    for p in parameters:
        default = p.default if p.default is p.empty else Shown(shown_default(p.default))
        bare.append(p.replace(annotation=p.empty, default=default))
    text = str(inspect.Signature(bare))
    return "hidden" if text in (HIDDEN, "(*args)", "(**kwargs)") else text


def of_callable(value: Any) -> str:
    """The signature of a function, a class (its constructor) or a callable object."""
    try:
        return as_text(inspect.signature(value))
    except (TypeError, ValueError):
        return "hidden"


def of_method(owner: type, name: str) -> str:
    """The signature of a method as it is called on an object: without `self`."""
    static = inspect.getattr_static(owner, name)
    try:
        if isinstance(static, staticmethod):
            return as_text(inspect.signature(static.__func__))
        if isinstance(static, classmethod):
            return as_text(inspect.signature(getattr(owner, name)))
        return as_text(inspect.signature(getattr(owner, name)), drop_first=True)
    except (TypeError, ValueError):
        return "hidden"


def is_method(static: Any) -> bool:
    """True for what is called on an object: functions, descriptors of C, class and static ones."""
    if isinstance(static, (property, functools.cached_property, type)):
        return False
    if isinstance(static, (staticmethod, classmethod)):
        return True
    return callable(static) or inspect.ismethoddescriptor(static)


def method_names(owner: type) -> Iterator[str]:
    """The public methods of a class, `construct` and `__call__` with them."""
    for name in dir(owner):
        if name.startswith("_") and name != "__call__":
            continue
        try:
            static = inspect.getattr_static(owner, name)
        except AttributeError:
            continue
        if is_method(static):
            yield name


def home_of(owner: type, name: str) -> type:
    """The class in the order of inheritance that holds the method."""
    return next((c for c in owner.__mro__ if name in vars(c)), owner)


def is_public_callable(value: Any, package: str) -> bool:
    """A function, class or callable object of the package; no enum, exception or dtype."""
    if isinstance(value, type):
        odd = issubclass(value, (enum.Enum, BaseException))
        return value.__module__.split(".")[0] == package and not odd
    home = getattr(value, "__module__", None) or type(value).__module__
    return callable(value) and str(home).split(".")[0] == package


def walk(name: str) -> tuple[Any, Any]:
    """(owner, value) of a dotted name; a member goes before a submodule of the same name."""
    first, *parts = name.split(".")
    owner, value, path = None, importlib.import_module(first), first
    for part in parts:
        path += f".{part}"
        try:
            owner, value = value, getattr(value, part)
        except AttributeError:
            if not inspect.ismodule(value):
                raise
            try:
                owner, value = value, importlib.import_module(path)
            except ImportError:
                raise AttributeError(path) from None
    return owner, value
