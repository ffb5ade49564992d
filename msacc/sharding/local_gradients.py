"""Functions whose gradients torch's DTensor does not know, or gets wrong, though each process could take its own.

Activations and pooling: what lies along an axis that is cut does not see what lies beside it. Losses: DTensor takes the
gradient of a fused mean as that of the mean of each process's part.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import Partial, Replicate

from msacc.sharding.dtensor_dispatch import from_local, laid, summed, to, whole_placements

Fn = Callable[..., Any]


def by_itself(last: int) -> Fn:
    """Of the first input as it is cut, but whole along its last axes, `last` of them."""

    def call(func: Fn, args: Any, kwargs: Any) -> Any:
        if kwargs.get("inplace") or (len(args) > 1 and args[-1] is True and not last):
            return func(*args, **kwargs)
        x = summed(laid(args[0]))
        where = tuple(
            p if p.is_shard() and p.dim < x.ndim - last else Replicate() for p in x.placements
        )
        own = to(x, where).to_local(grad_placements=where)
        found = func(own, *args[1:], **kwargs)
        if isinstance(found, tuple):
            return tuple(from_local(t, where) for t in found)
        return from_local(found, where)

    return call


def loss(func: Fn, args: Any, kwargs: Any) -> Any:
    """A loss by its elements; then their sum, or mean."""
    how = kwargs.get("reduction", "mean")
    each = func(*args, **{**kwargs, "reduction": "none"})
    if how == "none":
        return each
    total = each.sum()
    return total / each.numel() if how == "mean" else total


def extreme(func: Fn, args: Any, kwargs: Any) -> Any:
    """`amax` and `amin`, whose gradient goes to all elements that are the largest in equal parts."""
    x = args[0]
    if not (x.requires_grad and torch.is_grad_enabled()):
        return func(*args, **kwargs)
    dims = args[1] if len(args) > 1 else kwargs.get("dim", ())
    keep = args[2] if len(args) > 2 else kwargs.get("keepdim", False)
    dims = tuple(range(x.ndim)) if dims in ((), []) else dims
    with torch.no_grad():
        found = summed(func(x, dims, True))
        those = x == found
        share = those / summed(those.sum(dims, keepdim=True))
    # Infinite elements that are not chosen must not meet a share of 0.
    return summed((torch.where(those, x, 0.0) * share.to(x.dtype)).sum(dims, keepdim=keep))


def samples(func: Fn, args: Any, kwargs: Any) -> Any:
    """By samples; what else the function is given is whole on each process, and its gradient a sum."""
    x = summed(laid(args[0]))
    where = tuple(p if p.is_shard(0) else Replicate() for p in x.placements)
    grads = tuple(Partial() if p.is_shard() else p for p in where)
    own = to(x, where).to_local(grad_placements=where)

    def whole(value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        return to(summed(laid(value)), whole_placements()).to_local(grad_placements=grads)

    rest = [whole(value) for value in args[1:]]
    return from_local(func(own, *rest, **{k: whole(v) for k, v in kwargs.items()}), where)


def prelu(_: Fn, args: Any, kwargs: Any) -> Any:
    """Elements below 0 times a weight, one for each channel or for all."""
    x, weight = laid(args[0]), laid(args[1] if len(args) > 1 else kwargs["weight"])
    if weight.numel() > 1 and x.ndim > 1:
        weight = weight.reshape(-1, *[1] * (x.ndim - 2))
    return torch.where(x > 0, x, weight * x)


def root_mean_square(_: Fn, args: Any, kwargs: Any) -> Any:
    """`rms_norm` by a sum, which may run over a cut dimension."""
    names = ("input", "normalized_shape", "weight", "eps")
    x, shape, weight, epsilon = (
        {**dict(zip(names, args, strict=False)), **kwargs}[name] for name in names
    )
    x, weight = laid(x), laid(weight)
    wide = x if x.dtype in (torch.float32, torch.float64) else x.float()
    axes = tuple(range(x.ndim - len(shape), x.ndim))
    mean = (wide * wide).sum(axes, keepdim=True) / math.prod(shape)
    return (wide * torch.rsqrt(mean + epsilon) * weight).to(x.dtype)


def of_labels(_: Fn, args: Any, kwargs: Any) -> Any:
    """`multilabel_soft_margin_loss`: the mean over the classes of each sample."""
    x, target = laid(args[0]), laid(args[1])
    weight = args[2] if len(args) > 2 else kwargs.get("weight")
    log = by_itself(0)
    each = -(target * log(F.logsigmoid, (x,), {}) + (1 - target) * log(F.logsigmoid, (-x,), {}))
    each = (each if weight is None else each * weight).sum(-1) / x.shape[-1]
    how = kwargs.get("reduction", "mean")
    if how == "none":
        return each
    return each.sum() / each.numel() if how == "mean" else each.sum()


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
    **dict.fromkeys(_ACTIVATIONS, by_itself(0)),
    **{pool: by_itself(last) for last, pools in _POOLS.items() for pool in pools},
    **dict.fromkeys(_LOSSES, loss),
    **dict.fromkeys((torch.amin, torch.Tensor.amin, torch.amax, torch.Tensor.amax), extreme),
    **dict.fromkeys((torch.group_norm, F.group_norm), samples),
    **dict.fromkeys((torch.prelu, F.prelu), prelu),
    F.multilabel_soft_margin_loss: of_labels,
    F.rms_norm: root_mean_square,
}
