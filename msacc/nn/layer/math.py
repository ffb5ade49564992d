"""Layers that wrap mathematical ops."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from msacc import ops
from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.array.creation import arange
from msacc.ops.core.op import exported_names
from msacc.ops.linalg import products, solving
from msacc.ops.math import elementwise, reduce, statistics

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


@holds(
    "shape_op", expand_op=ops.ExpandDims(), reduce_sum_op=ops.ReduceSum(), squeeze_left_op=ops.Squeeze(-2),
    squeeze_right_op=ops.Squeeze(-1),
)  # fmt: skip
class MatMul(Layer):
    """The matrix product of two Tensors, either of them transposed first if asked.

    `y = x1 @ x2`

    `transpose_x1`, `transpose_x2`: bools, swap the last two axes.

    Called with Tensors of one dtype: vectors, matrices or batches of them, whose leading axes
    broadcast; returns a Tensor of this dtype, a scalar for two vectors.

    Raises TypeError for flags that are no bools and for two dtypes, ValueError for sizes that do
    not match, RuntimeError for a scalar.

    Differs from MindSpore, which has IndexError for a scalar.
    """

    def __init__(self, transpose_x1: bool = False, transpose_x2: bool = False):
        super().__init__()
        self.transpose_x1 = check.boolean(self.cls_name, "transpose_x1", transpose_x1)
        self.transpose_x2 = check.boolean(self.cls_name, "transpose_x2", transpose_x2)

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        return products.matmul_turned(x1, x2, self.transpose_x1, self.transpose_x2)


@holds("dtype")
class MatInverse(Layer):
    """The inverse of square matrices.

    Called with a float Tensor (…, N, N); the result has its dtype.
    """

    def __init__(self) -> None:
        super().__init__()
        self.matmul = MatMul(transpose_x1=True)

    def construct(self, a: Tensor) -> Tensor:
        return solving.inverse(a)


@holds("dtype", "square", cholesky=ops.Cholesky())
class MatDet(Layer):
    """The determinant of square matrices.

    Called with a float Tensor (…, N, N); the result has its dtype.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, a: Tensor) -> Tensor:
        return solving.det(a)


@holds(
    "abs", "dtype", "equal", "floor", "greater", "isfinite", "less", "lessequal", "log", "log1p", "ones_like",
    "select", "shape", "sin", inf=math.inf, pi=math.pi, one=1, two=2, one_half=0.5, log_2=math.log(2),
    log_pi=math.log(math.pi), log_sqrt_two_pi=0.5 * math.log(2 * math.pi),
)  # fmt: skip
class LGamma(Layer):
    """log |gamma(x)|.

    Called with a float Tensor of any shape; the result has its shape and dtype.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return elementwise.lgamma(x)


@holds(
    "abs", "cos", "dtype", "equal", "floor", "less", "log1p", "logicaland", "select", "shape", "sin", nan=math.nan,
    pi=math.pi,
)  # fmt: skip
class DiGamma(Layer):
    """The derivative of log gamma.

    Called with a float Tensor of any shape; the result has its shape and dtype.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, x: Tensor) -> Tensor:
        return elementwise.digamma(x)


class Range(Cell):
    """Numbers from `start` to `limit` (0 to `start` without it) in steps of `delta`.

    Called without arguments; returns a vector of integers, or of floats where a number is one.
    """

    def __init__(self, start: float, limit: float | None = None, delta: float = 1):
        super().__init__()
        if delta == 0:
            raise ValueError("For 'Range', 'delta' must not be 0.")
        self._msacc_ends = (0, start) if limit is None else (start, limit)
        self.delta = delta
        ints = all(isinstance(value, int) for value in (*self._msacc_ends, delta))
        self.dtype = mstype.int32 if ints else mstype.float32
        self.ms_dtype = self.dtype

    @property
    def result_tensor(self) -> Tensor:
        """The numbers, as MindSpore's layer keeps them."""
        return self.construct()

    def construct(self) -> Tensor:
        return arange(*self._msacc_ends, self.delta, dtype=self.dtype)


@holds("exp", "log")
class ReduceLogSumExp(Layer):
    """The logarithm of sums, log(sum(exp(x))), along `axis`.

    `axis`: an int or a tuple of ints.
    `keep_dims`: keep them with length 1.

    Called with x, a float Tensor; the result has its dtype.
    """

    def __init__(self, axis: Ints, keep_dims: bool = False):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, (int, list, tuple))
        self.keep_dims = check.boolean(self.cls_name, "keep_dims", keep_dims)
        self._msacc_set_primitives(max=ops.ReduceMax(keep_dims), sum=ops.ReduceSum(keep_dims))

    def construct(self, x: Tensor) -> Tensor:
        return reduce.reduce_logsumexp(x, self.axis, self.keep_dims)


@holds("cast", reduce_mean=ops.ReduceMean(True), square_diff=ops.SquaredDifference())
class Moments(Layer):
    """(mean, variance) along `axis` (all axes by default).

    `axis`: an int or a tuple of ints.
    `keep_dims`: keep them with length 1.

    Called with a float Tensor; both results have its dtype.
    """

    def __init__(self, axis: Ints | None = None, keep_dims: bool | None = None):
        super().__init__()
        self.axis, self.keep_dims = () if axis is None else axis, bool(keep_dims)
        self._msacc_set_primitives(squeeze=ops.Squeeze(self.axis))

    def construct(self, x: Tensor) -> Any:
        return statistics.moments(x, self.axis, self.keep_dims)


@holds(
    "cast", "dtype", "equal", "exp", "greater", "less", "log", "logicaland", "logicalnot", "logicalor", "neg",
    "select", "shape", "zeroslike",
)  # fmt: skip
class IGamma(Layer):
    """The regularized lower incomplete gamma function of `a` at `x`, both Float32; no gradient by `a`."""

    def __init__(self) -> None:
        super().__init__()
        self.lgamma = LGamma()

    def construct(self, a: Tensor, x: Tensor) -> Tensor:
        return elementwise.igamma_float(a, x)


@holds(
    "dtype", "less", "log", "log1p", "select", "shape", const=ops.ScalarToTensor(),
    log_2pi=math.log(2 * math.pi),
)  # fmt: skip
class LBeta(Layer):
    """The logarithm of the beta function of `x` and `y`, both Float16 or both Float32."""

    def __init__(self) -> None:
        super().__init__()
        self.lgamma = LGamma()

    def construct(self, x: Tensor, y: Tensor) -> Tensor:
        return elementwise.lbeta(x, y)


__all__ = exported_names(globals())
