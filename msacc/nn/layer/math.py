"""Layers that are doors to mathematical ops."""

from __future__ import annotations

from typing import Any

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops.array.creation import arange
from msacc.ops.linalg import products, solving
from msacc.ops.math import elementwise, reduce, statistics


class MatMul(Cell):
    """`x1 @ x2`, either one transposed first if asked."""

    def __init__(self, transpose_x1: bool = False, transpose_x2: bool = False):
        super().__init__()
        self.transpose_x1 = check.boolean(self.cls_name, "transpose_x1", transpose_x1)
        self.transpose_x2 = check.boolean(self.cls_name, "transpose_x2", transpose_x2)

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        return products.matmul_turned(x1, x2, self.transpose_x1, self.transpose_x2)


class MatInverse(Cell):
    """The inverse of square matrices."""

    def construct(self, x: Tensor) -> Tensor:
        return solving.inverse(x)


class MatDet(Cell):
    """The determinant of square matrices."""

    def construct(self, x: Tensor) -> Tensor:
        return solving.det(x)


class LGamma(Cell):
    """log |gamma(x)|."""

    def construct(self, x: Tensor) -> Tensor:
        return elementwise.lgamma(x)


class DiGamma(Cell):
    """The derivative of log gamma."""

    def construct(self, x: Tensor) -> Tensor:
        return elementwise.digamma(x)


class Range(Cell):
    """Numbers from `start` to `limit` (0 to `start` without it) in steps of `delta`."""

    def __init__(self, start: float, limit: float | None = None, delta: float = 1):
        super().__init__()
        if delta == 0:
            raise ValueError("For 'Range', 'delta' must not be 0.")
        self._ends = (0, start) if limit is None else (start, limit)
        self.delta = delta
        ints = all(isinstance(value, int) for value in (*self._ends, delta))
        self.dtype = mstype.int32 if ints else mstype.float32

    def construct(self) -> Tensor:
        return arange(*self._ends, self.delta, dtype=self.dtype)


class ReduceLogSumExp(Cell):
    """log(sum(exp(x))) along `axis`."""

    def __init__(self, axis: Any, keep_dims: bool = False):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, (int, list, tuple))
        self.keep_dims = check.boolean(self.cls_name, "keep_dims", keep_dims)

    def construct(self, x: Tensor) -> Tensor:
        return reduce.reduce_logsumexp(x, self.axis, self.keep_dims)


class Moments(Cell):
    """(mean, variance) along `axis` (all axes by default)."""

    def __init__(self, axis: Any = None, keep_dims: bool | None = None):
        super().__init__()
        self.axis, self.keep_dims = () if axis is None else axis, bool(keep_dims)

    def construct(self, x: Tensor) -> Any:
        return statistics.moments(x, self.axis, self.keep_dims)


class IGamma(Cell):
    """The regularized lower incomplete gamma function of `a` at `x`, both Float32; no gradient by `a`."""

    def construct(self, a: Tensor, x: Tensor) -> Tensor:
        return elementwise.igamma_float(a, x)


class LBeta(Cell):
    """The logarithm of the beta function of `x` and `y`, both Float16 or both Float32."""

    def construct(self, x: Tensor, y: Tensor) -> Tensor:
        return elementwise.lbeta(x, y)


__all__ = [
    "DiGamma", "IGamma", "LBeta", "LGamma", "MatDet", "MatInverse", "MatMul", "Moments", "Range",
    "ReduceLogSumExp",
]  # fmt: skip
