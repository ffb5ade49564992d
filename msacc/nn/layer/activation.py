"""Activation layers."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops import nn_activation as F
from msacc.ops import nn_check as check


class ReLU(Cell):
    """max(x, 0)."""

    def construct(self, x: Tensor) -> Tensor:
        return F.relu(x)


class Sigmoid(Cell):
    """1 / (1 + exp(-x))."""

    def construct(self, input: Tensor) -> Tensor:
        return F.sigmoid(input)


class Tanh(Cell):
    """Hyperbolic tangent."""

    def construct(self, input: Tensor) -> Tensor:
        return F.tanh(input)


class Softmax(Cell):
    """exp(x) over its sum along `axis`."""

    def __init__(self, axis: int = -1):
        super().__init__()
        check.instance(self.cls_name, "axis", axis, (int, tuple))
        self.axis = axis

    def construct(self, input: Tensor) -> Tensor:
        return F.softmax_over(input, self.axis)


class LogSoftmax(Cell):
    """Logarithm of the softmax along `axis`."""

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, int)

    def construct(self, x: Tensor) -> Tensor:
        return F.log_softmax(x, self.axis)


_activation: dict[str, type[Cell]] = {
    "softmax": Softmax,
    "logsoftmax": LogSoftmax,
    "relu": ReLU,
    "tanh": Tanh,
    "sigmoid": Sigmoid,
}


def get_activation(name: str | None, prim_name: str | None = None) -> Any:
    """A new activation Cell by its name ('relu', 'gelu', …); KeyError for an unknown one."""
    if name is None:
        return None
    if name not in _activation:
        head = f"For '{prim_name}', the" if prim_name else "The"
        raise KeyError(f"{head} 'name' must be in {list(_activation)}, but got {name}.")
    return _activation[name]()


__all__ = ["LogSoftmax", "ReLU", "Sigmoid", "Softmax", "Tanh", "get_activation"]
