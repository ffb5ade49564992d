"""Short texts of values, and of what objects were made with, for reprs."""

from __future__ import annotations

import inspect
import reprlib
from typing import Any, ClassVar

_ITEMS = 6
_LETTERS = 60


def short(value: Any, depth: int = 3) -> str:
    """A value on a part of a line: arrays by shape and type, functions by name, containers by their first items."""
    if getattr(value, "shape", ()) and hasattr(value, "dtype"):
        return f"<{value.dtype} {type(value).__name__} of shape {tuple(value.shape)}>"
    if isinstance(value, type) or inspect.isroutine(value):
        return str(getattr(value, "__qualname__", None) or getattr(value, "__name__", value))
    if isinstance(value, (list, tuple, dict)):
        return _container(value, depth)
    if isinstance(value, str):
        return _one_line(repr(value))
    if type(value).__repr__ is object.__repr__:
        return f"<{type(value).__name__}>"
    return _one_line(reprlib.repr(value) if isinstance(value, int) else repr(value))


def _container(value: Any, depth: int) -> str:
    """Of a namedtuple or another subclass the class alone, where it has a repr of its own."""
    kind = type(value)
    if kind.__repr__ not in (list.__repr__, tuple.__repr__, dict.__repr__):
        return _one_line(repr(value))
    if not depth and value:
        return "[...]" if kind is list else "(...)" if kind is tuple else "{...}"
    pairs = list(value.items())[:_ITEMS] if isinstance(value, dict) else []
    items = [f"{short(k, depth - 1)}: {short(v, depth - 1)}" for k, v in pairs]
    items += [short(item, depth - 1) for item in ([] if pairs else list(value)[:_ITEMS])]
    rest = ", ..." if len(value) > _ITEMS else ""
    comma = "," if kind is tuple and len(value) == 1 else ""
    opening, closing = (
        "[]" if isinstance(value, list) else "()" if isinstance(value, tuple) else "{}"
    )
    return f"{opening}{', '.join(items)}{rest}{comma}{closing}"


def _one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LETTERS else f"{text[: _LETTERS // 2]}...{text[-_LETTERS // 4 :]}"


class ReprByAttributes:
    """A repr with those constructor arguments that the object keeps under their name, `_name` or `_msacc_name`."""

    # The attributes of arguments that are kept under other names.
    _msacc_argument_attributes: ClassVar[dict[str, str]] = {}

    def __repr__(self) -> str:
        own, renamed = vars(self), self._msacc_argument_attributes
        given = [
            f"{p.name}={'...' if _is_secret(p.name) else short(own[key])}"
            for p in _named_parameters(type(self))
            for key in (renamed.get(p.name, p.name), f"_{p.name}", f"_msacc_{p.name}")
            if own.get(key) is not None and not _is_default(own[key], p.default)
        ]
        return f"{type(self).__name__}({', '.join(given)})"


def _named_parameters(kind: Any) -> list[inspect.Parameter]:
    """Those of a constructor, without `*args` and `**kwargs`."""
    parameters = list(inspect.signature(kind.__init__).parameters.values())[1:]
    return [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def _is_secret(name: str) -> bool:
    """Whether an argument may be a key or a password, by its name."""
    return any(word in name.lower() for word in ("key", "password", "secret", "token"))


def _is_default(value: object, default: object) -> bool:
    """Whether an argument was left out, as far as can be told; what has no comparison was not."""
    if value is default:
        return True
    plain = isinstance(value, (int, float, str, tuple))
    return plain and type(value) is type(default) and value == default
