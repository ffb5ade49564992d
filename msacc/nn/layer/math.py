"""Layers that are doors to mathematical ops."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops.array.creation import arange
from msacc.ops.core.op import op
from msacc.ops.linalg import products as linalg
from msacc.ops.linalg import solving
from msacc.ops.math import elementwise


@op
def _product(x1: torch.Tensor, x2: torch.Tensor, first: bool, second: bool) -> torch.Tensor:
    x1 = x1.transpose(-1, -2) if first and x1.ndim > 1 else x1
    x2 = x2.transpose(-1, -2) if second and x2.ndim > 1 else x2
    return linalg.matmul.raw(x1, x2)


class MatMul(Cell):
    """`x1 @ x2`, either one transposed first if asked."""

    def __init__(self, transpose_x1: bool = False, transpose_x2: bool = False):
        super().__init__()
        self.transpose_x1 = check.boolean(self.cls_name, "transpose_x1", transpose_x1)
        self.transpose_x2 = check.boolean(self.cls_name, "transpose_x2", transpose_x2)

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        return _product(x1, x2, self.transpose_x1, self.transpose_x2)


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


@op
def _logsumexp(x: torch.Tensor, axis: Any, keep_dims: bool) -> torch.Tensor:
    axes = tuple(range(x.ndim)) if axis in ((), None) else axis
    return torch.logsumexp(x, axes, keep_dims)


class ReduceLogSumExp(Cell):
    """log(sum(exp(x))) along `axis`."""

    def __init__(self, axis: Any, keep_dims: bool = False):
        super().__init__()
        self.axis = check.instance(self.cls_name, "axis", axis, (int, list, tuple))
        self.keep_dims = check.boolean(self.cls_name, "keep_dims", keep_dims)

    def construct(self, x: Tensor) -> Tensor:
        return _logsumexp(x, self.axis, self.keep_dims)


@op
def _moments(x: torch.Tensor, axis: Any, keep_dims: bool) -> tuple[torch.Tensor, torch.Tensor]:
    axes = tuple(range(x.ndim)) if axis in ((), None) else axis
    wide = x.float() if x.dtype is torch.float16 else x
    variance, mean = torch.var_mean(wide, axes, correction=0, keepdim=keep_dims)
    return mean.to(x.dtype), variance.to(x.dtype)


class Moments(Cell):
    """(mean, variance) along `axis` (all axes by default)."""

    def __init__(self, axis: Any = None, keep_dims: bool | None = None):
        super().__init__()
        self.axis, self.keep_dims = () if axis is None else axis, bool(keep_dims)

    def construct(self, x: Tensor) -> Any:
        return _moments(x, self.axis, self.keep_dims)


def _alike(where: str, a: torch.Tensor, b: torch.Tensor, known: tuple[torch.dtype, ...]) -> None:
    if a.dtype not in known or b.dtype is not a.dtype:
        raise TypeError(
            f"For '{where}', both inputs should be of one dtype out of {list(known)}, but got {a.dtype} and {b.dtype}."
        )


@op
def _igamma(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    _alike("IGamma", a, x, (torch.float32,))
    return elementwise.igamma.raw(a, x)


class IGamma(Cell):
    """The regularized lower incomplete gamma function of `a` at `x`, both Float32; no gradient by `a`."""

    def construct(self, a: Tensor, x: Tensor) -> Tensor:
        return _igamma(a, x)


@op
def _lbeta(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    _alike("LBeta", x, y, (torch.float16, torch.float32))
    # The terms nearly cancel for large arguments: Float64 has the digits to spare.
    a, b = x.double(), y.double()
    return (torch.lgamma(a) + torch.lgamma(b) - torch.lgamma(a + b)).to(x.dtype)


class LBeta(Cell):
    """The logarithm of the beta function of `x` and `y`, both Float16 or both Float32."""

    def construct(self, x: Tensor, y: Tensor) -> Tensor:
        return _lbeta(x, y)


__all__ = [
    "DiGamma", "IGamma", "LBeta", "LGamma", "MatDet", "MatInverse", "MatMul", "Moments", "Range",
    "ReduceLogSumExp",
]  # fmt: skip
