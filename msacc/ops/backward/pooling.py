"""Gradients of max pools, by the indices of the maxima."""

from __future__ import annotations

from typing import Any

import torch

from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op


@op
def largest_grad(
    x: torch.Tensor, grad: torch.Tensor, argmax: torch.Tensor, dims: int
) -> torch.Tensor:
    """grad added at the flat positions `argmax` of zeros like x, whose last `dims` axes were pooled."""
    zeros = torch.zeros(x.shape, dtype=grad.dtype, device=grad.device).flatten(-dims)
    gradient = zeros.scatter_add(-1, argmax.long().flatten(-dims), grad.flatten(-dims))
    return gradient.reshape(x.shape)


@op
def at_largest(grad: torch.Tensor, argmax: torch.Tensor, dims: int) -> torch.Tensor:
    """The values of grad at the flat positions `argmax` of its last `dims` axes."""
    return grad.flatten(-dims).gather(-1, argmax.long().flatten(-dims)).reshape(argmax.shape)


@bindings(
    PrimitiveClass(
        "FractionalAvgPoolGrad",
        settings={"overlapping": Setting(False)},
        module="ops.operations._grad_ops",
    )
)
@op
def regions_mean_grad(
    orig_input_tensor_shape: Any, out_backprop: torch.Tensor, row_pooling_sequence: torch.Tensor,
    col_pooling_sequence: torch.Tensor, overlapping: bool = False,
) -> torch.Tensor:  # fmt: skip
    """The gradient of FractionalAvgPool: each of a region, cut (N, H, W, C), gets its share of the output gradient."""
    shape = [int(n) for n in orig_input_tensor_shape]
    gradient = torch.zeros(shape, dtype=out_backprop.dtype, device=out_backprop.device)
    for i, rows in enumerate(_regions(row_pooling_sequence, shape[1], overlapping)):
        for j, columns in enumerate(_regions(col_pooling_sequence, shape[2], overlapping)):
            part = gradient[:, rows, columns]
            share = out_backprop[:, i, j] / (part.shape[1] * part.shape[2])
            part += share[:, None, None]
    return gradient


@bindings(
    PrimitiveClass(
        "FractionalMaxPoolGrad",
        settings={"overlapping": Setting(False)},
        module="ops.operations._grad_ops",
    )
)
@op
def regions_largest_grad(
    orig_input: torch.Tensor, orig_output: torch.Tensor, out_backprop: torch.Tensor,
    row_pooling_sequence: torch.Tensor, col_pooling_sequence: torch.Tensor, overlapping: bool = False,
) -> torch.Tensor:  # fmt: skip
    """The gradient of FractionalMaxPool: the first largest of a region, cut (N, H, W, C), gets the output gradient."""
    gradient = torch.zeros_like(orig_input)
    _, height, width, _ = orig_input.shape
    for i, rows in enumerate(_regions(row_pooling_sequence, height, overlapping)):
        for j, columns in enumerate(_regions(col_pooling_sequence, width, overlapping)):
            region = orig_input[:, rows, columns].flatten(1, 2)
            position = region.argmax(1, keepdim=True)
            contribution = torch.zeros_like(region).scatter(
                1, position, out_backprop[:, i, j].unsqueeze(1)
            )
            part = gradient[:, rows, columns]
            part += contribution.reshape(part.shape)
    return gradient


def _regions(sequence: torch.Tensor, length: int, overlapping: bool) -> list[slice]:
    """The regions between the positions of a sequence; an overlapping one takes the first of the next."""
    ends = [int(n) for n in sequence]
    more = 1 if overlapping else 0
    return [slice(a, min(b + more, length)) for a, b in zip(ends, ends[1:], strict=False)]
