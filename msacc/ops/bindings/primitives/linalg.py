"""Primitives of matrices: products, norms, factorizations, diagonals."""

from __future__ import annotations

import inspect
from typing import Any

from msacc.ops.core.primitive import Primitive, declared, primitive
from msacc.ops.linalg import diagonals, norms, solving
from msacc.ops.linalg import factorizations as fa
from msacc.ops.linalg import products as la

_required = inspect.Parameter.empty

# -- products and norms -----------------------------------------------------------------------
Ger = primitive("Ger", la.outer)
Trace = primitive("Trace", la.trace)
L2Loss = primitive("L2Loss", norms.l2_loss)
MatMul = primitive("MatMul", la.mat_mul, transpose_a=False, transpose_b=False)
BatchMatMul = primitive("BatchMatMul", la.batch_mat_mul, transpose_a=False, transpose_b=False)
Cdist = primitive("Cdist", norms.cdist, p=2.0)
Pdist = primitive("Pdist", norms.pdist, p=2.0)
Renorm = primitive(
    "Renorm", norms.renorm, _to={"dim": "axis"}, p=_required, dim=_required, maxnorm=_required
)
NuclearNorm = primitive("NuclearNorm", fa.nuclear_norm, dim=None, keepdim=False)
EuclideanNorm = primitive("EuclideanNorm", fa.euclidean_norm, keep_dims=False)
Cross = primitive("Cross", fa.cross_of, dim=fa.ANY_DIM)


class Einsum(Primitive):
    """`Einsum(equation)((a, b, …))`."""

    def __init__(self, equation: str):
        super().__init__("Einsum")
        self.equation = equation

    def construct(self, *operands: object) -> object:
        return la.einsum(self.equation, *operands)


# -- solving ----------------------------------------------------------------------------------
MatrixDeterminant = primitive("MatrixDeterminant", solving.det)
LogMatrixDeterminant = primitive("LogMatrixDeterminant", solving.slogdet)
MatrixExp = primitive("MatrixExp", solving.matrix_exp)
MatrixInverse = primitive("MatrixInverse", solving.matrix_inverse, adjoint=False)
MatrixSolve = primitive("MatrixSolve", solving.matrix_solve, adjoint=False)
MatrixPower = primitive("MatrixPower", solving.matrix_power, n=_required)
Cholesky = primitive("Cholesky", solving.cholesky, upper=False)
CholeskyInverse = primitive("CholeskyInverse", solving.cholesky_inverse, upper=False)
CholeskySolve = primitive("CholeskySolve", solving.cholesky_solve, upper=False)
Svd = primitive("Svd", solving.svd_of, full_matrices=False, compute_uv=True)
MatrixTriangularSolve = primitive(
    "MatrixTriangularSolve", fa.matrix_triangular_solve, lower=True, adjoint=False
)
LuSolve = primitive("LuSolve", fa.lu_solve)


class Lstsq(Primitive):
    """`Lstsq(fast, l2_regularizer)(x, a)`: the least squares (or least norm) solution of x · solution = a.

    Raises TypeError for a `fast` other than True or a regularizer other than 0, as MindSpore does.
    """

    def __init__(self, fast: bool = True, l2_regularizer: float = 0.0):
        super().__init__("Lstsq")
        for name, value, only in (("fast", fast, True), ("l2_regularizer", l2_regularizer, 0.0)):
            if value != only:
                raise TypeError(f"For 'Lstsq', {name!r} should be {only!r}, but got {value!r}.")

    def construct(self, x: Any, a: Any) -> Any:
        return solving.lstsq(x, a)


# -- factorizations ---------------------------------------------------------------------------
Geqrf = primitive("Geqrf", fa.geqrf)
Orgqr = primitive("Orgqr", fa.orgqr)
Ormqr = primitive("Ormqr", fa.ormqr, left=True, transpose=False)
LuUnpack = primitive("LuUnpack", fa.lu_unpack, unpack_data=True, unpack_pivots=True)
Qr = primitive("Qr", fa.qr_of, full_matrices=False)
Eig = primitive("Eig", fa.eig_of, compute_v=False)

# -- diagonals --------------------------------------------------------------------------------
MatrixDiagV3 = primitive("MatrixDiagV3", diagonals.matrix_diag, align="RIGHT_LEFT")
MatrixDiagPartV3 = primitive("MatrixDiagPartV3", diagonals.matrix_diag_part, align="RIGHT_LEFT")
MatrixSetDiagV3 = primitive("MatrixSetDiagV3", diagonals.matrix_set_diag, align="RIGHT_LEFT")

__all__ = declared(globals())
