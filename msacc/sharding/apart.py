"""Functions whose gradients torch's DTensor does not know, or gets wrong, though each process could take its own.

Activations and pooling: what lies along an axis that is cut does not see what lies beside it. Losses: DTensor takes the
gradient of a fused mean as that of the mean of each process's part.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import Replicate

from msacc.sharding.engine import from_local, laid, summed, to

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


def amin(func: Fn, args: Any, kwargs: Any) -> Any:
    """DTensor takes the gradient of a smallest element from the process's own part."""
    return -torch.amax(-args[0], *args[1:], **kwargs)


_ACTIVATIONS = (F.hardtanh, F.relu6, F.hardswish, F.hardsigmoid, F.hardshrink, F.softshrink, F.logsigmoid,
                torch.hardshrink)  # fmt: skip
_POOLS: dict[int, tuple[Fn, ...]] = {
    1: (F.avg_pool1d, F.adaptive_avg_pool1d, F.lp_pool1d),
    2: (F.avg_pool2d, F.adaptive_avg_pool2d, F.lp_pool2d),
    3: (F.avg_pool3d, F.adaptive_avg_pool3d),
}
_LOSSES = (F.mse_loss, F.smooth_l1_loss, F.huber_loss, F.soft_margin_loss, F.multilabel_soft_margin_loss)  # fmt: skip
RULES: dict[Any, Any] = {
    **dict.fromkeys(_ACTIVATIONS, by_itself(0)),
    **{pool: by_itself(last) for last, pools in _POOLS.items() for pool in pools},
    **dict.fromkeys(_LOSSES, loss),
    **dict.fromkeys((torch.amin, torch.Tensor.amin), amin),
}
