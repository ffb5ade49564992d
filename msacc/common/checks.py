"""Small checks of arguments, with MindSpore's exception classes."""

from __future__ import annotations

from typing import Any


def check_type(where: str, name: str, value: Any, kind: Any) -> None:
    """TypeError unless `value` is of `kind`; bool is no int here."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        names = " or ".join(str(k) for k in kinds)
        raise TypeError(
            f"For '{where}', the parameter '{name}' must be {names}, but got {value!r} of {type(value)}."
        )
