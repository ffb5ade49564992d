"""Layers about the diagonals of matrices, batch dimensions first."""

from __future__ import annotations

from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops.linalg.diagonals import embed_diagonals, main_diagonals, set_main_diagonals


class MatrixDiag(Cell):
    """(..., N) as the diagonals of (..., N, N)."""

    def construct(self, x: Tensor) -> Tensor:
        return embed_diagonals(x)


class MatrixDiagPart(Cell):
    """The main diagonals of (..., M, N): (..., min(M, N))."""

    def construct(self, x: Tensor) -> Tensor:
        return main_diagonals(x)


class MatrixSetDiag(Cell):
    """`x` (..., M, N) with its main diagonals replaced by `diagonal` (..., min(M, N)), of one dtype."""

    def construct(self, x: Tensor, diagonal: Tensor) -> Tensor:
        return set_main_diagonals(x, diagonal)


__all__ = ["MatrixDiag", "MatrixDiagPart", "MatrixSetDiag"]
