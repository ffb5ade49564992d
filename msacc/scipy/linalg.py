"""Decompositions and solutions of matrices, over torch.linalg.

Matrices are Float32, Float64, or integers, which are worked on in Float64. `overwrite_*`, `check_finite`, `turbo`
and `type` are checked and change nothing, as in MindSpore.
"""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.homes import refuse as _refuse
from msacc.ops.core.op import translate

_FLOATS = (torch.float32, torch.float64)
_TRANS: dict[Any, int] = {0: 0, 1: 1, 2: 1, "N": 0, "T": 1, "C": 1}


# -- checks ------------------------------------------------------------------------------------


def _bare(where: str, name: str, value: Any) -> torch.Tensor:
    if not isinstance(value, Tensor):
        raise TypeError(
            f"For '{where}', '{name}' should be Tensor, but got {type(value).__name__}."
        )
    return value._t


def _numbers(where: str, name: str, value: Any) -> torch.Tensor:
    t = _bare(where, name, value)
    if t.dtype in (torch.int32, torch.int64):
        return t.double()
    if t.dtype not in _FLOATS:
        raise TypeError(
            f"For '{where}', '{name}' should be Int32, Int64, Float32 or Float64, but got {t.dtype}."
        )
    return t


def _matrix(where: str, name: str, value: Any, square: bool = True) -> torch.Tensor:
    t = _numbers(where, name, value)
    if t.ndim != 2 or (square and t.shape[0] != t.shape[1]):
        raise ValueError(
            f"For '{where}', '{name}' should be a {'square ' if square else ''}matrix, "
            f"but got shape {tuple(t.shape)}."
        )
    return t


def _flags(where: str, **flags: Any) -> None:
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise TypeError(f"For '{where}', '{name}' should be bool, but got {value!r}.")


def _right_side(
    where: str, a: torch.Tensor, value: Any, ranks: tuple[int, ...]
) -> tuple[torch.Tensor, bool]:
    """(the right side as a matrix, whether it was a vector)."""
    b = _bare(where, "b", value)
    b = b if b.dtype in (*_FLOATS, torch.float16) else b.double()
    if b.ndim not in ranks:
        raise ValueError(f"For '{where}', 'b' should have {ranks} dimensions, but got {b.ndim}.")
    vector = b.ndim == a.ndim - 1
    wide = b.unsqueeze(-1) if vector else b
    if wide.shape[-2] != a.shape[-2]:
        raise ValueError(
            f"For '{where}', 'b' should have {a.shape[-2]} rows, but got shape {tuple(b.shape)}."
        )
    if b.dtype is not a.dtype:
        raise TypeError(
            f"For '{where}', both arguments should have one dtype, but got {a.dtype} and {b.dtype}."
        )
    return wide, vector


# -- making and inverting ----------------------------------------------------------------------


def block_diag(*arrs: Tensor) -> Tensor:
    """Numbers, vectors (as rows) and matrices along the diagonal of a matrix of zeros."""
    blocks = [torch.atleast_2d(_bare("block_diag", f"argument {i}", a)) for i, a in enumerate(arrs)]
    if any(block.ndim > 2 for block in blocks):
        raise ValueError("For 'block_diag', an argument has at most 2 dimensions.")
    return wrap(torch.block_diag(*blocks) if blocks else torch.zeros(1, 0))


def inv(a: Tensor, overwrite_a: bool = False, check_finite: bool = True) -> Tensor:
    """The inverse. RuntimeError for a singular matrix, where MindSpore gives numbers without meaning."""
    _flags("inv", overwrite_a=overwrite_a, check_finite=check_finite)
    t = _matrix("inv", "a", a)
    try:
        return wrap(torch.linalg.inv(t))
    except RuntimeError as error:
        raise RuntimeError(str(translate("inv", error))) from error


def det(a: Tensor, overwrite_a: bool = False, check_finite: bool = True) -> Tensor:
    """The determinant."""
    _flags("det", overwrite_a=overwrite_a, check_finite=check_finite)
    return wrap(torch.linalg.det(_matrix("det", "a", a)))


