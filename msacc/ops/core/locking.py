"""Primitives that take `use_locking`."""

from __future__ import annotations

import inspect
from typing import Any

from msacc.common.locking import check_locking
from msacc.common.own_code import own_code
from msacc.ops.core.primitive import Primitive


def locked(made: type[Primitive]) -> type[Primitive]:
    """`made`, whose `use_locking` is checked when an object is made and goes no further."""
    default = inspect.signature(made).parameters["use_locking"].default

    @own_code
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        made.__init__(self, *args, **kwargs)
        check_locking(made.__name__, self.use_locking, default)
        self.attrs["use_locking"] = self._settings.pop("use_locking")

    shown = {"__doc__": made.__doc__, "__signature__": inspect.signature(made)}
    body = {**shown, "__init__": __init__, "__module__": made.__module__}
    return type(made.__name__, (made,), body)
