"""Norms and distances of vectors and matrices, covariances, condition numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import torch_dtype
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, TensorMethod, bindings
from msacc.ops.core.op import exported_names, op, with_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Axis, DTypeLike, Ints

_OF_MATRICES = [1, -1, 2, -2, torch.inf, -torch.inf, "fro", "nuc"]


def _where(dim: Axis) -> Any:
    return tuple(dim) if isinstance(dim, list) else dim


def _in(x: torch.Tensor, dtype: DTypeLike | None) -> torch.Tensor:
    """`x` in `dtype`, Float32 after a cast to integers; torch's own `dtype` of norms refuses a narrower one."""
    if dtype is None:
        return x
    y = x.to(torch_dtype(dtype))
    is_integer = not (y.is_floating_point() or y.is_complex() or y.dtype == torch.bool)
    return y.float() if is_integer else y


@bindings(TensorMethod("norm"), MintFunction("linalg.norm"))
@op
def norm(
    A: torch.Tensor,
    ord: float | str | None = None,
    dim: Axis = None,
    keepdim: bool = False,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """The norm of a vector or matrix, or of all elements.

    `A` is a Tensor of any shape; integers count as Float32.
    `dim` is an int for vectors, a pair of int for matrices, None for all of `A`.
    `ord` None means the 2-norm of all elements; vectors take any number; matrices ±1, ±2, ±inf, 'fro' and
      'nuc', where the floats ±1.0 and ±2.0 are 'fro', as in MindSpore.

    The result lacks the dimensions `dim`, or with `keepdim` has them with length 1; `dtype` casts first,
    integers then count as Float32.

    Raises ValueError for a `dim` that `A` lacks and for another `ord` of a matrix, TypeError for a string as
    `ord` of a vector and for Bool as `dtype`, RuntimeError for an `ord` without `dim` of more than two
    dimensions, where MindSpore returns None.
    """
    x = A if A.dtype.is_floating_point or A.dtype.is_complex else A.float()
    where = _where(dim)
    dims = x.ndim if where is None else len(where) if isinstance(where, tuple) else 1
    return torch.linalg.norm(_in(x, dtype), _order("norm", ord, dims), where, keepdim)


def _order(name: str, ord: float | str | None, dims: int) -> Any:
    """`ord` of a norm over so many dimensions, as torch takes it."""
    if dims == 1 and isinstance(ord, str):
        raise TypeError(
            f"For '{name}', the 'ord' of a vector must be a number, but got {ord!r}; strings name norms of matrices."
        )
    if dims != 2 or ord is None:
        return ord
    check.choice(name, "ord", ord, _OF_MATRICES)
    return "fro" if isinstance(ord, float) and math.isfinite(ord) else ord


@bindings(MintFunction("linalg.vector_norm", dim="axis", keepdim="keepdims"))
@op
def vector_norm(
    x: torch.Tensor,
    ord: float | str = 2,
    axis: Ints | None = None,
    keepdims: bool = False,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """The vector norm of order `ord`.

    `x` is a float Tensor, `axis` an int or a tuple of ints, None for all; the result has its dtype,
    or `dtype`, and its shape without those, or with length 1 there for `keepdims`.
    """
    return torch.linalg.vector_norm(_in(x, dtype), ord, _where(axis), keepdims)


@bindings(MintFunction("linalg.matrix_norm", dim="axis", keepdim="keepdims"))
@op
def matrix_norm(
    A: torch.Tensor,
    ord: float | str = "fro",
    axis: Sequence[int] = (-2, -1),
    keepdims: bool = False,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """The matrix norm of order `ord` over a pair of dimensions.

    A: floats.
    ord: ±1, ±2, ±inf, 'fro' or 'nuc'.
    axis: the dimensions of rows and columns.
    keepdims: keep them with size 1.
    dtype: cast to first.

    Raises TypeError for an `axis` that is no tuple, ValueError for one of another length or of one dimension
    twice and for another `ord`.
    """
    check.instance("matrix_norm", "axis", axis, tuple)
    check.choice("matrix_norm", "ord", ord, _OF_MATRICES)
    if len(axis) != 2 or axis[0] % A.ndim == axis[1] % A.ndim:
        raise ValueError(
            f"For 'matrix_norm', the 'axis' must be two different dimensions, but got {axis}."
        )
    return torch.linalg.matrix_norm(_in(A, dtype), ord, axis, keepdims)


@bindings(MintFunction("norm"))
@op
@with_name("norm")
def norm_by_p(
    input: torch.Tensor,
    p: float | str = "fro",
    dim: Any = None,
    keepdim: bool = False,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """The vector norm of order `p` over `dim`, of all elements for None: mint's, as torch's oldest norm.

    input: floats.
    p: a number, an infinity, 'fro' (2) or 'nuc', which is of matrices: of the two dimensions of `dim`, or of
      a rank-2 `input`.
    keepdim: keep `dim` with size 1.
    dtype: cast to first.

    Raises ValueError for another `p`.
    """
    x = _in(input, dtype)
    if p == "nuc":
        return torch.linalg.matrix_norm(x, "nuc", (-2, -1) if dim is None else tuple(dim), keepdim)
    if isinstance(p, str) and p != "fro":
        raise ValueError(f"For 'norm', 'p' should be a number, 'fro' or 'nuc', but got {p!r}.")
    order = 2 if p == "fro" else p
    return torch.linalg.vector_norm(x, order, _where(dim), keepdim)


@bindings(PrimitiveClass("L2Loss"))
@op
def l2_loss(input_x: torch.Tensor) -> torch.Tensor:
    """Half the sum of squares.

    `input_x` is a float Tensor of any shape; the result is a scalar of its dtype.
    """
    return torch.sum(input_x * input_x) / 2


@bindings(PrimitiveClass("Cdist", inputs=("x1", "x2"), settings={"p": Setting(2.0)}))
@op
def cdist(x1: torch.Tensor, x2: torch.Tensor, p: float = 2.0) -> torch.Tensor:
    """The p-norm distances of all pairs of rows.

    `x1` is a float Tensor (…, N, D), `x2` (…, M, D); the result is (…, N, M).
    `p` is a number >= 0.
    """
    if x1.dtype is torch.float16:  # no kernel of torch's
        return torch.cdist(x1.float(), x2.float(), p).to(x1.dtype)
    return torch.cdist(x1, x2, p)


@bindings(PrimitiveClass("Pdist", settings={"p": Setting(2.0, checks.floating)}))
@op
def pdist(input: torch.Tensor, p: float = 2.0) -> torch.Tensor:
    """The p-norm distances of all pairs of rows of one matrix; a negative `p` is a ValueError.

    `input`: a float Tensor (N, M), whose dtype the result, a vector of N * (N - 1) / 2, has.
    `p`: a number.
    """
    if p < 0:
        raise ValueError(f"For 'pdist', 'p' must not be negative, but got {p}.")
    return torch.pdist(input, p)


@op
def dist(input: torch.Tensor, other: torch.Tensor, p: float = 2) -> torch.Tensor:
    """The p-norm of the difference.

    `input` and `other` are float Tensors whose shapes broadcast; the result is a scalar.
    """
    return torch.dist(input, other, p)


@bindings(
    PrimitiveClass(
        "Renorm",
        settings={
            "p": Setting(),
            "dim": Setting(check=checks.integer, argument="axis"),
            "maxnorm": Setting(check=checks.floating),
        },
    ),
    TensorMethod("renorm"),
)
@op
def renorm(input: torch.Tensor, p: float, axis: int, maxnorm: float) -> torch.Tensor:
    """Slices along `axis` scaled to a p-norm of at most `maxnorm`; a `p` not above 0 is a ValueError.

    `input` is a Tensor of floats, `axis` an int; the result has its shape and dtype.
    """
    if check.number("renorm", "p", p) <= 0:
        raise ValueError(f"For 'renorm', 'p' must be above 0, but got {p}.")
    return torch.renorm(input, p, axis, maxnorm)


@bindings(TensorMethod("cov"))
@op
def cov(
    input: torch.Tensor,
    *,
    correction: int = 1,
    fweights: torch.Tensor | None = None,
    aweights: torch.Tensor | None = None,
) -> torch.Tensor:
    """The covariance of rows.

    `input` is a matrix (variables, observations) of numbers or a vector.
    `correction`: what is taken from the divisor.
    `fweights` and `aweights`: Tensors (observations,), how often, integers, or how strongly, floats, each
      counts.

    The result is a Tensor (variables, variables), of the float dtype of `input`, Float32 for integers.
    """
    return torch.cov(input, correction=correction, fweights=fweights, aweights=aweights)


@op
def cond(A: torch.Tensor, p: float | str | None = None) -> torch.Tensor:
    """The norm of A times that of its inverse: inf for a singular A. `p` is an order of matrix norms, 2 if None.

    `A`: a Tensor (…, N, N) of floats or complex numbers, for `p` 2 and -2 (…, M, N) too. The result is a float,
    (…).
    """
    if p in (None, 2, -2):
        return torch.linalg.cond(A, p)
    # torch's own overwrites the inverse that its gradient needs.
    inverse, singular = torch.linalg.inv_ex(A)
    number = torch.linalg.matrix_norm(A, p) * torch.linalg.matrix_norm(inverse, p)
    return torch.where(singular == 0, number, torch.inf)


@op
def absolute_sum(weights: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
    """`scale` times the sum of absolute values."""
    return scale * weights.abs().sum()


__all__ = exported_names(
    globals(),
    "absolute_sum",
    "norm_by_p",
)
