"""scipy.linalg: matrix decompositions and solvers. The ops compute; this module binds names."""

from msacc.module_aliases import refuse as _refuse
from msacc.ops.linalg.scipy_factors import block_diag as block_diag
from msacc.ops.linalg.scipy_factors import cho_factor as cho_factor
from msacc.ops.linalg.scipy_factors import cho_solve as cho_solve
from msacc.ops.linalg.scipy_factors import cholesky as cholesky
from msacc.ops.linalg.scipy_factors import det as det
from msacc.ops.linalg.scipy_factors import eigh as eigh
from msacc.ops.linalg.scipy_factors import inv as inv
from msacc.ops.linalg.scipy_factors import lu as lu
from msacc.ops.linalg.scipy_factors import lu_factor as lu_factor
from msacc.ops.linalg.scipy_factors import lu_solve as lu_solve
from msacc.ops.linalg.scipy_solving import lstsq as lstsq
from msacc.ops.linalg.scipy_solving import solve_triangular as solve_triangular

__getattr__ = _refuse("mindspore.scipy.linalg")
