"""Layers about the diagonals of matrices, batch dimensions first."""

from __future__ import annotations

import torch

from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops.core.op import op


def _rank(where: str, x: torch.Tensor, least: int) -> None:
    if x.ndim < least:
        raise ValueError(f"For '{where}', 'x' needs {least} dimensions or more, but got {x.ndim}.")


@op
def _embedded(x: torch.Tensor) -> torch.Tensor:
    _rank("MatrixDiag", x, 1)
    return torch.diag_embed(x)


@op
def _taken(x: torch.Tensor) -> torch.Tensor:
    _rank("MatrixDiagPart", x, 2)
    return torch.diagonal(x, dim1=-2, dim2=-1)


@op
def _replaced(x: torch.Tensor, diagonal: torch.Tensor) -> torch.Tensor:
    _rank("MatrixSetDiag", x, 2)
    if x.dtype is not diagonal.dtype:
        raise TypeError(
            f"For 'MatrixSetDiag', 'diagonal' should have the dtype of 'x', {x.dtype}, but got {diagonal.dtype}."
        )
    shape = (*x.shape[:-2], min(x.shape[-2:]))
    if tuple(diagonal.shape) != shape:
        raise ValueError(
            f"For 'MatrixSetDiag', 'diagonal' should have shape {shape}, but got {tuple(diagonal.shape)}."
        )
    return torch.diagonal_scatter(x, diagonal, dim1=-2, dim2=-1)


class MatrixDiag(Cell):
    """(..., N) as the diagonals of (..., N, N)."""

    def construct(self, x: Tensor) -> Tensor:
        return _embedded(x)


class MatrixDiagPart(Cell):
    """The main diagonals of (..., M, N): (..., min(M, N))."""

    def construct(self, x: Tensor) -> Tensor:
        return _taken(x)


class MatrixSetDiag(Cell):
    """`x` (..., M, N) with its main diagonals replaced by `diagonal` (..., min(M, N)), of one dtype."""

    def construct(self, x: Tensor, diagonal: Tensor) -> Tensor:
        return _replaced(x, diagonal)


__all__ = ["MatrixDiag", "MatrixDiagPart", "MatrixSetDiag"]
