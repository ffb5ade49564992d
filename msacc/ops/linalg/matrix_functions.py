"""Matrix logarithm, regularized least squares, tridiagonal products."""

from __future__ import annotations

import numpy as np
import torch

from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(10)


@bindings(PrimitiveClass("MatrixLogarithm"))
@op
def matrix_logarithm(x: torch.Tensor) -> torch.Tensor:
    """The principal logarithm of complex matrices (..., N, N)."""
    if not x.is_complex():
        raise TypeError(
            f"For 'MatrixLogarithm', 'x' should be Complex64 or Complex128, but got {x.dtype}."
        )
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise ValueError(
            f"For 'MatrixLogarithm', 'x' should be square matrices, but got shape {tuple(x.shape)}."
        )
    values, one = x.to(torch.complex128), torch.eye(x.shape[-1], dtype=torch.complex128)
    one, halvings = one.to(x.device), 0
    while float((values - one).abs().sum(-1).max()) > 0.3 and halvings < 60:
        values, halvings = _root(values, one), halvings + 1
    return (_near_one(values - one, one) * 2.0**halvings).to(x.dtype)


def _root(a: torch.Tensor, one: torch.Tensor) -> torch.Tensor:
    """The square root, by Denman and Beavers' iteration."""
    root, inverse = a, one.expand_as(a)
    for _ in range(60):
        before = root
        root, inverse = (
            (root + torch.linalg.inv(inverse)) / 2,
            (inverse + torch.linalg.inv(root)) / 2,
        )
        if float((root - before).abs().max()) <= 1e-15 * float(root.abs().max()):
            break
    return root


def _near_one(x: torch.Tensor, one: torch.Tensor) -> torch.Tensor:
    """log(1 + x) of small matrices: the integral of x / (1 + t * x) over t in [0, 1], by Gauss and Legendre."""
    total = torch.zeros_like(x)
    for node, weight in zip(_NODES, _WEIGHTS, strict=True):
        total = total + weight / 2 * torch.linalg.solve(one + (node + 1) / 2 * x, x)
    return total


@bindings(PrimitiveClass("MatrixSolveLs", settings={"fast": Setting(True, checks.boolean)}))
@op
def matrix_solve_ls(
    matrix: torch.Tensor,
    rhs: torch.Tensor,
    l2_regularizer: torch.Tensor | float | np.number,
    fast: bool = True,
) -> torch.Tensor:
    """X that makes |matrix @ X - rhs|² + l2_regularizer * |X|² smallest; matrices (..., M, N) and (..., M, K).

    `fast` solves the normal equations; without it the regularizer is left out, and of several X the smallest is
    found by singular values. `matrix` and `rhs` are Tensors of one float or complex dtype, which the result
    (..., N, K) has; `l2_regularizer`: a number. ValueError for numbers of rows that differ.
    """
    if matrix.shape[-2] != rhs.shape[-2]:
        raise ValueError(
            f"For 'MatrixSolveLs', 'matrix' and 'rhs' should have equally many rows, but got "
            f"{matrix.shape[-2]} and {rhs.shape[-2]}."
        )
    if not fast:
        return torch.linalg.pinv(matrix) @ rhs
    size = min(matrix.shape[-2:])
    ridge = float(l2_regularizer) * torch.eye(size, dtype=matrix.dtype, device=matrix.device)
    adjoint = matrix.mH
    if matrix.shape[-2] >= matrix.shape[-1]:
        return torch.linalg.solve(adjoint @ matrix + ridge, adjoint @ rhs)
    return adjoint @ torch.linalg.solve(matrix @ adjoint + ridge, rhs)


@bindings(PrimitiveClass("TridiagonalMatMul"))
@op
def tridiagonal_matmul(
    superdiag: torch.Tensor, maindiag: torch.Tensor, subdiag: torch.Tensor, rhs: torch.Tensor
) -> torch.Tensor:
    """A matrix of three diagonals, each (..., 1, M), times `rhs` (..., M, N).

    The last element of `superdiag` and the first of `subdiag` lie outside and do not count.
    """
    size = rhs.shape[-2]
    for name, t in (("superdiag", superdiag), ("maindiag", maindiag), ("subdiag", subdiag)):
        if tuple(t.shape) != (*rhs.shape[:-2], 1, size):
            raise ValueError(
                f"For 'TridiagonalMatMul', '{name}' should have shape {(*rhs.shape[:-2], 1, size)}, but got "
                f"{tuple(t.shape)}."
            )
    above, middle, below = (t.mT for t in (superdiag, maindiag, subdiag))
    zero = torch.zeros_like(rhs[..., :1, :])
    after = torch.cat((rhs[..., 1:, :], zero), -2)
    before = torch.cat((zero, rhs[..., :-1, :]), -2)
    return middle * rhs + above * after + below * before


__all__: list[str] = []
