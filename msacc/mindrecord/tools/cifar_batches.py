"""Reads the batches of CIFAR's python version: pickles, without executing code.

Interprets the few operations in such files; of names, only those are allowed with which numpy writes an array.
"""

from __future__ import annotations

import math
import pickletools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARK = object()
_ARRAYS = ("numpy.core.multiarray _reconstruct", "numpy._core.multiarray _reconstruct")
_NAMES = (*_ARRAYS, "numpy ndarray", "numpy dtype", "_codecs encode")
_PLAIN = {
    "BINSTRING", "SHORT_BINSTRING", "BINBYTES", "SHORT_BINBYTES", "BINBYTES8", "BINUNICODE", "SHORT_BINUNICODE",
    "BININT", "BININT1", "BININT2", "LONG1", "INT",
}  # fmt: skip
_FIXED: dict[str, Callable[[], Any]] = {
    "EMPTY_DICT": dict, "EMPTY_LIST": list, "EMPTY_TUPLE": tuple, "NONE": lambda: None, "NEWTRUE": lambda: True,
    "NEWFALSE": lambda: False,
}  # fmt: skip


class _Name(str):
    """A name in a pickle."""


class _Array:
    """An array or a dtype; BUILD sets its state."""

    def __init__(self, arguments: tuple[Any, ...]):
        self.arguments = arguments
        self.state: Any = None


def read(path: str) -> dict[bytes, Any]:
    """Returns the contents of a batch, strings as bytes; OSError if it cannot be opened, ValueError if invalid."""
    with open(path, "rb") as file:
        raw = file.read()
    try:
        batch = _PickleReader().run(raw)
    except (IndexError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"it is not a batch: {error!r:.200}") from None
    if not isinstance(batch, dict):
        raise ValueError(f"it contains {type(batch).__name__} instead of dict")
    return {_octets(key): value for key, value in batch.items()}


def _octets(text: Any) -> Any:
    return text.encode("latin1") if isinstance(text, str) else text


class _PickleReader:
    """The stack and the memo of a pickle."""

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}

    def run(self, raw: bytes) -> Any:
        """Returns the object; ValueError for an operation that batches do not contain."""
        for operation, argument, _ in pickletools.genops(raw):
            name = operation.name
            if name == "STOP":
                return _build_arrays(self.stack.pop())
            if name in _PLAIN:
                # A str of Python 2 is bytes.
                is_bytes = name in ("BINSTRING", "SHORT_BINSTRING")
                self.stack.append(str(argument).encode("latin1") if is_bytes else argument)
            elif name in _FIXED:
                self.stack.append(_FIXED[name]())
            elif name not in ("PROTO", "FRAME"):
                self._execute(name, argument)
        raise ValueError("it is truncated")

    def _execute(self, name: str, argument: Any) -> None:
        stack = self.stack
        if name == "MARK":
            stack.append(_MARK)
        elif name in ("BINPUT", "LONG_BINPUT", "MEMOIZE", "PUT"):
            self.memo[len(self.memo) if argument is None else argument] = stack[-1]
        elif name in ("BINGET", "LONG_BINGET", "GET"):
            stack.append(self.memo[argument])
        elif name in ("GLOBAL", "STACK_GLOBAL"):
            self._push_name(argument)
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
            arguments, function = stack.pop(), stack.pop()
            stack.append(_call(function, arguments))
        elif name == "BUILD":
            state = stack.pop()
            stack[-1].state = state
        else:
            raise ValueError(f"{name} is not allowed in a CIFAR batch")

    def _push_name(self, argument: str | None) -> None:
        if argument is None:
            last, first = self.stack.pop(), self.stack.pop()
            argument = f"{first} {last}"
        if argument not in _NAMES:
            raise ValueError(f"{argument.replace(' ', '.'):.80} is not allowed in a CIFAR batch")
        self.stack.append(_Name(argument))

    def _since_mark(self) -> list[Any]:
        mark = max(i for i, item in enumerate(self.stack) if item is _MARK)
        items = self.stack[mark + 1 :]
        del self.stack[mark:]
        return items

    def _gather(self, name: str, items: list[Any]) -> None:
        if name == "TUPLE":
            self.stack.append(tuple(items))
        elif name == "APPENDS":
            self.stack[-1].extend(items)
        else:
            self.stack[-1].update(dict(zip(items[::2], items[1::2], strict=True)))


def _call(function: _Name, arguments: Any) -> Any:
    if not isinstance(function, _Name) or not isinstance(arguments, tuple):
        raise ValueError("it calls an object that is not a name")
    if function == "_codecs encode":  # how Python 3 writes bytes for Python 2
        text, code = arguments
        if code != "latin1":
            raise ValueError(f"bytes in the encoding {code!r:.40}")
        return text.encode("latin1")
    return _Array(arguments if function == "numpy dtype" else (None,))


def _build_arrays(item: Any) -> Any:
    """Builds the arrays in a dict, one level deep: batches have no others."""
    if isinstance(item, dict):
        return {key: _to_array(value) for key, value in item.items()}
    return _to_array(item)


def _to_array(item: _Array | Sequence[int]) -> Any:
    if not isinstance(item, _Array):
        return item
    _, shape, dtype, by_columns, raw = item.state
    kind = np.dtype(_order(dtype.state) + np.dtype(str(dtype.arguments[0])).str[1:])
    if kind.kind not in "biuf" or not isinstance(raw, (bytes, str)):
        raise ValueError(f"an array of {kind}")
    raw = _octets(raw)
    if min(shape, default=0) < 0 or math.prod(shape) * kind.itemsize != len(raw):
        raise ValueError(f"an array of shape {shape} in {len(raw)} bytes")
    return np.frombuffer(raw, kind).reshape(shape, order="F" if by_columns else "C")


def _order(state: tuple[int | str | None, ...]) -> str:
    order = state[1] if state else "|"
    order = order.decode() if isinstance(order, bytes) else order
    return order if order in ("<", ">") else "="
