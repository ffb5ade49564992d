"""Layers about the diagonals of matrices, batch dimensions first."""

from __future__ import annotations

from msacc.common.tensor import Tensor
from msacc.nn.layer.held import Layer, holds
from msacc.ops.linalg.diagonals import embed_diagonals, main_diagonals, set_main_diagonals


@holds("dtype")
class MatrixDiag(Layer):
    """(..., N) as the diagonals of (..., N, N)."""

    def construct(self, x: Tensor) -> Tensor:
        return embed_diagonals(x)


@holds("dtype")
class MatrixDiagPart(Layer):
    """The main diagonals of (..., M, N): (..., min(M, N))."""

    def construct(self, x: Tensor) -> Tensor:
        return main_diagonals(x)


@holds("dtype")
class MatrixSetDiag(Layer):
    """`x` (..., M, N) with its main diagonals replaced by `diagonal` (..., min(M, N)), of one dtype."""

    def construct(self, x: Tensor, diagonal: Tensor) -> Tensor:
        return set_main_diagonals(x, diagonal)


__all__ = ["MatrixDiag", "MatrixDiagPart", "MatrixSetDiag"]
