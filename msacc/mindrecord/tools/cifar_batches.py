"""The batches of CIFAR's python version: pickles, of which nothing is run.

The few operations that such a file consists of are followed here; a name in it stands for itself, and only those by
which numpy writes an array are known.
"""

from __future__ import annotations

import math
import pickletools
from collections.abc import Callable
from typing import Any

import numpy as np

_MARK = object()
_ARRAYS = ("numpy.core.multiarray _reconstruct", "numpy._core.multiarray _reconstruct")
_NAMES = (*_ARRAYS, "numpy ndarray", "numpy dtype", "_codecs encode")
_PLAIN = {
    "BINSTRING", "SHORT_BINSTRING", "BINBYTES", "SHORT_BINBYTES", "BINBYTES8", "BINUNICODE", "SHORT_BINUNICODE",
    "BININT",
    "BININT1", "BININT2", "LONG1", "INT",
}  # fmt: skip
_FIXED: dict[str, Callable[[], Any]] = {
    "EMPTY_DICT": dict, "EMPTY_LIST": list, "EMPTY_TUPLE": tuple, "NONE": lambda: None, "NEWTRUE": lambda: True,
    "NEWFALSE": lambda: False,
}  # fmt: skip


class _Name(str):
    """A name that a pickle holds."""


class _Array:
    """An array, or its dtype, that the next operation fills."""

    def __init__(self, given: tuple[Any, ...]):
        self.given = given
        self.state: Any = None


def read(path: str) -> dict[bytes, Any]:
    """What a batch holds, texts as bytes. OSError where it cannot be opened, ValueError for anything else."""
    with open(path, "rb") as file:
        raw = file.read()
    try:
        found = _Machine().run(raw)
    except (IndexError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"it is no batch: {error!r:.200}") from None
    if not isinstance(found, dict):
        raise ValueError(f"it holds {type(found).__name__}, no dict")
    return {_octets(key): value for key, value in found.items()}


def _octets(text: Any) -> Any:
    return text.encode("latin1") if isinstance(text, str) else text


class _Machine:
    """A stack and what was noted of it."""

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.noted: dict[int, Any] = {}

    def run(self, raw: bytes) -> Any:
        """The object; ValueError for an operation that no batch has."""
        for operation, argument, _ in pickletools.genops(raw):
            name = operation.name
            if name == "STOP":
                return _value(self.stack.pop())
            if name in _PLAIN:
                # What Python 2 wrote as a str are bytes.
                is_bytes = name in ("BINSTRING", "SHORT_BINSTRING")
                self.stack.append(str(argument).encode("latin1") if is_bytes else argument)
            elif name in _FIXED:
                self.stack.append(_FIXED[name]())
            elif name not in ("PROTO", "FRAME"):
                self._more(name, argument)
        raise ValueError("it is cut short")

    def _more(self, name: str, argument: Any) -> None:
        stack = self.stack
        if name == "MARK":
            stack.append(_MARK)
        elif name in ("BINPUT", "LONG_BINPUT", "MEMOIZE", "PUT"):
            self.noted[len(self.noted) if argument is None else argument] = stack[-1]
        elif name in ("BINGET", "LONG_BINGET", "GET"):
            stack.append(self.noted[argument])
        elif name in ("GLOBAL", "STACK_GLOBAL"):
            self._name(argument)
        elif name in ("TUPLE", "APPENDS", "SETITEMS"):
            self._gather(name, self._since_mark())
        elif name in ("TUPLE1", "TUPLE2", "TUPLE3"):
            count = int(name[-1])
            stack[-count:] = [tuple(stack[-count:])]
        elif name in ("APPEND", "SETITEM"):
            count = 1 if name == "APPEND" else 2
            items = [stack.pop() for _ in range(count)][::-1]
            self._gather(name + "S", items)
        elif name == "REDUCE":
            given, called = stack.pop(), stack.pop()
            stack.append(_called(called, given))
        elif name == "BUILD":
            state = stack.pop()
            stack[-1].state = state
        else:
            raise ValueError(f"{name} is no part of a CIFAR batch")

    def _name(self, argument: Any) -> None:
        if argument is None:
            last, first = self.stack.pop(), self.stack.pop()
            argument = f"{first} {last}"
        if argument not in _NAMES:
            raise ValueError(f"{argument.replace(' ', '.'):.80} is no part of a CIFAR batch")
        self.stack.append(_Name(argument))

    def _since_mark(self) -> list[Any]:
        at = max(i for i, item in enumerate(self.stack) if item is _MARK)
        items = self.stack[at + 1 :]
        del self.stack[at:]
        return items

    def _gather(self, name: str, items: list[Any]) -> None:
        if name == "TUPLE":
            self.stack.append(tuple(items))
        elif name == "APPENDS":
            self.stack[-1].extend(items)
        else:
            self.stack[-1].update(dict(zip(items[::2], items[1::2], strict=True)))


def _called(called: Any, given: Any) -> Any:
    if not isinstance(called, _Name) or not isinstance(given, tuple):
        raise ValueError("it calls what is no name")
    if called == "_codecs encode":  # how Python 3 writes bytes for Python 2
        text, code = given
        if code != "latin1":
            raise ValueError(f"bytes in the code {code!r:.40}")
        return text.encode("latin1")
    return _Array(given if called == "numpy dtype" else (None,))


def _value(item: Any) -> Any:
    """The arrays in a dict or list made, one level deep: a batch has no others."""
    if isinstance(item, dict):
        return {key: _made(value) for key, value in item.items()}
    return _made(item)


def _made(item: Any) -> Any:
    if not isinstance(item, _Array):
        return item
    _, shape, dtype, by_columns, raw = item.state
    kind = np.dtype(_order(dtype.state) + np.dtype(str(dtype.given[0])).str[1:])
    if kind.kind not in "biuf" or not isinstance(raw, (bytes, str)):
        raise ValueError(f"an array of {kind}")
    raw = _octets(raw)
    if min(shape, default=0) < 0 or math.prod(shape) * kind.itemsize != len(raw):
        raise ValueError(f"an array of shape {shape} in {len(raw)} bytes")
    return np.frombuffer(raw, kind).reshape(shape, order="F" if by_columns else "C")


def _order(state: Any) -> str:
    order = state[1] if state else "|"
    order = order.decode() if isinstance(order, bytes) else order
    return order if order in ("<", ">") else "="
