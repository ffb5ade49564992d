"""Matrix products on sharded tensors: each process multiplies its shards.

DTensor knows products of at most three axes, weighs every combination before it takes one, and folds batches of
matrices into placements that few rules know. Here axes have labels as in an einsum: an axis of the grid shards rows
("i"), columns ("j"), the contracted axis ("k"), or one of the batch axes (by number).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import Partial, Replicate, Shard

from msacc.sharding.dtensor_dispatch import as_dtensor, from_local, redistribute, reduce_partial
from msacc.sharding.strategy_state import sharding

Label = int | str | None


def product(func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`matmul`, `mm` and `bmm`."""
    x, y = args[:2] if len(args) == 2 else (*args, *kwargs.values())
    if min(x.ndim, y.ndim) < 2:
        return func(*args, **kwargs)
    x, y = reduce_partial(as_dtensor(x)), reduce_partial(as_dtensor(y))
    batch_axes = max(x.ndim, y.ndim) - 2
    x_axes, y_axes = _label_axes(x, batch_axes, "i", "k"), _label_axes(y, batch_axes, "k", "j")
    labels = _sharded_labels(x, y, x_axes, y_axes)
    placements = [_result_placement(label, batch_axes) for label in labels]
    return from_local(
        torch.matmul(_local_operand(x, x_axes, labels), _local_operand(y, y_axes, labels)),
        tuple(placements),
    )


def linear(func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The product with the transposed weight, plus the bias."""
    arguments = dict(zip(("input", "weight", "bias"), args, strict=False)) | kwargs
    if arguments["input"].ndim < 2 or arguments["weight"].ndim < 2:
        return func(*args, **kwargs)
    out = product(torch.matmul, (arguments["input"], as_dtensor(arguments["weight"]).mT), {})
    bias = arguments.get("bias")
    return out if bias is None else reduce_partial(out) + as_dtensor(bias)


def _label_axes(t: torch.Tensor, batch_axes: int, *last: str) -> dict[Label, int]:
    """The axis of `t` for each label; batch axes of one element broadcast and have no label."""
    own_batch = t.ndim - 2
    axes: dict[Label, int] = {
        batch_axes - own_batch + i: i for i in range(own_batch) if t.shape[i] != 1
    }
    return {**axes, last[0]: own_batch, last[1]: own_batch + 1}


def _sharded_labels(
    x: torch.Tensor, y: Any, x_axes: dict[Label, int], y_axes: dict[Label, int]
) -> list[Label]:
    """The label that each grid axis shards: where the inputs differ, that of the larger one."""
    pairs = zip(_labels_of(x, x_axes), _labels_of(y, y_axes), strict=True)
    larger = x.numel() >= y.numel()
    labels = [(a if larger else b) if a is not None and b is not None else (b if a is None else a)
             for a, b in pairs]  # fmt: skip
    for label in {label for label in labels if label is not None}:
        shards = 1
        for n, other in zip(sharding.grid, labels, strict=True):
            shards *= n if other == label else 1
        size = x.shape[x_axes[label]] if label in x_axes else y.shape[y_axes[label]]
        if size % shards:
            labels = [None if other == label else other for other in labels]
    return labels


def _labels_of(t: Any, axes: dict[Label, int]) -> list[Label]:
    names = {axis: label for label, axis in axes.items()}
    return [names.get(p.dim) if p.is_shard() else None for p in t.placements]


def _local_operand(t: torch.Tensor, axes: dict[Label, int], labels: list[Label]) -> torch.Tensor:
    """The local shard. An input without a label is replicated there, and its gradient a partial sum."""
    placements = tuple(Shard(axes[label]) if label in axes else Replicate() for label in labels)
    is_missing = [label is not None and label not in axes for label in labels]
    grads = tuple(
        Partial() if missing else p for p, missing in zip(placements, is_missing, strict=True)
    )
    local: torch.Tensor = redistribute(t, placements).to_local(grad_placements=grads)
    return local


def _result_placement(label: Label, batch_axes: int) -> Any:
    if label is None:
        return Replicate()
    if label == "k":
        return Partial()
    return Shard(label if isinstance(label, int) else batch_axes + "ij".index(label))


RULES: dict[Any, Any] = {
    **dict.fromkeys((torch.matmul, torch.mm, torch.bmm, torch.Tensor.matmul), product),
    **dict.fromkeys((torch.Tensor.mm, torch.Tensor.bmm, torch.Tensor.__matmul__), product),
    F.linear: linear,
}
