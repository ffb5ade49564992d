"""Inverses, determinants, decompositions, and linear solvers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common.device_gaps import on_host
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, TensorMethod, bindings
from msacc.ops.core.op import exported_names, op, with_name

if TYPE_CHECKING:
    import numpy as np


@bindings(
    TensorMethod("inverse"), MintFunction("inverse"), MintFunction("linalg.inv", own_name=True)
)
@op
def inverse(input: torch.Tensor) -> torch.Tensor:
    """The inverse of a matrix or of a stack of them.

    `input` is a float Tensor (…, N, N); the result has its shape and dtype.
    """
    return torch.linalg.inv(input)


@bindings(PrimitiveClass("MatrixInverse", settings={"adjoint": Setting(False, checks.boolean)}))
@op
def matrix_inverse(x: torch.Tensor, adjoint: bool = False) -> torch.Tensor:
    """The inverse of `x`, a Tensor (…, N, N) of floats or complex numbers, or that of its adjoint for `adjoint`.

    The result has the shape and dtype of `x`.
    """
    use_adjoint = check.boolean("MatrixInverse", "adjoint", adjoint)
    return torch.linalg.inv(x.mH if use_adjoint else x)


@op
def pinv(
    x: torch.Tensor,
    *,
    atol: torch.Tensor | float | np.number | None = None,
    rtol: torch.Tensor | float | np.number | None = None,
    hermitian: bool = False,
) -> torch.Tensor:
    """The pseudo-inverse of matrices.

    `x` is a float Tensor (…, N, M); the result is (…, M, N) of its dtype.
    `atol`, `rtol`: below which singular values are 0.
    `hermitian`: `x` is symmetric.
    """
    return torch.linalg.pinv(x, atol=atol, rtol=rtol, hermitian=hermitian)


@bindings(
    PrimitiveClass("MatrixDeterminant", inputs=("input",)),
    TensorMethod("det", "matrix_determinant"),
)
@op
def det(input: torch.Tensor) -> torch.Tensor:
    """The determinant of square matrices.

    `input` is a float Tensor (…, N, N); the result is (…) of its dtype.
    """
    if input.dtype is torch.float16:  # no kernel of torch's
        return torch.linalg.det(input.float()).to(input.dtype)
    return torch.linalg.det(input)


@bindings(TensorMethod("logdet"))
@op
def logdet(input: torch.Tensor) -> torch.Tensor:
    """The logarithm of the determinant.

    `input` is a float Tensor (…, N, N); the result is (…) of its dtype.
    """
    return torch.logdet(input)


@bindings(
    PrimitiveClass("LogMatrixDeterminant", inputs=("input",)),
    TensorMethod("slogdet", "log_matrix_determinant"),
)
@op
def slogdet(input: torch.Tensor) -> Any:
    """(sign of the determinant, logarithm of its absolute value) of `input`, a Tensor (…, N, N).

    It is of floats or complex numbers; the results are (…), the second real.
    """
    sign, value = torch.linalg.slogdet(input)
    return sign, value


@bindings(
    PrimitiveClass("MatrixPower", settings={"n": Setting(check=checks.integer)}),
    TensorMethod("matrix_power"),
)
@op
def matrix_power(input: torch.Tensor, n: int) -> torch.Tensor:
    """A square matrix times itself, `n` times.

    `input` is a float Tensor (…, N, N); the result has its shape and dtype. A negative `n` inverts.
    """
    return torch.linalg.matrix_power(input, n)


@bindings(PrimitiveClass("MatrixExp", inputs=("input",)))
@op
def matrix_exp(input: torch.Tensor) -> torch.Tensor:
    """The matrix exponential of square matrices.

    `input` is a float Tensor (…, N, N); the result has its shape and dtype.
    """
    return torch.linalg.matrix_exp(input)


@bindings(PrimitiveClass("MatrixSolve", settings={"adjoint": Setting(False, checks.boolean)}))
@op
def matrix_solve(matrix: torch.Tensor, rhs: torch.Tensor, adjoint: bool = False) -> torch.Tensor:
    """x with matrix @ x = rhs.

    `matrix` is a float Tensor (…, N, N), `rhs` (…, N, K); the result has the shape and dtype of
    `rhs`. `adjoint`: take the adjoint of `matrix`.
    """
    use_adjoint = check.boolean("MatrixSolve", "adjoint", adjoint)
    return torch.linalg.solve(matrix.mH if use_adjoint else matrix, rhs)


@bindings(
    PrimitiveClass("Cholesky", inputs=("input_x",), settings={"upper": Setting(False)}),
    TensorMethod("cholesky"),
)
@op
def cholesky(input_x: torch.Tensor, upper: bool = False) -> torch.Tensor:
    """The Cholesky factor, lower unless `upper`.

    `input_x` is a float Tensor (…, N, N); the result has its shape and dtype.
    """
    return torch.linalg.cholesky(input_x, upper=upper)


@bindings(
    PrimitiveClass("CholeskyInverse", inputs=("input_x",), settings={"upper": Setting(False)}),
    TensorMethod("cholesky_inverse"),
)
@op
def cholesky_inverse(input_x: torch.Tensor, upper: bool = False) -> torch.Tensor:
    """The inverse of a matrix given by its Cholesky factor.

    `input_x` is a float Tensor (…, N, N), the upper triangular factor for `upper`, else the lower; the result
    has its shape and dtype.
    """
    return torch.cholesky_inverse(input_x, upper)


@bindings(
    PrimitiveClass("CholeskySolve", settings={"upper": Setting(False, checks.boolean)}),
    TensorMethod("cholesky_solve"),
)
@op
def cholesky_solve(input: torch.Tensor, input2: torch.Tensor, upper: bool = False) -> torch.Tensor:
    """x with A @ x = input, A given by its Cholesky factor `input2`.

    `input` is a float Tensor (…, N, K), `input2` (…, N, N), the upper triangular factor for `upper`, else the
    lower; the result has the shape and dtype of `input`.
    """
    return torch.cholesky_solve(input, input2, upper)


@bindings(TensorMethod("svd"))
@op
def svd(input: torch.Tensor, full_matrices: bool = False, compute_uv: bool = True) -> Any:
    """(singular values, U, V), or the singular values alone.

    `input` is a float Tensor (…, N, M).
    `full_matrices`: square U and V.
    `compute_uv`: whether there are any.

    The results have its dtype.
    """
    if not compute_uv:
        return torch.linalg.svdvals(input)
    u, s, vh = torch.linalg.svd(input, full_matrices)
    return s, u, vh.mH


@bindings(
    PrimitiveClass(
        "Svd",
        inputs=("input",),
        settings={"full_matrices": Setting(False), "compute_uv": Setting(True)},
    )
)
@op
@with_name("Svd")
def svd_of(input: torch.Tensor, full_matrices: bool = False, compute_uv: bool = True) -> Any:
    """`svd`, always of three: U and V are one zero each where they are not computed.

    `input`: a Tensor (…, M, N) of floats or complex numbers.
    `full_matrices`: U and V are square.
    `compute_uv`: whether they are computed.
    """
    out = svd.raw(input, full_matrices, compute_uv)
    return out if compute_uv else (out, input.new_zeros(1), input.new_zeros(1))


@bindings(MintFunction("linalg.qr", A="input"))
@op
def qr(input: torch.Tensor, mode: str = "reduced") -> Any:
    """(Q, R); `mode` is 'reduced' or 'complete', another one a TypeError.

    `input` is a float Tensor (…, N, M); both results have its dtype.
    """
    if mode not in ("reduced", "complete"):
        raise TypeError(f"For 'qr', 'mode' must be 'reduced' or 'complete', but got {mode!r}.")
    q, r = torch.linalg.qr(input, mode)
    return q, r


@op
def eig(A: torch.Tensor) -> Any:
    """(eigenvalues, eigenvectors) of square matrices, complex.

    `A` is a float or complex Tensor (…, N, N); eigenvalues are (…, N), eigenvectors (…, N, N), in columns.
    """
    values, vectors = torch.linalg.eig(A)
    return values, vectors


@bindings(TensorMethod("eigvals"))
@op
def eigvals(A: torch.Tensor) -> torch.Tensor:
    """The eigenvalues of square matrices, complex.

    `A` is a float or complex Tensor (…, N, N); eigenvalues are (…, N).
    """
    return torch.linalg.eigvals(A)


@bindings(TensorMethod("lstsq"))
@op
def lstsq(input: torch.Tensor, A: torch.Tensor) -> torch.Tensor:
    """The least-squares solution x of input @ x = A.

    `input` is a float Tensor (M, N), `A` (M,) or (M, K); the result has its dtype.
    """
    if input.dtype is torch.float16:  # no kernel of torch's
        return least_squares(input.float(), A.float())[0].to(input.dtype)
    return least_squares(input, A)[0]


def least_squares(
    a: torch.Tensor, b: torch.Tensor, rcond: float | None = None, driver: str | None = None
) -> Any:
    """`torch.linalg.lstsq` as it is on a CPU: CUDA's one driver takes matrices of full rank alone."""
    return on_host(torch.linalg.lstsq, a, b, rcond, driver=driver)


matrix_determinant, log_matrix_determinant = det, slogdet

__all__ = exported_names(globals(), "least_squares", "svd_of")
