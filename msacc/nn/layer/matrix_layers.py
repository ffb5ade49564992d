"""Layers about the diagonals of matrices, batch dimensions first."""

from __future__ import annotations

from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer, holds
from msacc.ops.linalg.diagonals import embed_diagonals, main_diagonals, set_main_diagonals


@holds("dtype")
class MatrixDiag(Layer):
    """(..., N) as the diagonals of (..., N, N).

    Called with a Tensor of numbers; the result has its dtype.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return embed_diagonals(input_x)


@holds("dtype")
class MatrixDiagPart(Layer):
    """The main diagonals of (..., M, N): (..., min(M, N)).

    Called with a Tensor of numbers; the result has its dtype.
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor) -> Tensor:
        return main_diagonals(input_x)


@holds("dtype")
class MatrixSetDiag(Layer):
    """`input_x` (..., M, N) with its main diagonals replaced by `diagonal` (..., min(M, N)), of one dtype."""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input_x: Tensor, diagonal: Tensor) -> Tensor:
        return set_main_diagonals(input_x, diagonal)


__all__ = ["MatrixDiag", "MatrixDiagPart", "MatrixSetDiag"]
