"""Norms and distances of vectors and matrices, covariances, condition numbers."""

from __future__ import annotations

from typing import Any

import torch

from msacc.ops.core.args import torch_dtype
from msacc.ops.core.op import called, exported, op


def _where(dim: Any) -> Any:
    return tuple(dim) if isinstance(dim, list) else dim


@op
def norm(
    A: torch.Tensor, ord: Any = None, dim: Any = None, keepdim: bool = False, *, dtype: Any = None
) -> torch.Tensor:
    """The norm of a vector or matrix, or of all elements.

    `A` is a Tensor of any shape; integers count as Float32. `dim` is an int for vectors, a pair of
    int for matrices, None for all of `A`. `ord` None means the 2-norm of all elements; vectors take
    any number; matrices ±1, ±2, ±inf, 'fro' and 'nuc'. The result lacks the dimensions `dim`, or
    with `keepdim` has them with length 1; `dtype`, a float, casts first. Raises ValueError for a
    `dim` that `A` lacks, RuntimeError for an `ord` that does not go with the rank or an integer
    `dtype`. Differs from MindSpore: it raises ValueError for such an `ord`, and leaves an integer
    `dtype` without effect.
    """
    to = torch_dtype(dtype)
    x = A if A.dtype.is_floating_point or A.dtype.is_complex else A.float()
    return torch.linalg.norm(x, ord, _where(dim), keepdim, dtype=to)


@op
def vector_norm(
    x: torch.Tensor, ord: Any = 2, axis: Any = None, keepdims: bool = False, *, dtype: Any = None
) -> torch.Tensor:
    """The vector norm of order `ord`."""
    return torch.linalg.vector_norm(x, ord, _where(axis), keepdims, dtype=torch_dtype(dtype))


@op
def matrix_norm(
    A: torch.Tensor,
    ord: Any = "fro",
    axis: Any = (-2, -1),
    keepdims: bool = False,
    *,
    dtype: Any = None,
) -> torch.Tensor:
    """The matrix norm of order `ord`."""
    return torch.linalg.matrix_norm(A, ord, axis, keepdims, dtype=torch_dtype(dtype))


@op
@called("norm")
def norm_by_p(
    input: torch.Tensor,
    p: Any = "fro",
    dim: Any = None,
    keepdim: bool = False,
    *,
    dtype: Any = None,
) -> torch.Tensor:
    """The vector norm of order `p` over `dim`, of all elements for None: mint's, as torch's oldest norm.

    input: floats. p: a number, an infinity, 'fro' (2) or 'nuc', which is of matrices: of the two dimensions of
    `dim`, or of a rank-2 `input`. dtype: cast to first. Raises ValueError for another `p`.
    """
    to = torch_dtype(dtype)
    if p == "nuc":
        return torch.linalg.matrix_norm(
            input, "nuc", (-2, -1) if dim is None else tuple(dim), keepdim, dtype=to
        )
    if isinstance(p, str) and p != "fro":
        raise ValueError(f"For 'norm', 'p' should be a number, 'fro' or 'nuc', but got {p!r}.")
    order = 2 if p == "fro" else p
    return torch.linalg.vector_norm(input, order, _where(dim), keepdim, dtype=to)


@op
def l2_loss(input_x: torch.Tensor) -> torch.Tensor:
    """Half the sum of squares."""
    return torch.sum(input_x * input_x) / 2


@op
def cdist(x1: torch.Tensor, x2: torch.Tensor, p: float = 2.0) -> torch.Tensor:
    """The p-norm distances of all pairs of rows."""
    return torch.cdist(x1, x2, p)


@op
def pdist(input: torch.Tensor, p: float = 2.0) -> torch.Tensor:
    """The p-norm distances of all pairs of rows of one matrix."""
    return torch.pdist(input, p)


@op
def dist(input: torch.Tensor, other: torch.Tensor, p: float = 2) -> torch.Tensor:
    """The p-norm of the difference."""
    return torch.dist(input, other, p)


@op
def renorm(input: torch.Tensor, p: float, axis: int, maxnorm: float) -> torch.Tensor:
    """Slices along `axis` scaled to a p-norm of at most `maxnorm`."""
    return torch.renorm(input, p, axis, maxnorm)


@op
def cov(
    input: torch.Tensor, *, correction: int = 1, fweights: Any = None, aweights: Any = None
) -> torch.Tensor:
    """The covariance of rows."""
    return torch.cov(input, correction=correction, fweights=fweights, aweights=aweights)


@op
def cond(A: torch.Tensor, p: Any = None) -> torch.Tensor:
    """The norm of A times that of its inverse: inf for a singular A. `p` is an order of matrix norms, 2 if None."""
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


__all__ = exported(
    globals(),
    "absolute_sum",
    "norm_by_p",
)
