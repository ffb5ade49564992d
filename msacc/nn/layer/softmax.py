"""Softmax layers."""

from __future__ import annotations

from msacc import ops
from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.nn import activation as F


class Softmax(Layer):
    """Positive shares that sum to 1 along `axis`.

    `y_i = exp(x_i) / sum_j(exp(x_j))`

    `axis`: an int (the last by default) or a tuple of them.

    Called with a float Tensor; the result has its shape and dtype.

    Raises TypeError for an `axis` of another type and for ints, ValueError for an axis out of
    range.

    Differs from MindSpore, which refuses tuples of several axes on the CPU.
    """

    _msacc_called_primitives = ("softmax",)

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, (int, tuple))
        self._msacc_set_primitives(softmax=ops.Softmax(axis))

    def construct(self, input: Tensor) -> Tensor:
        return F.softmax_over(input, self.axis)


class Softmin(Cell):
    """The softmax of the negated input along `axis`.

    `y_i = exp(-x_i) / sum_j(exp(-x_j))`

    `axis`: an int, the last by default.

    Called with a float Tensor; the result has its shape and dtype.

    Raises, when called, TypeError for an `axis` of another type and for ints, ValueError for an axis
    out of range. As in MindSpore.
    """

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = axis

    def construct(self, x: Tensor) -> Tensor:
        return F.softmin(x, self.axis)


@holds("shape", softmax=ops.Softmax(-3))
class Softmax2d(Layer):
    """The softmax over the channels of images, at each of their pixels.

    Called with a float Tensor (N, C, H, W) or (C, H, W); the result has its shape and dtype. Raises
    ValueError for another number of dimensions, TypeError for ints. As in MindSpore.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        check.rank(self.cls_name, x._t, 3, 4)
        return F.softmax(x, -3)


class LogSoftmax(Layer):
    """The logarithm of the softmax along `axis`.

    `y_i = x_i - log(sum_j(exp(x_j)))`

    `axis`: an int, the last by default.

    Called with a float Tensor; the result has its shape and dtype.

    Raises TypeError for an `axis` of another type and for ints, ValueError for an axis out of
    range.

    Differs from MindSpore, which refuses a tuple only when the layer is called.
    """

    _msacc_called_primitives = ("log_softmax",)

    def __init__(self, axis: int = -1):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, int)
        self._msacc_set_primitives(log_softmax=ops.LogSoftmax(axis))

    def construct(self, x: Tensor) -> Tensor:
        return F.log_softmax(x, self.axis)


__all__ = ["LogSoftmax", "Softmax", "Softmax2d", "Softmin"]
