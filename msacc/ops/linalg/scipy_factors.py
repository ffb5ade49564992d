"""Construction, inversion and factorization of matrices with mindspore.scipy's rules.

Matrices are Float32, Float64, or integers, which are worked on in Float64. All functions raise TypeError for an
argument that is no Tensor, another dtype or a flag that is no bool, ValueError for one that is no (square) matrix.
`overwrite_*`, `check_finite`, `turbo` and `type` change nothing, as in MindSpore, which is said once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.warn_once import no_effects
from msacc.ops.core.op import op, translate
from msacc.ops.linalg.scipy_checks import bare, check_unused_flags, flags, matrix, right_side

if TYPE_CHECKING:
    from collections.abc import Sequence

# -- making and inverting ----------------------------------------------------------------------


@op
def block_diag(*arrs: torch.Tensor) -> torch.Tensor:
    """A matrix with the given numbers, vectors (as rows) and matrices along its diagonal and zeros elsewhere.

    `arrs`: Tensors of at most two dimensions; the result has the dtype to which theirs promote. (1, 0) for none
    at all. Raises TypeError for what is no Tensor, ValueError for more than two dimensions.
    """
    blocks = [torch.atleast_2d(bare("block_diag", f"argument {i}", a)) for i, a in enumerate(arrs)]
    if any(block.ndim > 2 for block in blocks):
        raise ValueError("For 'block_diag', an argument has at most 2 dimensions.")
    return torch.block_diag(*blocks) if blocks else torch.zeros(1, 0)


@op
def inv(a: torch.Tensor, overwrite_a: bool = False, check_finite: bool = True) -> torch.Tensor:
    """The inverse of the square matrix `a`: Float64 of Float64 and integers, else Float32.

    `overwrite_a` and `check_finite` have no effect.

    Raises TypeError or ValueError for what is no square matrix of numbers, RuntimeError for a singular one,
    where MindSpore gives numbers without meaning.
    """
    check_unused_flags("inv", overwrite_a=overwrite_a, check_finite=check_finite)
    t = matrix("inv", "a", a)
    try:
        return torch.linalg.inv(t)
    except RuntimeError as error:
        raise RuntimeError(str(translate("inv", error))) from error


@op
def det(a: torch.Tensor, overwrite_a: bool = False, check_finite: bool = True) -> torch.Tensor:
    """The determinant of the square matrix `a`, one number; TypeError or ValueError for what is no square matrix."""
    check_unused_flags("det", overwrite_a=overwrite_a, check_finite=check_finite)
    return torch.linalg.det(matrix("det", "a", a))


# -- Cholesky ----------------------------------------------------------------------------------


@op
def cholesky(
    a: torch.Tensor, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> torch.Tensor:
    """The upper (`lower`: lower) triangular factor of the positive definite matrix `a`, of which that triangle
    is read.

    `a`: a Tensor (N, N); Float64 of Float64 and integers, else Float32.
    `overwrite_a` and `check_finite` have no effect.

    Raises RuntimeError for a matrix that is not positive definite, TypeError or ValueError for what is no
    square matrix of numbers.
    """
    flags("cholesky", lower=lower)
    check_unused_flags("cholesky", overwrite_a=overwrite_a, check_finite=check_finite)
    return _triangle("cholesky", a, lower)


def _triangle(where: str, a: torch.Tensor, lower: bool) -> torch.Tensor:
    t = matrix(where, "a", a)
    try:
        return torch.linalg.cholesky(t, upper=not lower)
    except RuntimeError as error:
        raise RuntimeError(str(translate(where, error))) from error


@op
def cho_factor(
    a: torch.Tensor, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[torch.Tensor, bool]:
    """(the triangular factor of the positive definite matrix `a`, `lower`), for `cho_solve`.

    `a`, `lower`, `overwrite_a` and `check_finite`, dtypes and errors are those of `cholesky`.
    """
    flags("cho_factor", lower=lower)
    check_unused_flags("cho_factor", overwrite_a=overwrite_a, check_finite=check_finite)
    return _triangle("cho_factor", a, lower), lower


@op
def cho_solve(
    c_and_lower: tuple[torch.Tensor, bool],
    b: torch.Tensor,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> torch.Tensor:
    """The x with a x = b for a vector or matrix `b`, from the result of `cho_factor(a)`.

    `c_and_lower`: that result, (a Tensor (N, N), a bool).
    `b`: (N,) or (N, K), of its dtype.
    `overwrite_b` and `check_finite` have no effect.

    Raises TypeError for two dtypes or what is no Tensor, ValueError for shapes that do not fit.
    """
    c, lower = c_and_lower
    flags("cho_solve", lower=lower)
    check_unused_flags("cho_solve", overwrite_b=overwrite_b, check_finite=check_finite)
    factor = matrix("cho_solve", "c", c)
    wide, vector = right_side("cho_solve", factor, b, (1, 2))
    out = torch.cholesky_solve(wide, factor, upper=not lower)
    return out.squeeze(-1) if vector else out


# -- eigenvalues -------------------------------------------------------------------------------


@op
def eigh(
    a: torch.Tensor,
    b: torch.Tensor | None = None,
    lower: bool = True,
    eigvals_only: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    turbo: bool = True,
    eigvals: object = None,
    type: int = 1,
    check_finite: bool = True,
) -> Any:
    """(eigenvalues rising, eigenvectors in columns) of a symmetric or Hermitian matrix, of which one triangle is
    read.

    `a`: a Tensor (N, N).
    `lower`: which triangle. Those of a complex matrix are complex, the eigenvalues too. Only the eigenvalues
      for `eigvals_only`. The sign of an eigenvector means nothing.
    `overwrite_a`, `overwrite_b`, `turbo`, `type` and `check_finite` have no effect.
    `b` and `eigvals` raise ValueError, as in MindSpore; TypeError or ValueError for what is no square matrix
      of numbers.
    """
    flags("eigh", lower=lower, eigvals_only=eigvals_only)
    check_unused_flags("eigh", overwrite_a=overwrite_a, overwrite_b=overwrite_b)
    check_unused_flags("eigh", turbo=turbo, check_finite=check_finite)
    no_effects("eigh", "it concerns problems with a second matrix", type=(type, 1))
    for name, value in (("b", b), ("eigvals", eigvals)):
        if value is not None:
            raise ValueError(f"For 'eigh', only {name}=None is there, but got {value!r}.")
    t = matrix("eigh", "a", a, complexes=True)
    side = "L" if lower else "U"
    if eigvals_only:
        return torch.linalg.eigvalsh(t, UPLO=side).to(t.dtype)
    values, vectors = torch.linalg.eigh(t, UPLO=side)
    return values.to(t.dtype), vectors


# -- LU ----------------------------------------------------------------------------------------


@op
def lu(
    a: torch.Tensor, permute_l: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[torch.Tensor, ...]:
    """(p, l, u) with a = p l u for a matrix `a`: a permutation (Int32), a lower and an upper triangular matrix.

    `a`: a Tensor (M, N); Float64 of Float64 and integers, else Float32. (p l, u) for `permute_l`, which
      MindSpore's CPU build refuses.
    `overwrite_a` and `check_finite` have no effect.

    TypeError or ValueError for what is no matrix.
    """
    flags("lu", permute_l=permute_l)
    check_unused_flags("lu", overwrite_a=overwrite_a, check_finite=check_finite)
    p, low, up = torch.linalg.lu(matrix("lu", "a", a, square=False))
    if permute_l:
        return p @ low, up
    return p.to(torch.int32), low, up


@op
def lu_factor(
    a: torch.Tensor, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[torch.Tensor, torch.Tensor]:
    """(l and u in one matrix, the row exchanged with each row, Int32) of the square matrix `a`, for `lu_solve`.

    `a`: a Tensor (N, N); Float64 of Float64 and integers, else Float32.
    `overwrite_a` and `check_finite` have no effect.

    TypeError or ValueError for what is no square matrix of numbers.
    """
    check_unused_flags("lu_factor", overwrite_a=overwrite_a, check_finite=check_finite)
    both, pivots = torch.linalg.lu_factor(matrix("lu_factor", "a", a))
    return both, pivots - 1


@op
def lu_solve(
    lu_and_piv: Sequence[torch.Tensor],
    b: torch.Tensor,
    trans: int = 0,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> torch.Tensor:
    """The x with a x = b (a^T x = b for `trans` 1 or 2) for a vector or matrix `b`, from the result of `lu_factor(a)`.

    Raises TypeError for two dtypes or what is no Tensor, ValueError for another `trans` or shapes that do not fit.
    """
    both, pivots = lu_and_piv
    check_unused_flags("lu_solve", overwrite_b=overwrite_b, check_finite=check_finite)
    if trans not in (0, 1, 2):
        raise ValueError(f"For 'lu_solve', 'trans' should be 0, 1 or 2, but got {trans!r}.")
    factor = matrix("lu_solve", "lu_matrix", both)
    wide, vector = right_side("lu_solve", factor, b, (1, 2))
    one_based_pivots = bare("lu_solve", "pivots", pivots) + 1
    out = torch.linalg.lu_solve(factor, one_based_pivots, wide, adjoint=bool(trans))
    return out.squeeze(-1) if vector else out
