"""Jvp and Vjp: derivatives of a function or Cell, as Cells.

Imports `graph` and `nn.cell`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.graph.jacobians import jvp, vjp
from msacc.nn.cell import Cell


class Jvp(Cell):
    """(value of `fn`, its derivative along `v`); called with the inputs and then `v`, a tuple for several.

    `fn`: a function of Tensors, or a Cell.
    """

    def __init__(self, fn: Callable[..., Any]):
        super().__init__()
        self.fn = fn

    def construct(self, *inputs: Any) -> Any:
        *points, v = inputs
        directions = v if isinstance(v, tuple) else (v,)
        if len(directions) != len(points):
            raise TypeError(
                f"For 'Jvp', 'v' needs one Tensor for each of the {len(points)} inputs, but got {len(directions)}."
            )
        return jvp(self.fn, tuple(points), directions)


class Vjp(Cell):
    """(value of `fn`, gradients of the inputs for the output gradient `v`); `v` last, a tuple for several.

    `fn`: a function of Tensors, or a Cell.
    """

    def __init__(self, fn: Callable[..., Any]):
        super().__init__()
        self.fn = fn

    def construct(self, *inputs: Any) -> Any:
        *points, v = inputs
        value, pull = vjp(self.fn, *points)
        gradients = pull(*(v if isinstance(v, tuple) else (v,)))
        return value, gradients[0] if len(points) == 1 and isinstance(
            gradients, tuple
        ) else gradients
