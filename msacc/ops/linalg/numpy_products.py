"""Products and norms with mindspore.numpy's rules: two Tensors of one dtype, NumPy's ranks."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.ops.core.array_likes import in_axes, promote_all
from msacc.ops.linalg import products

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Axis, Ints


def _one_dtype(where: str, a: torch.Tensor, b: torch.Tensor) -> None:
    # MindSpore's products take two dtypes nowhere but beside a number.
    if a.dtype is not b.dtype:
        raise TypeError(
            f"For '{where}', both arrays must have one dtype, but got {a.dtype} and {b.dtype}: cast one of them."
        )


def matmul(x1: torch.Tensor, x2: torch.Tensor, dtype: torch.dtype | None = None) -> torch.Tensor:
    """The matrix product of two array-likes `x1` and `x2` of one dtype; leading dimensions broadcast.

    `dtype` casts the result. Raises TypeError for two dtypes or a number, RuntimeError for shapes that do not
    fit.
    """
    if not x1.ndim or not x2.ndim:
        raise TypeError("For 'matmul', a number is no matrix: use 'multiply'.")
    _one_dtype("matmul", x1, x2)
    out = torch.matmul(x1, x2)
    return out if dtype is None else out.to(dtype)


def dot(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The sum of products over the last dimension of `a` and the last but one of `b`; a number multiplies.

    Raises TypeError for two dtypes, ValueError for lengths that do not fit.
    """
    if not a.ndim or not b.ndim:
        return torch.mul(*promote_all([a, b]))
    _one_dtype("dot", a, b)
    return torch.tensordot(a, b, dims=([a.ndim - 1], [b.ndim - 2 if b.ndim > 1 else 0]))


