# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.ops.linalg.norms import norm as norm
from typing import Any
def inv(input: Tensor) -> Tensor:
    """The inverse of a matrix or of a stack of them.

    `input` is a float Tensor (…, N, N); the result has its shape and dtype.
    """
def matrix_norm(A: Tensor, ord: Any = 'fro', dim: Any = (-2, -1), keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The matrix norm of order `ord` over a pair of dimensions.

    A: floats. ord: ±1, ±2, ±inf, 'fro' or 'nuc'. dim: the dimensions of rows and columns. keepdim: keep them
    with size 1. dtype: cast to first. Raises TypeError for an `dim` that is no tuple, ValueError for one of
    another length or of one dimension twice and for another `ord`.
    """
def qr(A: Tensor, mode: str = 'reduced') -> Any:
    """(Q, R); `mode` is 'reduced' or 'complete', another one a TypeError.

    `A` is a float Tensor (…, N, M); both results have its dtype.
    """
def vector_norm(x: Tensor, ord: Any = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The vector norm of order `ord`.

    `x` is a float Tensor, `dim` an int or a tuple of ints, None for all; the result has its dtype,
    or `dtype`, and its shape without those, or with length 1 there for `keepdim`.
    """
