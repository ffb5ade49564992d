"""Factorizations in LAPACK's packed form, and solvers that use them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, TensorMethod, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.linalg import products as la

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Ints


@bindings(PrimitiveClass("Geqrf", inputs=("input",)), TensorMethod("geqrf"))
@op
def geqrf(input: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """(R above Householder's vectors, their factors): the QR factorization as LAPACK keeps it.

    `input`: a Tensor (…, M, N) of floats or complex numbers; the results have its dtype and the shapes (…, M,
    N) and (…, min(M, N)).
    """
    return torch.geqrf(input)


@bindings(PrimitiveClass("Orgqr"), TensorMethod("orgqr"))
@op
def orgqr(input: torch.Tensor, input2: torch.Tensor) -> torch.Tensor:
    """The first columns of Q, from Householder's vectors `input` and their factors `input2`.

    `input`: a Tensor (…, M, N) of floats or complex numbers, M at least N, whose shape and dtype the result
      has.
    `input2`: (…, K), K at most N.
    """
    return torch.orgqr(input, input2)


@bindings(
    PrimitiveClass(
        "Ormqr",
        settings={
            "left": Setting(True, checks.boolean),
            "transpose": Setting(False, checks.boolean),
        },
    ),
    TensorMethod("ormqr", input2="tau", input3="other"),
)
@op
def ormqr(
    input: torch.Tensor,
    tau: torch.Tensor,
    other: torch.Tensor,
    left: bool = True,
    transpose: bool = False,
) -> torch.Tensor:
    """Q (or its adjoint, with `transpose`) times `other`, or the other way round without `left`.

    `input`: Householder's vectors, a Tensor (…, M, K) of floats or complex numbers.
    `tau`: their factors, (…, K).
    `other`: (…, M, N), or (…, N, M) without `left`, whose shape and dtype the result has.
    """
    return torch.ormqr(input, tau, other, left, transpose)


@bindings(PrimitiveClass("LuSolve"), TensorMethod("lu_solve"))
@op
def lu_solve(b: torch.Tensor, LU_data: torch.Tensor, LU_pivots: torch.Tensor) -> torch.Tensor:
    """The x of A x = `b`, from the LU factorization of A with Int32 pivots counted from 1.

    `b`: a Tensor (…, N, K) of floats or complex numbers, whose shape and dtype the result has.
    `LU_data`: (…, N, N), `LU_pivots`: (…, N).
    """
    return torch.linalg.lu_solve(LU_data, LU_pivots, b)


@bindings(
    PrimitiveClass(
        "LuUnpack",
        settings={
            "unpack_data": Setting(True, checks.boolean),
            "unpack_pivots": Setting(True, checks.boolean),
        },
    )
)
@op
def lu_unpack(
    LU_data: torch.Tensor,
    LU_pivots: torch.Tensor,
    unpack_data: bool = True,
    unpack_pivots: bool = True,
) -> tuple[torch.Tensor, ...]:
    """(permutation, L, U) of an LU factorization with Int32 pivots counted from 1; parts not unpacked are 0.

    `LU_data`: a Tensor (…, M, N) of floats, whose dtype the results have.
    `LU_pivots`: (…, min(M, N)).
    `unpack_data`, `unpack_pivots`: whether L and U, and whether the permutation, are asked for.
    """
    factors = torch.lu_unpack(LU_data, LU_pivots, unpack_data, unpack_pivots)
    # MindSpore gives a lone zero where torch gives an empty tensor.
    return tuple(t if t.numel() else t.new_zeros(()) for t in factors)


@bindings(PrimitiveClass("Qr", inputs=("x",), settings={"full_matrices": Setting(False)}))
@op
def qr_of(x: torch.Tensor, full_matrices: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """(Q, R) of `x`, a Tensor (…, M, N) of floats or complex numbers; Q is square with `full_matrices`."""
    q, r = torch.linalg.qr(x, "complete" if full_matrices else "reduced")
    return q, r


@bindings(
    PrimitiveClass(
        "MatrixTriangularSolve",
        settings={
            "lower": Setting(True, checks.boolean),
            "adjoint": Setting(False, checks.boolean),
        },
    )
)
@op
def matrix_triangular_solve(
    matrix: torch.Tensor, rhs: torch.Tensor, lower: bool = True, adjoint: bool = False
) -> torch.Tensor:
    """The x of A x = rhs for a triangular A (its adjoint with `adjoint`).

    `matrix` (A): a Tensor (…, N, N) of floats or complex numbers, of which the triangle that `lower` names is
    read; `rhs`: (…, N, K) of its dtype, whose shape and dtype the result has.
    """
    operand = matrix.mH if adjoint else matrix
    return torch.linalg.solve_triangular(operand, rhs, upper=lower is adjoint)


@bindings(
    PrimitiveClass(
        "NuclearNorm", settings={"dim": Setting(None), "keepdim": Setting(False, checks.boolean)}
    )
)
@op
def nuclear_norm(
    x: torch.Tensor, dim: Sequence[int] | None = None, keepdim: bool = False
) -> torch.Tensor:
    """The sum of the singular values over the two dimensions `dim` (of a matrix for None).

    `x`: a Tensor of floats of two dimensions or more, whose dtype the result has; `keepdim`: keep both with
    size 1.
    """
    if dim is None:
        return torch.linalg.matrix_norm(x, "nuc", keepdim=keepdim)
    return torch.linalg.matrix_norm(x, "nuc", dim=tuple(dim), keepdim=keepdim)


@bindings(PrimitiveClass("Eig", inputs=("x",), settings={"compute_v": Setting(False)}))
@op
def eig_of(A: torch.Tensor, compute_v: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """(eigenvalues, eigenvectors), complex; without `compute_v` the latter are a lone 0.

    `A`: a Tensor (…, N, N) of floats or complex numbers. The results are (…, N) and (…, N, N).
    """
    if compute_v:
        values, vectors = torch.linalg.eig(A)
        return values, vectors
    values = torch.linalg.eigvals(A)
    return values, values.new_zeros(())


@bindings(PrimitiveClass("EuclideanNorm", settings={"keep_dims": Setting(False, checks.boolean)}))
@op
def euclidean_norm(
    x: torch.Tensor, axes: Ints | torch.Tensor, keep_dims: bool = False
) -> torch.Tensor:
    """The root of the sum of squares over `axes`, an int, ints or a Tensor of them; all for none.

    `x`: a Tensor of numbers, whose dtype the result has; `keep_dims`: keep these dimensions with size 1.
    """
    where = axes.tolist() if isinstance(axes, torch.Tensor) else axes
    where = (where,) if isinstance(where, int) else tuple(where)
    return torch.sqrt((x * x).sum(where or None, keepdim=keep_dims)).to(x.dtype)


@bindings(TensorMethod("triangular_solve"), MintFunction("triangular_solve"))
@op
def triangular_solve(
    b: torch.Tensor,
    A: torch.Tensor,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(the X with A X = b for a triangular A, a copy of A); only that triangle of `A` is read.

    `b`: a Tensor (…, N, K) of floats or complex numbers, whose dtype the results have.
    `A`: (…, N, N).
    `upper`: which triangle.
    `transpose`: A's transpose instead.
    `unitriangular`: its diagonal counts as 1.

    ValueError for fewer than two dimensions.
    """
    if A.ndim < 2 or b.ndim < 2:
        raise ValueError(
            f"For 'triangular_solve', 'b' and 'A' need 2 dimensions or more, but got {b.ndim} and {A.ndim}."
        )
    operand = A.mT if transpose else A
    solution = torch.linalg.solve_triangular(
        operand, b, upper=upper is not transpose, unitriangular=unitriangular
    )
    return solution, A.clone()


# The default of Cross: no dimension is meant.
ANY_DIM = -65530


@bindings(PrimitiveClass("Cross", inputs=("input", "other"), settings={"dim": Setting(ANY_DIM)}))
@op
def cross_of(input: torch.Tensor, other: torch.Tensor, dim: int = ANY_DIM) -> torch.Tensor:
    """The vector product along `dim`; its default means the first dimension of three.

    `input`, `other`: Tensors of numbers of one dtype, which the result has, whose shapes broadcast.
    """
    return la.cross.raw(input, other, None if dim == ANY_DIM else dim)


__all__ = exported_ops(
    globals(),
    "qr_of",
    "matrix_triangular_solve",
    "nuclear_norm",
    "eig_of",
    "euclidean_norm",
    "triangular_solve",
    "cross_of",
)
