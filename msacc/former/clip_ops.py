"""What clipping of gradients was made of, which steps of MindSpore 1.x map over gradients of their own."""

from __future__ import annotations

from msacc import Tensor, ops
from msacc import dtype as mstype

get_square_sum = ops.MultitypeFuncGraph("get_square_sum")
apply_global_norm = ops.MultitypeFuncGraph("apply_global_norm")


@get_square_sum.register("Tensor")
def _sum_of_squares(x: Tensor) -> Tensor:
    """Of shape (1,) in float32; added up in the dtype of `x`."""
    return ops.cast(ops.square(x).sum(), mstype.float32).reshape((1,))


@apply_global_norm.register("Tensor", "Tensor", "Tensor")
def _scaled(clip_norm: Tensor, global_norm: Tensor, x: Tensor) -> Tensor:
    """`x` times `clip_norm` over `global_norm`, in the dtype of `x`."""
    return ops.cast(ops.div(ops.mul(x, clip_norm), global_norm), x.dtype)