def inner(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The sum of products over the last dimensions of `a` and `b`; a number multiplies.

    Raises TypeError for two dtypes, ValueError for lengths that do not fit.
    """
    if not a.ndim or not b.ndim:
        return torch.mul(*promote_all([a, b]))
    _one_dtype("inner", a, b)
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(
            f"For 'inner', the last dimensions should be equal, but got shapes {tuple(a.shape)} and "
            f"{tuple(b.shape)}."
        )
    return torch.inner(a, b)


def outer(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The product of each element of the flattened array-like `a` (rows) with each of `b` (columns): a matrix.

    TypeError for two dtypes.
    """
    _one_dtype("outer", a, b)
    return products.outer.raw(a.reshape(-1), b.reshape(-1))


def tensordot(a: torch.Tensor, b: torch.Tensor, axes: int | Sequence[Ints] = 2) -> torch.Tensor:
    """The sum of products over pairs of `axes`: the last and first so many, or (those of `a`, those of `b`).

    Returns a Tensor.

    Raises TypeError for two dtypes, ValueError for lengths that do not fit.
    """
    _one_dtype("tensordot", a, b)
    return products.tensor_dot.raw(a, b, axes)


def kron(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The Kronecker product of two array-likes `a` and `b`, whose dtypes promote; their shapes multiply."""
    return products.kron.raw(*promote_all([a, b]))


def cross(
    a: torch.Tensor,
    b: torch.Tensor,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> torch.Tensor:
    """The vector product of vectors of three or two numbers, along `axisa` of `a` and `axisb` of `b`.

    The result stands along `axisc`; `axis` gives all three at once. The third of two numbers is 0, and of two such
    vectors only the third number of the product is given. Other dimensions broadcast, dtypes promote. ValueError for
    vectors of another length or an axis out of bounds.
    """
    axisa, axisb, axisc = (axisa, axisb, axisc) if axis is None else (axis, axis, axis)
    a, b = promote_all([_vectors(a, axisa), _vectors(b, axisb)])
    dtype = a.dtype
    a, b = (t.to(torch.uint8) if dtype is torch.bool else t for t in (a, b))
    if a.shape[-1] == b.shape[-1] == 2:
        return (a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]).to(dtype)
    wide = [torch.nn.functional.pad(t, (0, 3 - t.shape[-1])) for t in (a, b)]
    i, j = [1, 2, 0], [2, 0, 1]
    out = wide[0][..., i] * wide[1][..., j] - wide[0][..., j] * wide[1][..., i]
    return torch.movedim(out.to(dtype), -1, in_axes("cross", axisc, out.ndim))


def _vectors(t: torch.Tensor, axis: int) -> torch.Tensor:
    t = torch.movedim(t, in_axes("cross", axis, t.ndim), -1)
    if t.shape[-1] not in (2, 3):
        raise ValueError(
            f"For 'cross', vectors have 2 or 3 numbers, but got {t.shape[-1]} of shape {tuple(t.shape)}."
        )
    return t


def multi_dot(arrays: list[torch.Tensor]) -> torch.Tensor:
    """The product of two or more matrices of one dtype, `arrays`; the first and the last may be vectors.

    `arrays`: a list of array-likes, (n, m), (m, k) and so on. The result has their dtype, the rows of the first
    and the columns of the last. Raises ValueError for fewer than two, TypeError for two dtypes.
    """
    if len(arrays) < 2:
        raise ValueError(f"For 'multi_dot', at least 2 arrays are expected, but got {len(arrays)}.")
    for t in arrays[1:]:
        _one_dtype("multi_dot", arrays[0], t)
    return functools.reduce(torch.matmul, arrays)


def matrix_power(a: torch.Tensor, n: int) -> torch.Tensor:
    """The product of `n` square matrices `a`, the identity for 0; leading dimensions are kept.

    Raises TypeError if `n` is no int, ValueError for a negative one or matrices that are not square.
    """
    check.non_negative_int("matrix_power", "n", n)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError(
            f"For 'matrix_power', the last two dimensions must be square, but got {tuple(a.shape)}."
        )
    return torch.linalg.matrix_power(a, n)


def norm(
    x: torch.Tensor, ord: float | str | None = None, axis: Axis = None, keepdims: bool = False
) -> torch.Tensor:
    """The norm of vectors along one `axis`, of matrices over two, of all of `x` for None: Float64 of Float64,
    else Float32.

    `ord` None is the root of the sum of squares; for vectors a number, inf or -inf; for matrices 1, -1, 2,
      -2, inf, -inf, 'fro' or 'nuc', of which MindSpore lacks 2, -2 and 'nuc'.
    `keepdims`: a bool, keep what is reduced as dimensions of length 1.

    Returns a Tensor.

    ValueError for another.
    """
    x = x if x.dtype is torch.float64 else x.float()
    where = tuple(axis) if isinstance(axis, list) else axis
    pair = isinstance(where, tuple) and len(where) == 2 or where is None and x.ndim == 2
    orders = (1, -1, 2, -2, torch.inf, -torch.inf, "fro", "nuc") if pair else ()
    if ord is not None and (ord not in orders if pair else isinstance(ord, str)):
        raise ValueError(
            f"For 'norm', 'ord' of {'matrices' if pair else 'vectors'} cannot be {ord!r}."
        )
    if ord is not None or where is not None:
        return torch.linalg.norm(x, ord, where, keepdims)
    out = torch.linalg.vector_norm(x)
    return out.reshape((1,) * x.ndim) if keepdims else out


def trace(
    a: torch.Tensor,
    offset: int = 0,
    axis1: int = 0,
    axis2: int = 1,
    dtype: torch.dtype | None = None,
) -> torch.Tensor:
    """The sum of the diagonal `offset` off the main one over the dimensions `axis1` and `axis2`.

    Integers give Int64, floats and Bool stay, unless `dtype` is given, to which the elements are cast first.
    ValueError for dimensions that `a` lacks.
    """
    a = a if dtype is None else a.to(dtype)
    result_dtype = a.dtype if a.dtype.is_floating_point or a.dtype is torch.bool else torch.int64
    out = torch.sum(torch.diagonal(a, offset, axis1, axis2), -1)
    return out.to(result_dtype if dtype is None else dtype)
