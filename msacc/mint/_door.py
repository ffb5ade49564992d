"""How a door of mint is made where an op has other argument names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.ops.core.op import renamed


def door(name: str, fn: Callable[..., Any], /, **names: str) -> Any:
    """`fn` under another name, with arguments renamed in its signature and its text: `door("all", all, dim="axis")`."""
    made = renamed(fn, **names)
    made.__name__ = made.__qualname__ = name
    return made
