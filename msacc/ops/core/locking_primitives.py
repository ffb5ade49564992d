"""Primitives that take `use_locking`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from msacc.common.use_locking import check_locking
from msacc.ops.core.primitive import Primitive, primitive

_TEXT = "`use_locking` (bool, TypeError otherwise) has no effect, and says so once if it is not the default."


def locked(
    name: str,
    fn: Callable[..., Any],
    /,
    _doc: str | None = None,
    _to: dict[str, str] | None = None,
    **init: Any,
) -> type[Primitive]:
    """`primitive`, whose `use_locking` is checked when an object is made and does not reach `fn`."""

    @functools.wraps(fn)
    def call(*args: Any, **settings: Any) -> Any:
        del settings["use_locking"]  # checked, and said, when the object was made
        return fn(*args, **settings)

    made = primitive(name, call, _doc, _to, **init)

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        made.__init__(self, *args, **kwargs)
        check_locking(name, self.use_locking, init["use_locking"])

    text = f"{(made.__doc__ or '').rstrip()}\n\n{_TEXT}\n"
    shown = {"__doc__": text, "__signature__": inspect.signature(made)}
    return type(name, (made,), {**shown, "__init__": __init__, "__module__": made.__module__})
