"""Functions whose gradients DTensor does not know or gets wrong, computed on each process's shard.

Activations and pooling are independent along a sharded axis. Losses: DTensor takes the gradient of a fused mean as
that of the mean of each process's shard.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import Partial, Replicate

from msacc.sharding.dtensor_dispatch import (
    as_dtensor,
    from_local,
    redistribute,
    reduce_partial,
    replicated,
)

Fn = Callable[..., Any]


def on_local_shard(last: int) -> Fn:
    """Applies the function to the local shard of its first input, replicated along its `last` axes."""

    def call(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if kwargs.get("inplace") or (len(args) > 1 and args[-1] is True and not last):
            return func(*args, **kwargs)
        x = reduce_partial(as_dtensor(args[0]))
        placements = tuple(
            p if p.is_shard() and p.dim < x.ndim - last else Replicate() for p in x.placements
        )
        local_input = redistribute(x, placements).to_local(grad_placements=placements)
        result = func(local_input, *args[1:], **kwargs)
        if isinstance(result, tuple):
            return tuple(from_local(t, placements) for t in result)
        return from_local(result, placements)

    return call


def loss(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The element-wise loss, then its sum or mean."""
    reduction = kwargs.get("reduction", "mean")
    losses = func(*args, **{**kwargs, "reduction": "none"})
    if reduction == "none":
        return losses
    total = losses.sum()
    return total / losses.numel() if reduction == "mean" else total


def extremum(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`amax` and `amin`, whose gradient is split evenly among all elements that equal the extreme."""
    x = args[0]
    if not (x.requires_grad and torch.is_grad_enabled()):
        return func(*args, **kwargs)
    dims = args[1] if len(args) > 1 else kwargs.get("dim", ())
    keepdim = args[2] if len(args) > 2 else kwargs.get("keepdim", False)
    dims = tuple(range(x.ndim)) if dims in ((), []) else dims
    with torch.no_grad():
        extremes = reduce_partial(func(x, dims, True))
        is_extreme = x == extremes
        share = is_extreme / reduce_partial(is_extreme.sum(dims, keepdim=True))
    # An infinite element that is not the extreme must not be multiplied by a share of 0.
    return reduce_partial(
        (torch.where(is_extreme, x, 0.0) * share.to(x.dtype)).sum(dims, keepdim=keepdim)
    )


def by_sample(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Sharded by samples; other arguments are replicated, and their gradients are partial sums."""
    x = reduce_partial(as_dtensor(args[0]))
    placements = tuple(p if p.is_shard(0) else Replicate() for p in x.placements)
    grads = tuple(Partial() if p.is_shard() else p for p in placements)
    local_input = redistribute(x, placements).to_local(grad_placements=placements)

    def replicate(value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        return redistribute(reduce_partial(as_dtensor(value)), replicated()).to_local(
            grad_placements=grads
        )

    rest = [replicate(value) for value in args[1:]]
    return from_local(
        func(local_input, *rest, **{k: replicate(v) for k, v in kwargs.items()}), placements
    )


def embedding(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Each process looks up its indices in a table that all have; a table that is cut is left to DTensor."""
    ids, table = as_dtensor(args[0]), as_dtensor(args[1])
    if any(p.is_shard() for p in table.placements) or any(p.is_partial() for p in ids.placements):
        return func(*args, **kwargs)
    grads = tuple(Partial() if p.is_shard() else p for p in ids.placements)
    local_table = redistribute(table, replicated()).to_local(grad_placements=grads)
    return from_local(func(ids.to_local(), local_table, *args[2:], **kwargs), ids.placements)


def prelu(_: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Multiplies elements below 0 by a weight, one for each channel or for all."""
    x, weight = as_dtensor(args[0]), as_dtensor(args[1] if len(args) > 1 else kwargs["weight"])
    if weight.numel() > 1 and x.ndim > 1:
        weight = weight.reshape(-1, *[1] * (x.ndim - 2))
    return torch.where(x > 0, x, weight * x)


def root_mean_square(_: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`rms_norm` by a sum, which may run over a sharded axis."""
    names = ("input", "normalized_shape", "weight", "eps")
    x, shape, weight, epsilon = (
        {**dict(zip(names, args, strict=False)), **kwargs}[name] for name in names
    )
    x, weight = as_dtensor(x), as_dtensor(weight)
    wide = x if x.dtype in (torch.float32, torch.float64) else x.float()
    axes = tuple(range(x.ndim - len(shape), x.ndim))
    mean = (wide * wide).sum(axes, keepdim=True) / math.prod(shape)
    return (wide * torch.rsqrt(mean + epsilon) * weight).to(x.dtype)


def multilabel_soft_margin(_: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`multilabel_soft_margin_loss`: the mean over the classes of each sample."""
    x, target = as_dtensor(args[0]), as_dtensor(args[1])
    weight = args[2] if len(args) > 2 else kwargs.get("weight")
    log_sigmoid = on_local_shard(0)
    losses = -(
        target * log_sigmoid(F.logsigmoid, (x,), {})
        + (1 - target) * log_sigmoid(F.logsigmoid, (-x,), {})
    )
    losses = (losses if weight is None else losses * weight).sum(-1) / x.shape[-1]
    reduction = kwargs.get("reduction", "mean")
    if reduction == "none":
        return losses
    return losses.sum() / losses.numel() if reduction == "mean" else losses.sum()


_ACTIVATIONS = (F.hardtanh, F.relu6, F.hardswish, F.hardsigmoid, F.hardshrink, F.softshrink, F.logsigmoid,
                torch.hardshrink)  # fmt: skip
_POOLS: dict[int, tuple[Fn, ...]] = {
    1: (
        F.avg_pool1d,
        F.adaptive_avg_pool1d,
        F.lp_pool1d,
        F.adaptive_max_pool1d,
        F.adaptive_max_pool1d_with_indices,
        torch.adaptive_max_pool1d,
    ),
    2: (
        F.avg_pool2d,
        F.adaptive_avg_pool2d,
        F.lp_pool2d,
        F.adaptive_max_pool2d,
        F.adaptive_max_pool2d_with_indices,
    ),
    3: (
        F.avg_pool3d,
        F.adaptive_avg_pool3d,
        F.max_pool3d,
        torch.max_pool3d,
        F.max_pool3d_with_indices,
        F.adaptive_max_pool3d,
        F.adaptive_max_pool3d_with_indices,
    ),
}
_LOSSES = (F.mse_loss, F.smooth_l1_loss, F.huber_loss, F.soft_margin_loss)
RULES: dict[Any, Any] = {
    **dict.fromkeys(_ACTIVATIONS, on_local_shard(0)),
    **{pool: on_local_shard(last) for last, pools in _POOLS.items() for pool in pools},
    **dict.fromkeys(_LOSSES, loss),
    **dict.fromkeys((torch.amin, torch.Tensor.amin, torch.amax, torch.Tensor.amax), extremum),
    **dict.fromkeys((torch.group_norm, F.group_norm), by_sample),
    **dict.fromkeys((torch.prelu, F.prelu), prelu),
    F.multilabel_soft_margin_loss: multilabel_soft_margin,
    F.rms_norm: root_mean_square,
    F.embedding: embedding,
}
