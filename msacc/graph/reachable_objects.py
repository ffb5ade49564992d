"""The user's objects that a trace may have read, and the places that refer to them."""

from __future__ import annotations

import functools
import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from msacc.common.torch_private import GUARDS_CLASS_DATA
from msacc.common.warn_once import once
from msacc.graph.guards import is_framework, is_library
from msacc.graph.reachability import is_cell, names_in
from msacc.mindspore_homes import defined_in

MISSING = object()
_LONG = 256  # items of a list or dict: a longer one holds data
_IN_PYTHON = 1 << 9  # of the flags of a class (Py_TPFLAGS_HEAPTYPE)
_MANY = 20_000  # objects looked at


class Place(NamedTuple):
    """Where `value` was found: `look(holder, key)` tells what is there now."""

    look: Callable[[Any, Any], Any]
    holder: Any
    key: Any
    value: Any


@dataclass
class Objects:
    """What can be reached from the objects of a trace; `walk` adds to it."""

    # Of each class what says how its instances behave; of a library's what the user put there.
    classes: dict[type, dict[str, Any]] = field(default_factory=dict)
    functions: dict[int, FunctionType] = field(default_factory=dict)
    # Attributes of objects whose class has a __getattr__.
    attributes: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    # With the id of what they belong to; globals belong to nothing.
    places: list[tuple[int, Place]] = field(default_factory=list)
    links: dict[int, set[int]] = field(default_factory=dict)
    _alive: list[Any] = field(default_factory=list)  # so that ids stay theirs

    def walk(self, values: Iterable[Any]) -> None:
        """Adds `values` and everything reachable from them."""
        waiting = list(values)
        while waiting and len(self.links) < _MANY:
            value = waiting.pop()
            if id(value) in self.links or isinstance(value, ModuleType):
                continue
            self._alive.append(value)
            self._record(value)
            places, referred = list(_places_in(value)), list(_referred(value))
            named = list(_named_globals(value)) if isinstance(value, FunctionType) else []
            self.places += [(id(value), place) for place in places]
            self.places += [(0, place) for place in named]
            inside = [place.value for place in places] + referred
            self.links[id(value)] = {id(item) for item in inside}
            waiting += inside + [place.value for place in named]
        if waiting:
            once(
                "graph-reach",
                f"graph mode: a function reaches more than {_MANY} objects; of those beyond, only what torch.compile "
                "itself guards is seen to change. Hand in what changes as an argument.",
                logging.INFO,
            )

    def _record(self, value: Any) -> None:
        if isinstance(value, type):
            self.classes[value] = _methods(value)
        elif isinstance(value, FunctionType):
            if not is_library(value):
                self.functions[id(value)] = value
        elif _has_own_getattr(type(value)):
            self.attributes[id(value)] = _attributes(value)

    def reachable_from(self, start: Iterable[int]) -> set[int]:
        """The ids of all that can be reached from the objects with the ids `start`."""
        reachable, waiting = set(start), list(start)
        while waiting:
            more = self.links.get(waiting.pop(), set()) - reachable
            reachable |= more
            waiting += more
        return reachable


def _has_own_getattr(cls: type) -> bool:
    return any("__getattr__" in vars(base) and not is_library(base) for base in cls.__mro__)


def is_tracked(value: Any) -> bool:
    """Whether Dynamo tracks `value` by identity: containers, arrays, objects with attributes."""
    if isinstance(value, (list, dict, set, np.ndarray)):
        return True
    if isinstance(value, (type, tuple, FunctionType, MethodType, ModuleType)):
        return False
    return bool(type(value).__flags__ & _IN_PYTHON) or bool(_attributes(value))


def _methods(cls: type) -> dict[str, Any]:
    """Functions, other descriptors and classes among the attributes of a class; data if Dynamo misses it."""
    attributes = {name: value for name, value in vars(cls).items() if _is_guarded(name, value)}
    if not is_library(cls):
        return attributes
    return {name: value for name, value in attributes.items() if _is_users(value)}


def _is_guarded(name: str, value: Any) -> bool:
    if isinstance(value, type) or hasattr(type(value), "__get__"):
        return True
    return not GUARDS_CLASS_DATA and not name.startswith("__")


def _is_users(value: Any) -> bool:
    functions = (f for f in (value, *_parts(value)) if isinstance(f, FunctionType))
    return any(
        not is_library(f) and not is_library(sys.modules.get(defined_in(f))) for f in functions
    )


# -- what an object holds and refers to --------------------------------------------------------
def _places_in(value: Any) -> Iterator[Place]:
    """The variables, items and attributes of an object."""
    if isinstance(value, FunctionType):
        for name, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=False):
            content = _content(cell, None)
            # What super() looks up is no variable of the user's.
            if content is not MISSING and name != "__class__":
                yield Place(_content, cell, None, content)
        for i, default in enumerate(value.__defaults__ or ()):
            yield Place(_default, value, i, default)
    elif isinstance(value, (list, tuple)):
        if len(value) < _LONG:
            yield from (Place(_item, value, i, item) for i, item in enumerate(value))
    elif isinstance(value, dict):
        if len(value) < _LONG:
            yield from (Place(_entry, value, key, item) for key, item in value.items())
    elif not isinstance(value, type) and (is_cell(value) or not is_framework(type(value))):
        names = _attributes(value)
        yield from (Place(_entry, names, key, item) for key, item in names.items())


def _content(cell: Any, _: None) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a name not bound yet
        return MISSING


def _default(function: FunctionType, i: int) -> Any:
    defaults = function.__defaults__ or ()
    return defaults[i] if i < len(defaults) else MISSING


def _item(items: Any, i: int) -> Any:
    return items[i] if i < len(items) else MISSING


def _entry(items: Mapping[Any, Any], key: Any) -> Any:
    return items.get(key, MISSING)


def _attributes(value: Any) -> dict[str, Any]:
    try:  # not getattr(): the class may have a __getattr__ of its own
        attributes: dict[str, Any] = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return attributes


def _referred(value: Any) -> Iterator[Any]:
    """Classes and functions that a trace which has `value` may go on to."""
    if isinstance(value, type):
        yield from (*value.__mro__, type(value), *_methods(value).values())
        return
    yield type(value)
    yield from _parts(value)


def _parts(value: Any) -> Iterator[Any]:
    """The functions in a method, a property, another descriptor or a wrapper."""
    if isinstance(value, (MethodType, staticmethod, classmethod)):
        yield value.__func__
    elif isinstance(value, property):
        yield from (f for f in (value.fget, value.fset) if f is not None)
    elif isinstance(value, (functools.partial, functools.cached_property)):
        yield value.func
    elif isinstance(value, FunctionType) and "__wrapped__" in vars(value):
        yield vars(value)["__wrapped__"]


def _named_globals(function: FunctionType) -> Iterator[Place]:
    """The globals that a user's function names, and attributes of user modules that it may name."""
    if is_library(function):
        return
    names = set(names_in(function.__code__))
    spaces = [function.__globals__]
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType) and not is_library(value):
            spaces.append(vars(value))
    for space in spaces:
        yield from (Place(_entry, space, name, space[name]) for name in names if name in space)
