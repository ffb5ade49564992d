"""The words in the code of a test: names, attributes, and what its texts are made of."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType, MethodType
from typing import Any

_TEXTS = (str, tuple, list, set, frozenset)


def words(value: Any, seen: set[int] | None = None) -> Iterator[str]:
    """The words of a function, with what it closes over and calls in tests; of a text; of all that a value holds."""
    seen = set() if seen is None else seen
    if isinstance(value, str):
        yield from re.findall(r"\w+", value)
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    for part in _parts(value):
        yield from words(part, seen)


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, FunctionType):
        yield from _of_function(value)
    elif isinstance(value, CodeType):
        yield from value.co_names
        yield from (c for c in value.co_consts if isinstance(c, (*_TEXTS, CodeType)))
    elif isinstance(value, MethodType):
        yield value.__func__
    elif isinstance(value, functools.partial):
        yield from (value.func, value.args, value.keywords)
    elif isinstance(value, Mapping):
        yield from (*value.keys(), *value.values())
    elif isinstance(value, (tuple, list, set, frozenset)):
        yield from value
    elif isinstance(value, type):
        yield value.__name__
        if value.__module__.startswith("tests."):
            yield from (v for v in vars(value).values() if isinstance(v, FunctionType))
    elif type(value).__module__.startswith("tests."):  # a case, a row of a table
        yield from vars(value).values() if hasattr(value, "__dict__") else ()


def _of_function(fn: FunctionType) -> Iterator[Any]:
    if not fn.__module__.startswith("tests."):
        yield fn.__name__
        return
    yield from (fn.__code__, fn.__defaults__ or (), fn.__kwdefaults__ or {})
    yield from (cell.cell_contents for cell in fn.__closure__ or () if _is_filled(cell))
    if hasattr(fn, "__wrapped__"):
        yield fn.__wrapped__
    for name in fn.__code__.co_names:
        if _is_followed(found := fn.__globals__.get(name)):
            yield found


def _is_followed(value: Any) -> bool:
    """Functions and classes of tests, and texts; not a table of all cases, which names everything."""
    if isinstance(value, (FunctionType, type)):
        return value.__module__.startswith("tests.")
    if isinstance(value, (tuple, list, set, frozenset)):
        return all(isinstance(each, str) for each in value)
    return isinstance(value, str)


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False
