"""Products of vectors and matrices, factorizations, norms."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common.autocast import under_autocast
from msacc.ops.core.declaration import (
    InPlaceMethod,
    MintFunction,
    PrimitiveClass,
    Setting,
    TensorMethod,
    bindings,
)
from msacc.ops.core.float16_products import are_halves, in_float32
from msacc.ops.core.op import exported_names, op, with_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Axis, Ints

# -- products: no promotion between operands, as in MindSpore ------------------------------------


def _same_dtype(name: str, a: torch.Tensor, b: torch.Tensor) -> None:
    if a.dtype is not b.dtype and not under_autocast(a):  # which casts both
        raise TypeError(
            f"For '{name}', both operands should have one dtype, but got {a.dtype} and {b.dtype}; "
            "cast one of them."
        )


@bindings(TensorMethod("matmul", tensor2="other"), MintFunction("matmul"))
@op
def matmul(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The matrix product, with dimensions in front that broadcast.

    `input` has shape (…, n, k) or (k,), `other` has (…, k, m) or (k,), and both one number dtype.
    The result has shape (…, n, m) and that dtype; a vector's dimension falls away, so that two
    vectors give a scalar. Raises RuntimeError for shapes that do not fit or an operand without
    dimensions, TypeError for two dtypes. As in MindSpore.
    """
    return _product(torch.matmul, input, other)


