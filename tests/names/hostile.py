"""Classes of a user's who likes private names: all those that the package's source uses and MindSpore leaves free."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from tests.names.own import of_mindspore, used_in_source

Derive = Callable[[type], type]


def free_names(cls: type) -> list[str]:
    """What a class derived from `cls` may use on MindSpore."""
    return sorted(
        used_in_source()
        - of_mindspore(cls)
        - {n for n in used_in_source() if n.startswith("_msacc_")}
    )


def method(self: Any, *, only_by_this_name: Any) -> Any:
    """What cannot be called by mistake."""
    raise AssertionError("a method of the user's was called")


@functools.cache
def with_methods(cls: type) -> type:
    """The class with a method of each name."""
    return type(f"{cls.__name__}WithMethods", (cls,), dict.fromkeys(free_names(cls), method))


@functools.cache
def with_attributes(cls: type) -> type:
    """The class with an attribute of each name, set by a constructor."""
    names = free_names(cls)

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        cls.__init__(self, *args, **kwargs)
        for name in names:
            setattr(self, name, "the user's")

    return type(f"{cls.__name__}WithAttributes", (cls,), {"__init__": __init__})


def check(thing: Any) -> None:
    """What the user set is still there, if it is an object of such a class."""
    is_derived = "__module__" in vars(type(thing)) and type(thing).__module__ == __name__
    for name in free_names(type(thing).__mro__[1]) if is_derived else ():
        value = getattr(thing, name)
        assert value == "the user's" or getattr(value, "__func__", None) is method, name


class Derived:
    """A module whose classes are the user's own."""

    def __init__(self, module: Any, derive: Derive) -> None:
        self.module, self.derive = module, derive

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.module, name)
        return self.derive(value) if inspect.isclass(value) else value
