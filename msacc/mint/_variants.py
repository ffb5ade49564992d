"""Functions of mint whose rules or defaults differ from the op of the same name in msacc.ops.

The variants stand in the op's chapter, with the reason; the functions below only choose arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.ops.array import creation as _creation
from msacc.ops.array import sorting as _sorting
from msacc.ops.linalg import norms as _norms
from msacc.ops.linalg import products as _products
from msacc.ops.math import reduce as _reduce
from msacc.ops.math import statistics as _statistics
from msacc.ops.nn.activation import softmax_by_rank as _softmax

if TYPE_CHECKING:
    import numpy as np

    from msacc.common.argument_types import Dims, DTypeLike, Ints


def amax(input: Tensor, dim: Ints = (), keepdim: bool = False) -> Tensor:
    """The largest value along `dim`, an int or several, of all elements for (); equal ones share the gradient.

    input: a Tensor of numbers.
    keepdim: keep `dim` with size 1.

    Raises ValueError for a dimension out of range.
    """
    return _reduce.amax(input, dim, keepdim)


def amin(input: Tensor, dim: Ints = (), keepdim: bool = False) -> Tensor:
    """The smallest value along `dim`, an int or several, of all elements for (); equal ones share the gradient.

    input: a Tensor of numbers.
    keepdim: keep `dim` with size 1.

    Raises ValueError for a dimension out of range.
    """
    return _reduce.amin(input, dim, keepdim)


def baddbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: float | np.number = 1,
    alpha: float | np.number = 1,
) -> Tensor:
    """beta * input + alpha * batch1 @ batch2, of stacks of matrices (B, N, M), (B, M, P) and `input` (B, N, P).

    `input` may be of a shape that broadcasts. Raises TypeError for several dtypes, ValueError for shapes that do
    not fit.
    """
    return _products.baddbmm(input, batch1, batch2, beta, alpha)


def histc(input: Tensor, bins: int = 100, min: float = 0, max: float = 0) -> Tensor:
    """How many elements lie in each of `bins` equal bins from `min` to `max`, the data's own range if both are 0.

    input: a Tensor of numbers of any shape, whose dtype the result (bins,) has. Raises RuntimeError for `bins`
    below 1 and for `min` above `max`.
    """
    return _sorting.histc(input, bins, min, max)


def count_nonzero(input: Tensor, dim: Dims | None = None) -> Tensor:
    """How many elements are not zero along `dim`, an int or several, of all for None: Int64.

    input: any shape and dtype. Raises ValueError for a dimension out of range. `ops.count_nonzero` gives Int32.
    """
    return _reduce.count_nonzero(input, dim, dtype=mstype.int64)


def std(
    input: Tensor, dim: Dims | None = None, *, correction: int = 1, keepdim: bool = False
) -> Tensor:
    """The standard deviation along `dim`, an int or several, of all for None, with divisor N - correction.

    input: floats.
    keepdim: keep `dim` with size 1.

    Raises TypeError for integers, ValueError for a dimension out of range. `ops.std` divides by N by default.
    """
    return _statistics.std(input, dim, correction, keepdim)


def var(
    input: Tensor, dim: Dims | None = None, *, correction: int = 1, keepdim: bool = False
) -> Tensor:
    """The variance along `dim`, an int or several, of all for None, with divisor N - correction.

    input: floats.
    keepdim: keep `dim` with size 1.

    Raises TypeError for integers, ValueError for a dimension out of range. `ops.var` divides by N by default.
    """
    return _statistics.var(input, dim, correction, keepdim)


def std_mean(
    input: Tensor, dim: Dims | None = None, *, correction: int = 1, keepdim: bool = False
) -> tuple[Tensor, Tensor]:
    """(standard deviation, mean) along `dim`, an int or several, of all for None, with divisor N - correction.

    `input`: a Tensor of floats, whose dtype both have.
    `correction`: an int.
    `keepdim`: keep `dim` with size 1. Errors are those of `std`.

    Both have the shape of `input` without `dim`, or with length 1 there for `keepdim`.
    """
    return _statistics.std_mean(input, dim, correction, keepdim)


def var_mean(
    input: Tensor, dim: Dims | None = None, *, correction: int = 1, keepdim: bool = False
) -> tuple[Tensor, Tensor]:
    """(variance, mean) along `dim`, an int or several, of all for None, with divisor N - correction.

    `input`: a Tensor of floats, whose dtype both have.
    `correction`: an int.
    `keepdim`: keep `dim` with size 1. Errors are those of `var`.

    Both have the shape of `input` without `dim`, or with length 1 there for `keepdim`.
    """
    return _statistics.var_mean(input, dim, correction, keepdim)


def softmax(input: Tensor, dim: int | None, *, dtype: DTypeLike | None = None) -> Tensor:
    """exp(x) over its sum along `dim`: `mint.nn.functional.softmax`, which may choose the dimension itself.

    input: floats, or any numbers with a float `dtype` to cast to first. Raises TypeError for other dtypes,
    ValueError for a dimension out of range.
    """
    return _softmax(input, dim, dtype)


def meshgrid(*tensors: object, indexing: str | None = None) -> tuple[Tensor, ...]:
    """Coordinate grids of vectors `tensors`, given one by one or in one tuple or list.

    They are of any dtype; each grid has that of its vector. indexing: 'ij', the default, or 'xy', in which the
    second vector's direction is first. Raises ValueError for another. `ops.meshgrid` has 'xy' by default.
    """
    return _creation.meshgrid(*tensors, indexing="ij" if indexing is None else indexing)


def ones(size: Dims, *, dtype: DTypeLike | None = None) -> Tensor:
    """Ones of shape `size`, an int or a tuple or list of int, Float32 unless `dtype` is given.

    Raises ValueError for a negative dimension, TypeError for what is no MindSpore dtype.
    """
    return _creation.ones(size, dtype)


def zeros(size: Dims, *, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros of shape `size`, an int or a tuple or list of int, Float32 unless `dtype` is given.

    Raises ValueError for a negative dimension, TypeError for what is no MindSpore dtype.
    """
    return _creation.zeros(size, dtype)


_MODE = "use_mm_for_euclid_dist_if_necessary"


def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: str = _MODE) -> Tensor:
    """The p-norm distances of all pairs of rows of x1 (…, P, M) and x2 (…, R, M): (…, P, R).

    Both are floats of one dtype, which the result has; `p`: a number. compute_mode changes nothing here, which
    is said once: torch chooses how to compute. Raises ValueError for shapes that do not fit.
    """
    if compute_mode != _MODE:
        no_effect("mint.cdist", "compute_mode", compute_mode, "torch chooses how to compute")
    return _norms.cdist(x1, x2, p)


_inner = ("Any", "Tensor", "annotations", "mstype", "no_effect")
__all__ = [name for name in dir() if not name.startswith("_") and name not in _inner]
