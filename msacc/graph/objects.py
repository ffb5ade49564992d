"""The user's objects that a trace may have gone through: classes, functions, and what holds classes."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

from msacc.graph.guards import is_framework, is_library
from msacc.graph.reach import is_cell, names_in

MISSING = object()
_LONG = 256  # items of a list or dict: a longer one holds data
_MANY = 20_000  # objects looked at


class Place(NamedTuple):
    """Where `value` was found: `look(holder, key)` tells what is there now."""

    look: Callable[[Any, Any], Any]
    holder: Any
    key: Any
    value: Any


@dataclass
class Found:
    """What `search` came upon."""

    # Of each class what says how its instances behave; of a library's what the user put there.
    classes: dict[type, dict[str, Any]] = field(default_factory=dict)
    functions: dict[int, FunctionType] = field(default_factory=dict)
    # Places of classes, and of lists, objects and functions with such places in them.
    places: dict[tuple[int, Any], Place] = field(default_factory=dict)
    # Attributes of objects whose class has a __getattr__.
    attributes: dict[int, Mapping[str, Any]] = field(default_factory=dict)


def search(values: Iterable[Any], found: Found) -> None:
    """Add to `found` what `values` are, hold and refer to."""
    places: list[tuple[int, Place]] = []
    seen: set[int] = set()
    waiting = list(values)
    while waiting and len(seen) < _MANY:
        value = waiting.pop()
        if id(value) in seen or isinstance(value, ModuleType):
            continue
        seen.add(id(value))
        _note(value, found)
        inside = list(_places_in(value))
        places += [(id(value), place) for place in inside]
        waiting += [place.value for place in inside]
        waiting += _referred(value)
    for place in _with_classes(places):
        found.places[id(place.holder), place.key] = place


def _note(value: Any, found: Found) -> None:
    if isinstance(value, type):
        if value not in found.classes:
            found.classes[value] = _methods(value)
    elif isinstance(value, FunctionType):
        if not is_library(value):
            found.functions[id(value)] = value
    elif "__getattr__" in found.classes.get(type(value), ()) and not is_library(type(value)):
        found.attributes[id(value)] = _attributes(value)


def _methods(cls: type) -> dict[str, Any]:
    """Functions, other descriptors and classes among the attributes of a class."""
    found = {
        name: value
        for name, value in vars(cls).items()
        if isinstance(value, type) or hasattr(type(value), "__get__")
    }
    if not is_library(cls):
        return found
    return {name: value for name, value in found.items() if _is_users(value)}


def _is_users(value: Any) -> bool:
    functions = (f for f in (value, *_parts(value)) if isinstance(f, FunctionType))
    return any(
        not is_library(f) and not is_library(sys.modules.get(f.__module__)) for f in functions
    )


# -- what an object holds and refers to --------------------------------------------------------
def _places_in(value: Any) -> Iterator[Place]:
    """The variables, items and attributes of an object."""
    if isinstance(value, FunctionType):
        for cell in value.__closure__ or ():
            content = _content(cell, None)
            if content is not MISSING:
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
        found: dict[str, Any] = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return found


def _referred(value: Any) -> Iterator[Any]:
    """Classes and functions that a trace which has `value` may go on to."""
    if isinstance(value, type):
        yield from (*value.__mro__, type(value), *_methods(value).values())
        return
    yield type(value)
    yield from _parts(value)
    if isinstance(value, FunctionType) and not is_library(value):
        yield from _named(value)


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


def _named(function: FunctionType) -> Iterator[Any]:
    """Classes and functions behind the globals that a function names, and behind names of its modules."""
    names = set(names_in(function.__code__))
    spaces = [function.__globals__]
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType) and not is_library(value):
            spaces.append(vars(value))
    for space in spaces:
        for name in names:
            if isinstance(space.get(name), (type, FunctionType)):
                yield space[name]


def _with_classes(places: list[tuple[int, Place]]) -> Iterator[Place]:
    """The places of classes, and of all that has such a place in it; `places` come with their owner's id.

    A tuple cannot change; it counts where it stands itself.
    """
    owners: dict[int, set[int]] = {}
    for owner, place in places:
        owners.setdefault(id(place.value), set()).add(owner)
    holding = {id(place.value) for _, place in places if isinstance(place.value, type)}
    waiting = list(holding)
    while waiting:
        more = owners.get(waiting.pop(), set()) - holding
        holding |= more
        waiting += more
    return (p for _, p in places if id(p.value) in holding and not isinstance(p.holder, tuple))
