"""Rounding between given bounds: `FakeQuantWithMinMaxVars` of `mindspore.ops.operations._quant_ops`."""

from __future__ import annotations

from msacc import Tensor, ops
from msacc._checkparam import INC_BOTH, check_bool, check_int_range
from msacc.former.quantization.fake_quant import Grid, fake_quant
from msacc.former.quantization.operators import QuantPrimitive


class FakeQuantWithMinMaxVars(QuantPrimitive):
    """`FakeQuantWithMinMaxVars(num_bits, narrow_range)(x, min, max)`: x rounded to `2 ** num_bits` values.

    `num_bits`: an int in [2, 16].
    `narrow_range`: a bool, whether the lowest value is left out.

    Called with Tensors of Float16 or Float32, `min` and `max` (1,); returns x's shape and dtype. The gradient
    passes to x where it lies in the range.

    Raises TypeError for other types, ValueError for `num_bits` out of range and shapes that do not fit.

    Differs from MindSpore: `min` and `max` of as many values as x are refused.
    """

    @ops.prim_attr_register
    def __init__(self, num_bits: int = 8, narrow_range: bool = False) -> None:
        check_int_range(num_bits, 2, 16, INC_BOTH, "num_bits", self.name)
        check_bool(narrow_range, "narrow_range", self.name)
        self._msacc_grid = Grid(num_bits, narrow_range=narrow_range)

    def construct(self, x: Tensor, min: Tensor, max: Tensor) -> Tensor:
        axis = self._msacc_check(x, min=min, max=max)
        return fake_quant(self._msacc_grid, x, min, max, axis)


class FakeQuantWithMinMaxVarsPerChannel(FakeQuantWithMinMaxVars):
    """`FakeQuantWithMinMaxVars` with bounds for each place of the last axis; arguments and errors as there."""

    def construct(self, x: Tensor, min: Tensor, max: Tensor) -> Tensor:
        self.channel_axis = x.ndim - 1
        return super().construct(x, min, max)