def _product(fn: Callable[..., torch.Tensor], a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    if a.dtype is torch.float16 and are_halves(a, b):
        return in_float32(fn, a, b)
    return fn(a, b)


def _need_rank(name: str, a: torch.Tensor, b: torch.Tensor, low: int, high: int | None) -> None:
    ranks = (a.ndim, b.ndim)
    if min(ranks) < low or (high is not None and max(ranks) > high) or ranks[0] != ranks[1]:
        raise ValueError(f"For '{name}', both operands should be of rank {low}, but got {ranks}.")


def _transposed(
    a: torch.Tensor, b: torch.Tensor, ta: bool, tb: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    return (a.mT if ta else a), (b.mT if tb else b)


@bindings(
    PrimitiveClass(
        "MatMul",
        inputs=("input", "mat2"),
        settings={"transpose_a": Setting(False), "transpose_b": Setting(False)},
    )
)
@op
def mat_mul(
    input: torch.Tensor, mat2: torch.Tensor, transpose_a: bool = False, transpose_b: bool = False
) -> torch.Tensor:
    """The product of two matrices, where each may be transposed first.

    `input` has shape (n, k) or, with `transpose_a`, (k, n); `mat2` has (k, m) or, with
    `transpose_b`, (m, k). Both have one number dtype. The result has shape (n, m) and that dtype.
    Raises ValueError for other ranks or lengths that do not fit, TypeError for two dtypes. As in
    MindSpore.
    """
    if input.ndim != 2 or mat2.ndim != 2:
        _need_rank("MatMul", input, mat2, 2, 2)
    return _product(torch.mm, *_transposed(input, mat2, transpose_a, transpose_b))


@op
def matmul_turned(
    x1: torch.Tensor, x2: torch.Tensor, transpose_x1: bool = False, transpose_x2: bool = False
) -> torch.Tensor:
    """`matmul`, either operand of two dimensions or more transposed first."""
    x1 = x1.mT if transpose_x1 and x1.ndim > 1 else x1
    x2 = x2.mT if transpose_x2 and x2.ndim > 1 else x2
    return matmul.raw(x1, x2)


@bindings(
    PrimitiveClass(
        "BatchMatMul",
        inputs=("x", "y"),
        settings={"transpose_a": Setting(False), "transpose_b": Setting(False)},
    )
)
@op
def batch_mat_mul(
    x: torch.Tensor, y: torch.Tensor, transpose_a: bool = False, transpose_b: bool = False
) -> torch.Tensor:
    """The matrix products of two stacks of matrices, where each may be transposed first.

    `x` has shape (*, n, k) or, with `transpose_a`, (*, k, n); `y` has (*, k, m) or, with
    `transpose_b`, (*, m, k). Both have one number dtype. The result has shape (*, n, m) and that
    dtype. Raises ValueError for ranks below 2 or shapes that do not fit, TypeError for two dtypes.
    Differs from MindSpore: dimensions in front broadcast here; its CPU wants them equal.
    """
    _same_dtype("BatchMatMul", x, y)
    if x.ndim < 2 or y.ndim < 2:
        raise ValueError(
            f"For 'BatchMatMul', ranks should be at least 2, but got {x.ndim} and {y.ndim}."
        )
    return _product(torch.matmul, *_transposed(x, y, transpose_a, transpose_b))


@bindings(TensorMethod("bmm"), MintFunction("bmm", input="input_x"))
@op
def bmm(input_x: torch.Tensor, mat2: torch.Tensor) -> torch.Tensor:
    """The products of stacks of matrices.

    `input_x` (…, N, M) and `mat2` (…, M, P) are Tensors of one dtype; the result is (…, N, P) of
    it.
    """
    return _product(torch.matmul, input_x, mat2)


@bindings(TensorMethod("mm"), MintFunction("mm"))
@op
def mm(input: torch.Tensor, mat2: torch.Tensor) -> torch.Tensor:
    """The product of two matrices.

    `input` is (N, M), `mat2` (M, P), Tensors of one dtype; the result is (N, P) of it.
    """
    return _product(torch.mm, input, mat2)


@bindings(MintFunction("mv", input="mat"))
@op
def mv(mat: torch.Tensor, vec: torch.Tensor) -> torch.Tensor:
    """A matrix times a vector.

    `mat` is a Tensor (N, M), `vec` (M,) of its dtype; the result is (N,) of it.
    """
    return torch.mv(mat, vec)


@bindings(TensorMethod("dot"))
@op
def dot(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The sum over the last dimension of `input` and the last but one of `other`; ranks of at least 2.

    `input` and `other` are Tensors of one dtype; the result has the other dimensions of both, one
    after the other.
    """
    if input.ndim < 2 or other.ndim < 2:
        raise ValueError(
            f"For 'dot', ranks should be at least 2, but got {input.ndim} and {other.ndim}."
        )
    return torch.tensordot(input, other, dims=([input.ndim - 1], [other.ndim - 2]))


@bindings(MintFunction("dot"))
@op
@with_name("dot")
def dot_of_vectors(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The sum of the products of two vectors: mint's, as in torch.

    input, other: 1-D Tensors of one length and dtype. Raises RuntimeError for other ranks and lengths.
    """
    return torch.dot(input, other)


@bindings(MintFunction("vdot"))
@op
@with_name("vdot")
def vdot_of_vectors(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The sum of the products of two vectors, the first one conjugated: mint's, as in torch.

    input, other: 1-D Tensors of one length and dtype. Raises RuntimeError for other ranks and lengths.
    """
    return torch.vdot(input, other)


@op
def tensor_dot(x1: torch.Tensor, x2: torch.Tensor, axes: int | Sequence[Ints]) -> torch.Tensor:
    """The sum over pairs of axes: a number of them, or two tuples that name them.

    `x1` and `x2` are Tensors of one dtype, which the result has, with the remaining axes of both.
    """
    if isinstance(axes, (tuple, list)):
        first, second = ([a] if isinstance(a, int) else list(a) for a in axes)
        return torch.tensordot(x1, x2, dims=(first, second))
    return torch.tensordot(x1, x2, dims=axes)


@op
def batch_dot(x1: torch.Tensor, x2: torch.Tensor, axes: Axis = None) -> torch.Tensor:
    """`tensor_dot` for each element of the batch (dimension 0), over one axis of each.

    `x1`, `x2`: Tensors (B, …) of one dtype, which the result has.
    `axes`: an int, or one for each; for None the last of `x1` with the last but one of `x2`, or axis 1 of
      both where `x2` is a matrix.
    """
    if axes is None:
        axes = (1, 1) if x2.ndim == 2 else (x1.ndim - 1, x2.ndim - 2)
    a, b = (axes, axes) if isinstance(axes, int) else axes
    left = torch.movedim(x1, a, -1)
    right = torch.movedim(x2, b, 1)
    batch = x1.shape[0]
    out = torch.bmm(
        left.reshape(batch, -1, left.shape[-1]), right.reshape(batch, right.shape[1], -1)
    )
    shape = (batch, *left.shape[1:-1], *right.shape[2:])
    return out.reshape(shape if len(shape) > 1 else (batch, 1))


@bindings(PrimitiveClass("Ger"), TensorMethod("outer", "ger"), MintFunction("outer"))
@op
def outer(input: torch.Tensor, vec2: torch.Tensor) -> torch.Tensor:
    """Every product of two vectors' elements.

    `input` and `vec2` are vectors of numbers, (N,) and (M,); the result is (N, M) of the dtype to which theirs
    promote.
    """
    return torch.outer(input, vec2)


@bindings(TensorMethod("inner"))
@op
def inner(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The sum over both last dimensions.

    `input` and `other` are Tensors of one dtype and last length; the result has the other
    dimensions of both, one after the other.
    """
    return torch.inner(input, other)


@op
def vecdot(x: torch.Tensor, y: torch.Tensor, *, axis: int = -1) -> torch.Tensor:
    """The sums of conj(x) * y along `axis`, in the dtype both promote to, Int64 for integers and Bool.

    `x` and `y` are Tensors whose shapes broadcast; the result has the common shape without `axis`.
    """
    check.tensor("vecdot", "x", x)
    check.tensor("vecdot", "y", y)
    if x.dtype is y.dtype and (x.is_floating_point() or x.is_complex()):
        return torch.linalg.vecdot(x, y, dim=axis)
    return torch.sum(x.conj() * y, axis)


@bindings(TensorMethod("cross"), MintFunction("cross"))
@op
def cross(input: torch.Tensor, other: torch.Tensor, dim: int | None = None) -> torch.Tensor:
    """The vector product along `dim`, the first dimension of three for None.

    `input` and `other` are Tensors of numbers with length 3 along `dim`; the result has their
    common shape and dtype.
    """
    if dim is None:
        dim = next((i for i, n in enumerate(input.shape) if n == 3), -1)
    return torch.linalg.cross(input, other, dim=dim)


@op
def kron(input: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The Kronecker product of two Tensors.

    `input` and `other` are Tensors of numbers; the result has the product of their lengths in each dimension
    and the dtype to which theirs promote.
    """
    return torch.kron(input, other)


@bindings(MintFunction("einsum"))
@op
def einsum(equation: str, *operands: object) -> torch.Tensor:
    """The sum of products that `equation` describes, such as 'ij,jk->ik'.

    `operands`: Tensors, one a term of the equation, or a list of them; the result has the
    dimensions behind '->', without an arrow those whose letters stand once, in alphabetical order,
    and the operands' dtype.
    """
    if len(operands) == 1 and isinstance(operands[0], (tuple, list)):
        operands = tuple(operands[0])
    return torch.einsum(equation, *operands)


@op
def sparse_dense_product(
    indices: torch.Tensor, values: torch.Tensor, rows: int, dense: torch.Tensor, transposed: bool
) -> torch.Tensor:
    """A matrix of `rows` with `values` at (row, column) `indices`, transposed if `transposed`, times `dense`."""
    indices = indices.flip(1) if transposed else indices
    parts = values.unsqueeze(1) * dense[indices[:, 1].long()]
    return parts.new_zeros(rows, dense.shape[1]).index_add(0, indices[:, 0].long(), parts)


@bindings(TensorMethod("addmm"), InPlaceMethod("addmm_"), MintFunction("addmm"))
@op
def addmm(
    input: torch.Tensor,
    mat1: torch.Tensor,
    mat2: torch.Tensor,
    *,
    beta: Any = 1,
    alpha: Any = 1,
) -> torch.Tensor:
    """beta * input + alpha * (mat1 @ mat2).

    `input` broadcasts to (N, P).
    `mat1` is (N, M), `mat2` (M, P), all Tensors of one dtype, that of the result (N, P).
    `beta` and `alpha` are numbers.
    """
    if input.dtype is torch.float16 and are_halves(input, mat1, mat2):
        return in_float32(torch.addmm, input, mat1, mat2, beta=beta, alpha=alpha)
    return torch.addmm(input, mat1, mat2, beta=beta, alpha=alpha)


@bindings(TensorMethod("addmv"), MintFunction("addmv"))
@op
def addmv(
    input: torch.Tensor,
    mat: torch.Tensor,
    vec: torch.Tensor,
    *,
    beta: Any = 1,
    alpha: Any = 1,
) -> torch.Tensor:
    """beta * input + alpha * (mat @ vec).

    `input` broadcasts to (N,).
    `mat` is (N, M), `vec` (M,), all Tensors of one dtype, that of the result (N,).
    `beta` and `alpha` are numbers.
    """
    return torch.addmv(input, mat, vec, beta=beta, alpha=alpha)


@op
def addr(
    x: torch.Tensor,
    vec1: torch.Tensor,
    vec2: torch.Tensor,
    *,
    beta: Any = 1,
    alpha: Any = 1,
) -> torch.Tensor:
    """beta * x + alpha * outer(vec1, vec2).

    `x` broadcasts to (N, M).
    `vec1` is (N,), `vec2` (M,), Tensors of numbers.
    `beta` and `alpha` are numbers.

    Its dtype is that to which theirs promote.

    The result is (N, M).
    """
    return torch.addr(x, vec1, vec2, beta=beta, alpha=alpha)


@bindings(TensorMethod("addbmm"), MintFunction("addbmm"))
@op
def addbmm(
    input: torch.Tensor,
    batch1: torch.Tensor,
    batch2: torch.Tensor,
    *,
    beta: Any = 1,
    alpha: Any = 1,
) -> torch.Tensor:
    """beta * input + alpha * the sum of the batch's matrix products; of two matrices, of their product's rows.

    `input` broadcasts to (N, P).
    `batch1` is (B, N, M), `batch2` (B, M, P), all Tensors of one dtype, that of the result (N, P).
    `beta` and `alpha` are numbers.
    """
    if batch1.dim() == batch2.dim() == 2:
        return beta * input + alpha * (batch1 @ batch2).sum(0)
    return torch.addbmm(input, batch1, batch2, beta=beta, alpha=alpha)


@bindings(TensorMethod("baddbmm"))
@op
def baddbmm(
    input: torch.Tensor,
    batch1: torch.Tensor,
    batch2: torch.Tensor,
    beta: Any = 1,
    alpha: Any = 1,
) -> torch.Tensor:
    """beta * input + alpha * (batch1 @ batch2), batch by batch, or of two matrices.

    `input` broadcasts to (B, N, P).
    `batch1` is (B, N, M), `batch2` (B, M, P), all Tensors of one dtype, that of the result.
    `beta` and `alpha` are numbers.
    """
    if batch1.dim() == batch2.dim() == 2:
        return beta * input + alpha * (batch1 @ batch2)
    if input.dtype is torch.float16 and are_halves(input, batch1, batch2):
        return in_float32(torch.baddbmm, input, batch1, batch2, beta=beta, alpha=alpha)
    return torch.baddbmm(input, batch1, batch2, beta=beta, alpha=alpha)


# -- norms and distances -----------------------------------------------------------------------


# -- inverses and factorizations ---------------------------------------------------------------


@bindings(PrimitiveClass("Trace", inputs=("input",)), MintFunction("trace"))
@op
def trace(input: torch.Tensor) -> torch.Tensor:
    """The sum of the diagonal of `input`, a matrix (M, N), in its dtype: a scalar Tensor."""
    return torch.trace(input).to(input.dtype)


ger = outer

__all__ = exported_names(
    globals(),
    "dot_of_vectors",
    "matmul_turned",
    "sparse_dense_product",
    "vdot_of_vectors",
)
