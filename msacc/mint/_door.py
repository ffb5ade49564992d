"""An op under the names that mint gives it and its arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.ops.core.op import renamed


def door(name: str, fn: Callable[..., Any], /, **names: str) -> Any:
    """`fn` under another name, with arguments renamed in its signature and its text: `door("all", all, dim="axis")`."""
    wrapper = renamed(fn, **names)
    wrapper.__name__ = wrapper.__qualname__ = name
    return wrapper