# -- Cholesky ----------------------------------------------------------------------------------


def cholesky(
    a: Tensor, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> Tensor:
    """The triangular factor of a positive definite matrix, of which one triangle is read.

    Raises RuntimeError for a matrix that is not positive definite.
    """
    _flags("cholesky", lower=lower, overwrite_a=overwrite_a, check_finite=check_finite)
    t = _matrix("cholesky", "a", a)
    try:
        return wrap(torch.linalg.cholesky(t, upper=not lower))
    except RuntimeError as error:
        raise RuntimeError(str(translate("cholesky", error))) from error


def cho_factor(
    a: Tensor, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Tensor, bool]:
    """(the triangular factor, `lower`), for `cho_solve`."""
    _flags("cho_factor", lower=lower)
    return cholesky(a, lower, overwrite_a, check_finite), lower


def cho_solve(
    c_and_lower: Any, b: Tensor, overwrite_b: bool = False, check_finite: bool = True
) -> Tensor:
    """The x with a x = b, from what `cho_factor(a)` gave."""
    c, lower = c_and_lower
    _flags("cho_solve", lower=lower, overwrite_b=overwrite_b, check_finite=check_finite)
    factor = _matrix("cho_solve", "c", c)
    wide, vector = _right_side("cho_solve", factor, b, (1, 2))
    out = torch.cholesky_solve(wide, factor, upper=not lower)
    return wrap(out.squeeze(-1) if vector else out)


# -- eigenvalues -------------------------------------------------------------------------------


def eigh(
    a: Tensor,
    b: Any = None,
    lower: bool = True,
    eigvals_only: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    turbo: bool = True,
    eigvals: Any = None,
    type: int = 1,
    check_finite: bool = True,
) -> Any:
    """(eigenvalues rising, eigenvectors in columns) of a symmetric matrix, of which one triangle is read.

    The sign of an eigenvector means nothing. `b` and `eigvals` raise ValueError, as in MindSpore.
    """
    _flags("eigh", lower=lower, eigvals_only=eigvals_only, turbo=turbo, check_finite=check_finite)
    _flags("eigh", overwrite_a=overwrite_a, overwrite_b=overwrite_b)
    for name, value in (("b", b), ("eigvals", eigvals)):
        if value is not None:
            raise ValueError(f"For 'eigh', only {name}=None is there, but got {value!r}.")
    t = _matrix("eigh", "a", a)
    side = "L" if lower else "U"
    if eigvals_only:
        return wrap(torch.linalg.eigvalsh(t, UPLO=side))
    values, vectors = torch.linalg.eigh(t, UPLO=side)
    return wrap(values), wrap(vectors)


# -- LU ----------------------------------------------------------------------------------------


def lu(
    a: Tensor, permute_l: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Tensor, ...]:
    """(p, l, u) with a = p l u, p Int32; (p l, u) for `permute_l`, which MindSpore's CPU build refuses."""
    _flags("lu", permute_l=permute_l, overwrite_a=overwrite_a, check_finite=check_finite)
    p, low, up = torch.linalg.lu(_matrix("lu", "a", a, square=False))
    if permute_l:
        return wrap(p @ low), wrap(up)
    return wrap(p.to(torch.int32)), wrap(low), wrap(up)


def lu_factor(
    a: Tensor, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Tensor, Tensor]:
    """(l and u in one matrix, the row exchanged with each row, Int32), for `lu_solve`."""
    _flags("lu_factor", overwrite_a=overwrite_a, check_finite=check_finite)
    both, pivots = torch.linalg.lu_factor(_matrix("lu_factor", "a", a))
    return wrap(both), wrap(pivots - 1)


def lu_solve(
    lu_and_piv: Any, b: Tensor, trans: int = 0, overwrite_b: bool = False, check_finite: bool = True
) -> Tensor:
    """The x with a x = b (a^T x = b for `trans` 1 or 2), from what `lu_factor(a)` gave."""
    both, pivots = lu_and_piv
    _flags("lu_solve", overwrite_b=overwrite_b, check_finite=check_finite)
    if trans not in (0, 1, 2):
        raise ValueError(f"For 'lu_solve', 'trans' should be 0, 1 or 2, but got {trans!r}.")
    factor = _matrix("lu_solve", "lu_matrix", both)
    wide, vector = _right_side("lu_solve", factor, b, (1, 2))
    places = _bare("lu_solve", "pivots", pivots) + 1
    out = torch.linalg.lu_solve(factor, places, wide, adjoint=bool(trans))
    return wrap(out.squeeze(-1) if vector else out)


# -- solving -----------------------------------------------------------------------------------


def solve_triangular(
    a: Tensor,
    b: Tensor,
    trans: Any = 0,
    lower: bool = False,
    unit_diagonal: bool = False,
    overwrite_b: bool = False,
    debug: Any = None,
    check_finite: bool = True,
) -> Tensor:
    """The x with a x = b for triangular matrices (..., N, N); with a^T for `trans` 1, 2, 'T' or 'C'.

    Only the triangle that `lower` names is read. Integers give Float32. Raises TypeError for two dtypes,
    ValueError for shapes that do not fit, RuntimeError for another `trans`.
    """
    where = "solve_triangular"
    _flags(where, lower=lower, unit_diagonal=unit_diagonal)
    _flags(where, overwrite_b=overwrite_b, check_finite=check_finite)
    t, right = _bare(where, "a", a), _bare(where, "b", b)
    if t.dtype is not right.dtype:
        raise TypeError(f"For '{where}', dtypes must agree, but got {t.dtype} and {right.dtype}.")
    if t.ndim < 2 or t.shape[-1] != t.shape[-2]:
        raise ValueError(f"For '{where}', 'a' must be square, but got shape {tuple(t.shape)}.")
    if trans not in _TRANS:
        raise RuntimeError(f"For '{where}', 'trans' must be in {list(_TRANS)}, but got {trans!r}.")
    working = t.dtype if t.dtype in _FLOATS else torch.float32
    wide, vector = _right_side(where, t.to(working), wrap(right.to(working)), (t.ndim - 1, t.ndim))
    out = _triangular(t.to(working), wide, bool(_TRANS[trans]), lower, unit_diagonal)
    out = out.squeeze(-1) if vector else out
    return wrap(out.to(t.dtype) if t.dtype.is_floating_point else out)


def _triangular(
    a: torch.Tensor, b: torch.Tensor, turned: bool, lower: bool, unit: bool
) -> torch.Tensor:
    kept = a.mT if turned else a
    return torch.linalg.solve_triangular(kept, b, upper=lower is turned, unitriangular=unit)


def lstsq(
    A: Tensor, B: Tensor, rcond: float | None = None, driver: str | None = None
) -> tuple[Tensor, ...]:
    """(the x for which |A x - B| is least, residuals, rank, singular values); what `driver` lacks is empty."""
    t = _matrix("lstsq", "A", A, square=False)
    wide, vector = _right_side("lstsq", t, B, (1, 2))
    if driver not in (None, "gels", "gelsy", "gelsd", "gelss"):
        raise ValueError(
            f"For 'lstsq', 'driver' must be 'gels', 'gelsy', 'gelsd' or 'gelss', but got {driver!r}."
        )
    found = torch.linalg.lstsq(t, wide, rcond, driver=driver)
    out = found.solution.squeeze(-1) if vector else found.solution
    return tuple(wrap(f) for f in (out, found.residuals, found.rank, found.singular_values))


__all__ = [
    "block_diag",
    "cho_factor",
    "cho_solve",
    "cholesky",
    "det",
    "eigh",
    "inv",
    "lstsq",
    "lu",
    "lu_factor",
    "lu_solve",
    "solve_triangular",
]
__getattr__ = _refuse("mindspore.scipy.linalg")
