"""Attention over samples and heads that are sharded: each process computes its own.

DTensor has no rule for the gradient of the CPU's kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch.distributed.tensor import Partial, Replicate, Shard

from msacc.sharding.dtensor_dispatch import as_dtensor, from_local, redistribute, reduce_partial

Fn = Callable[..., Any]


def attention(func: Fn, args: Any, kwargs: Any) -> Any:
    """Shards the batch and head axes as the query's are; sequence and feature axes are gathered."""
    query, key, value, *rest = args
    mask, others = (rest[0], rest[1:]) if rest else (kwargs.pop("attn_mask", None), ())
    query = reduce_partial(as_dtensor(query))
    placements = tuple(
        p if p.is_shard() and _is_independent(p.dim, query, (key, value)) else Replicate()
        for p in query.placements
    )
    local_inputs = [
        redistribute(reduce_partial(as_dtensor(t)), placements).to_local(grad_placements=placements)
        for t in (query, key, value)
    ]
    if mask is not None:
        mask_placements = tuple(_mask_placement(p, mask, query.ndim) for p in placements)
        # Where the mask is replicated and the query is not, its gradient is a sum over the processes.
        mask_gradients = tuple(
            Partial() if p != q else q for p, q in zip(placements, mask_placements, strict=True)
        )
        mask = redistribute(as_dtensor(mask), mask_placements).to_local(
            grad_placements=mask_gradients
        )
    return from_local(func(*local_inputs, mask, *others, **kwargs), placements)


def _is_independent(axis: int, query: Any, keys_and_values: tuple[Any, ...]) -> bool:
    """Whether attention is independent along an axis: a batch or head axis that all inputs have."""
    same_length = all(
        t.ndim == query.ndim and t.shape[axis] == query.shape[axis] for t in keys_and_values
    )
    return axis < query.ndim - 2 and same_length


def _mask_placement(placement: Any, mask: Any, ndim: int) -> Any:
    """The mask's placement; a mask that broadcasts over an axis is replicated along it."""
    if placement.is_replicate():
        return placement
    axis = placement.dim - (ndim - mask.ndim)
    return Shard(axis) if axis >= 0 and mask.shape[axis] > 1 else Replicate()
