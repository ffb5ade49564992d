"""First and second gradients of the maximum and the minimum of two tensors."""

from __future__ import annotations

import torch

from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op


@bindings(
    PrimitiveClass(
        "MaximumGrad",
        settings={"grad_x": Setting(True), "grad_y": Setting(True)},
        module="ops.operations._grad_ops",
    )
)
@op
def maximum_grad(
    x: torch.Tensor, y: torch.Tensor, grads: torch.Tensor, grad_x: bool = True, grad_y: bool = True
) -> tuple[torch.Tensor, ...]:
    """`grads` given to the larger of x and y, half to each where they are equal; summed where one was broadcast.

    `x`, `y`: numbers whose shapes broadcast, `grads` of the common shape; the results have the shapes of `x`
    and `y`. `grad_x` and `grad_y` say which gradient is wanted; both are given.
    """
    return _split_gradient(x > y, x, y, grads)


@bindings(
    PrimitiveClass(
        "MinimumGrad",
        settings={"grad_x": Setting(True), "grad_y": Setting(True)},
        module="ops.operations._grad_ops",
    )
)
@op
def minimum_grad(
    x1: torch.Tensor,
    x2: torch.Tensor,
    grads: torch.Tensor,
    grad_x: bool = True,
    grad_y: bool = True,
) -> tuple[torch.Tensor, ...]:
    """`grads` given to the smaller of x1 and x2, half to each where they are equal; summed where one was
    broadcast.

    `x1`, `x2`: numbers whose shapes broadcast, `grads` of the common shape; the results have the shapes of `x1`
    and `x2`. `grad_x` and `grad_y` say which gradient is wanted; both are given.
    """
    return _split_gradient(x1 < x2, x1, x2, grads)


def _split_gradient(
    first: torch.Tensor, x: torch.Tensor, y: torch.Tensor, grads: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    zero, half = torch.zeros_like(grads), (grads / 2).to(grads.dtype)
    dx = torch.where(x == y, half, torch.where(first, grads, zero))
    dy = torch.where(x == y, half, torch.where(first, zero, grads))
    return dx.sum_to_size(x.shape), dy.sum_to_size(y.shape)


@bindings(
    PrimitiveClass(
        "MaximumGradGrad",
        settings={"grad_x": Setting(True), "grad_y": Setting(True)},
        module="ops.operations._grad_ops",
    )
)
@op
def maximum_grad_grad(
    x: torch.Tensor, y: torch.Tensor, dx: torch.Tensor, dy: torch.Tensor,
    grad_x: bool = True, grad_y: bool = True,
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """The gradients of `maximum_grad`: zeros for x and y, and of dx and dy that of the larger one.

    All are numbers of one shape. `grad_x` and `grad_y` are not read.
    """
    return torch.zeros_like(x), torch.zeros_like(y), torch.where(x >= y, dx, dy)


@bindings(PrimitiveClass("MinimumGradGrad", module="ops.operations._grad_ops"))
@op
def minimum_grad_grad(
    x1: torch.Tensor, x2: torch.Tensor, grad_y1: torch.Tensor, grad_y2: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    """The gradients of `minimum_grad`: zeros for x1 and x2, and the gradient of the smaller one."""
    return torch.zeros_like(x1), torch.zeros_like(x2), torch.where(x1 <= x2, grad_y1, grad_y2)
