"""Gradients of indexing ops: the gradient is scattered back to the positions that were read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op
from msacc.ops.core.tensor_conversion import Tensors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.tensor import Tensor


@bindings(PrimitiveClass("FlattenGrad", module="ops.operations._grad_ops"))
@op
def flatten_grad(x: torch.Tensor, shape: Sequence[int]) -> torch.Tensor:
    """x in the shape that was flattened."""
    return x.reshape([int(n) for n in shape])


@bindings(PrimitiveClass("SliceGrad", module="ops.operations._grad_ops"))
@op
def slice_grad(
    dy: torch.Tensor, x: torch.Tensor, begin: Sequence[int], size: Sequence[int]
) -> torch.Tensor:
    """dy at the place from `begin` of zeros like x."""
    slices = tuple(
        slice(int(b), x.shape[i] if int(n) < 0 else int(b) + int(n))
        for i, (b, n) in enumerate(zip(begin, size, strict=False))
    )
    gradient = torch.zeros(x.shape, dtype=dy.dtype, device=dy.device)
    gradient[slices] = dy
    return gradient


@op
def concat_offset(input_x: Tensors, axis: int = 0) -> torch.Tensor:
    """The offset of each Tensor in Concat's result: Int64 of shape (count, rank)."""
    dim, begin = axis % max(input_x[0].dim(), 1), 0
    rows = []
    for x in input_x:
        rows.append([begin if i == dim else 0 for i in range(x.dim())])
        begin += x.shape[dim]
    return torch.tensor(rows, dtype=torch.int64)


@bindings(PrimitiveClass("GatherDGradV2", module="ops.operations._grad_ops"))
@op
def gather_d_grad(
    x: torch.Tensor, dim: int, index: torch.Tensor, dout: torch.Tensor
) -> torch.Tensor:
    """dout added at the positions `index` along `dim` of zeros like x."""
    return torch.zeros_like(x).scatter_add(dim, index.long(), dout)


@bindings(PrimitiveClass("MaskedSelectGrad", module="ops.operations._grad_ops"))
@op
def masked_select_grad(input: torch.Tensor, mask: torch.Tensor, grad: torch.Tensor) -> torch.Tensor:
    """grad at the positions of zeros like input where the mask is set; summed where input was broadcast."""
    wide = torch.broadcast_shapes(input.shape, mask.shape)
    zeros = torch.zeros(wide, dtype=grad.dtype, device=grad.device)
    gradient = zeros.masked_scatter(mask.expand(wide), grad)
    return gradient.sum_to_size(input.shape)


@bindings(PrimitiveClass("TraceGrad", module="ops.operations._grad_ops"))
@op
def trace_grad(y_grad: torch.Tensor, x_shape: Sequence[int]) -> torch.Tensor:
    """y_grad on the diagonal of zeros of shape `x_shape`."""
    rows, columns = (int(n) for n in x_shape)
    return torch.eye(rows, columns, dtype=y_grad.dtype, device=y_grad.device) * y_grad


@bindings(
    PrimitiveClass(
        "NLLLossGrad",
        settings={"reduction": Setting("mean"), "ignore_index": Setting(-100)},
        module="ops.operations._grad_ops",
    )
)
@op
def nll_loss_grad(
    logits: torch.Tensor, loss_grad: torch.Tensor, labels: torch.Tensor, weight: torch.Tensor,
    total_weight: torch.Tensor, reduction: str = "mean", ignore_index: int = -100,
) -> torch.Tensor:  # fmt: skip
    """-weight * loss_grad at the labels of zeros like logits; of the mean, over the `total_weight` NLLLoss gave.

    `logits`: floats (N, C), whose shape and dtype the result has; `labels`: integers (N,); `weight`: floats
    (C,). `loss_grad`: a scalar, (N,) for the `reduction` 'none'; labels that are `ignore_index` give 0.
    """
    classes = labels.long()
    valid = classes != ignore_index
    safe = torch.where(valid, classes, 0)
    weighted = -weight[safe] * loss_grad
    weighted = weighted / total_weight if reduction == "mean" else weighted
    weighted = torch.where(valid, weighted, torch.zeros_like(weighted)).to(logits.dtype)
    return torch.zeros_like(logits).scatter(-1, safe.unsqueeze(-1), weighted.unsqueeze(-1))


@bindings(
    PrimitiveClass(
        "MedianGrad",
        settings={"global_median": Setting(False), "axis": Setting(0), "keep_dims": Setting(False)},
        module="ops.operations._grad_ops",
    )
)
@op
def median_grad(
    y_grad: torch.Tensor, x: torch.Tensor, y: torch.Tensor, indices: torch.Tensor,
    global_median: bool = False, axis: int = 0, keep_dims: bool = False,
) -> torch.Tensor:  # fmt: skip
    """y_grad at the positions of the medians; that of all values is shared by those equal to it."""
    if global_median:
        same = (x == y).to(x.dtype)
        return same * y_grad / same.sum()
    if not keep_dims and y_grad.dim() < x.dim():
        y_grad, indices = y_grad.unsqueeze(axis), indices.unsqueeze(axis)
    return torch.zeros_like(x).scatter_add(axis, indices.long(), y_grad)


def before_padding(shape: Sequence[int], paddings: Tensor, contiguous: bool) -> list[int]:
    """The shape that PadV3 made `shape` of: pairs of paddings from the last axis on, or all begins, then all ends."""
    flat = [int(n) for n in paddings]
    count = len(flat) // 2
    pairs = (
        list(zip(flat[::2], flat[1::2], strict=False))
        if contiguous
        else list(zip(flat[:count], flat[count:], strict=False))
    )
    sizes = list(shape)
    for i, (first, last) in enumerate(pairs):
        sizes[len(sizes) - 1 - i] -= first + last
    return sizes


def before_mirroring(shape: Sequence[int], paddings: Any) -> list[int]:
    """The shape that MirrorPad made `shape` of: a pair of paddings for each axis."""
    return [n - int(pair[0]) - int(pair[1]) for n, pair in zip(shape, paddings, strict=False)]
