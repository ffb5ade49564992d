"""Gradients of factorizations and distances."""

from __future__ import annotations

import torch

from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op


@bindings(PrimitiveClass("CholeskyGrad", module="ops.operations._grad_ops"))
@op
def cholesky_grad(x: torch.Tensor, grad: torch.Tensor) -> torch.Tensor:
    """The gradient by the matrix of which `x` is the lower Cholesky factor."""
    phi = (x.mH @ grad).tril()
    phi = phi - torch.diag_embed(phi.diagonal(dim1=-2, dim2=-1)) / 2
    left = torch.linalg.solve_triangular(x.mH, phi, upper=True)
    gradient = torch.linalg.solve_triangular(x, left, upper=False, left=False)
    return (gradient + gradient.mH) / 2


@bindings(
    PrimitiveClass(
        "LuUnpackGrad",
        settings={"L_grad_flag": Setting(), "U_grad_flag": Setting()},
        module="ops.operations._grad_ops",
    )
)
@op
def lu_unpack_grad(
    L_grad: torch.Tensor, U_grad: torch.Tensor, LU_data: torch.Tensor,
    L_grad_flag: bool = True, U_grad_flag: bool = True,
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """The part below the diagonal of `L_grad`, and on and above it of `U_grad`, each like `LU_data`.

    The flags say which gradient is wanted; both are given.
    """
    rows, columns = LU_data.shape[-2:]
    low, high = torch.zeros_like(LU_data), torch.zeros_like(LU_data)
    least = min(rows, columns)
    low[..., :, :least] = L_grad.tril(-1)
    high[..., :least, :] = U_grad.triu()
    return low, high
