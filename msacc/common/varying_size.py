"""A size that varies, as recorded runs have it: an int to Python code, a symbol to torch.

Code that checks whether a size is an int is told so. What is computed of it is such a size again; who compares it, or
needs the number itself, makes the recorded run one for the sizes that give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch


class VaryingSize(torch.SymInt):
    """A symbolic size that passes for an int."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return int

    def __hash__(self) -> int:
        return hash(int(self))

    def __array__(
        self, dtype: np.dtype | type[np.generic] | None = None, copy: bool | None = None
    ) -> np.ndarray:
        return np.array(int(self), dtype)


def symbol_of(value: object) -> Any:
    """What torch takes in the place of `value`: its own symbol for a size that varies."""
    return torch.SymInt(value.node) if type(value) is VaryingSize else value


def as_size(value: Any) -> Any:
    """`value`; a symbol of torch's as a size that varies."""
    return VaryingSize(value.node) if type(value) is torch.SymInt else value


def _define(name: str, finish: Callable[[Any], Any]) -> None:
    method = getattr(torch.SymInt, name)

    def run(self: Any, *others: object) -> Any:
        return finish(method(symbol_of(self), *map(symbol_of, others)))

    setattr(VaryingSize, name, run)


for _name in [
    "add",
    "radd",
    "sub",
    "rsub",
    "mul",
    "rmul",
    "floordiv",
    "rfloordiv",
    "mod",
    "rmod",
    "pow",
    "truediv",
    "rtruediv",
    "neg",
]:
    _define(f"__{_name}__", as_size)
for _name in ["eq", "ne", "lt", "le", "gt", "ge", "bool"]:
    _define(f"__{_name}__", bool)
for _name in ("int", "index"):
    _define(f"__{_name}__", int)
