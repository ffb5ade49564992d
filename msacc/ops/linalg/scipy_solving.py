"""Linear systems and least squares with mindspore.scipy's rules."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.warn_once import no_effects
from msacc.ops.core.op import op
from msacc.ops.linalg.scipy_checks import (
    FLOATS,
    bare,
    check_unused_flags,
    flags,
    matrix,
    right_side,
)
from msacc.ops.linalg.solving import least_squares

_TRANS: dict[Any, int] = {0: 0, 1: 1, 2: 1, "N": 0, "T": 1, "C": 1}


@op
def solve_triangular(
    a: torch.Tensor,
    b: torch.Tensor,
    trans: int | str = 0,
    lower: bool = False,
    unit_diagonal: bool = False,
    overwrite_b: bool = False,
    debug: bool | None = None,
    check_finite: bool = True,
) -> torch.Tensor:
    """The x with a x = b for triangular matrices (..., N, N); with a^T for `trans` 1, 2, 'T' or 'C'.

    `b`: (..., N) or (..., N, K), of the dtype of `a`. Only the triangle that `lower` names is read; its
      diagonal counts as 1 for `unit_diagonal`. Integers give Float32.
    `overwrite_b`, `debug` and `check_finite` have no effect.

    Raises TypeError for two dtypes, ValueError for shapes that do not fit, RuntimeError for another `trans`.
    """
    where = "solve_triangular"
    no_effects(where, "it does nothing in MindSpore either", debug=(debug, None))
    flags(where, lower=lower, unit_diagonal=unit_diagonal)
    check_unused_flags(where, overwrite_b=overwrite_b, check_finite=check_finite)
    t, right = bare(where, "a", a), bare(where, "b", b)
    if t.dtype is not right.dtype:
        raise TypeError(f"For '{where}', dtypes must agree, but got {t.dtype} and {right.dtype}.")
    if t.ndim < 2 or t.shape[-1] != t.shape[-2]:
        raise ValueError(f"For '{where}', 'a' must be square, but got shape {tuple(t.shape)}.")
    if trans not in _TRANS:
        raise RuntimeError(f"For '{where}', 'trans' must be in {list(_TRANS)}, but got {trans!r}.")
    working = t.dtype if t.dtype in FLOATS or t.is_complex() else torch.float32
    wide, vector = right_side(where, t.to(working), right.to(working), (t.ndim - 1, t.ndim))
    operand = t.conj() if trans in ("C", 2) and t.is_complex() else t
    out = _triangular(operand.to(working), wide, bool(_TRANS[trans]), lower, unit_diagonal)
    out = out.squeeze(-1) if vector else out
    return out.to(t.dtype) if t.dtype.is_floating_point else out


def _triangular(
    a: torch.Tensor, b: torch.Tensor, transposed: bool, lower: bool, unit: bool
) -> torch.Tensor:
    operand = a.mT if transposed else a
    return torch.linalg.solve_triangular(operand, b, upper=lower is transposed, unitriangular=unit)


@op
def lstsq(
    A: torch.Tensor, B: torch.Tensor, rcond: float | None = None, driver: str | None = None
) -> tuple[torch.Tensor, ...]:
    """(the x for which |A x - B| is least, residuals, rank, singular values) of a matrix `A` and a vector or matrix
    `B`.

    What `driver` ('gels', 'gelsy', 'gelsd' or 'gelss') does not give is empty; singular values below `rcond` times the
    largest count as 0. Raises TypeError for two dtypes, ValueError for another driver or shapes that do not fit.
    """
    t = matrix("lstsq", "A", A, square=False)
    wide, vector = right_side("lstsq", t, B, (1, 2))
    if driver not in (None, "gels", "gelsy", "gelsd", "gelss"):
        raise ValueError(
            f"For 'lstsq', 'driver' must be 'gels', 'gelsy', 'gelsd' or 'gelss', but got {driver!r}."
        )
    solution = least_squares(t, wide, rcond, driver)
    out = solution.solution.squeeze(-1) if vector else solution.solution
    return out, solution.residuals, solution.rank, solution.singular_values
