"""Attention over samples, heads and positions that are sharded: each process computes its own.

DTensor has no rule for the gradient of the CPU's kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.distributed.tensor import Partial, Replicate, Shard

from msacc.common.warn_once import once
from msacc.sharding.dtensor_dispatch import (
    as_dtensor,
    from_local,
    redistribute,
    reduce_partial,
    to_local,
)
from msacc.sharding.sequence_attention import attend, unsupported_reason
from msacc.sharding.strategy_state import GridGroup, sharding

Fn = Callable[..., Any]
_NAMES = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal", "scale", "enable_gqa")


def attention(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Shards batch and head axes, and the sequence, as the query's are; other axes are gathered."""
    settings = {**dict(zip(_NAMES, args, strict=False)), **kwargs}
    query, key, value = (
        reduce_partial(as_dtensor(settings.pop(name))) for name in ("query", "key", "value")
    )
    mask, causal = settings.pop("attn_mask", None), settings.get("is_causal", False)
    group = _sequence_group(query, key, mask, causal)
    sequence = -1 if group is None else query.ndim - 2
    placements = tuple(
        p
        if p.is_shard() and (p.dim == sequence or _is_independent(p.dim, query, (key, value)))
        else Replicate()
        for p in query.placements
    )
    q, k, v = (
        to_local(
            redistribute(t, placements), placements, group is not None or t.placements != placements
        )
        for t in (query, key, value)
    )
    if mask is not None:
        mask = _local_mask(mask, placements, query.ndim)
    if group is None:
        return from_local(func(q, k, v, mask, **settings), placements)
    return from_local(attend(func, q, k, v, mask, settings, group), placements)


def _local_mask(mask: torch.Tensor, placements: tuple[Any, ...], ndim: int) -> torch.Tensor:
    mask_placements = tuple(_mask_placement(p, mask, ndim) for p in placements)
    # Where the mask is replicated and the query is not, its gradient is a sum over the processes.
    mask_gradients = tuple(
        Partial() if p != q else q for p, q in zip(placements, mask_placements, strict=True)
    )
    local: torch.Tensor = redistribute(as_dtensor(mask), mask_placements).to_local(
        grad_placements=mask_gradients
    )
    return local


def _sequence_group(query: Any, key: Any, mask: Any, causal: bool) -> GridGroup | None:
    """The processes that share the query's sequence; None where none do, or it has to be gathered, said once."""
    axes = tuple(i for i, p in enumerate(query.placements) if p.is_shard(query.ndim - 2))
    if not axes:
        return None
    group = sharding.groups.get(axes)
    heads = tuple(_local_heads(t, query.placements) for t in (query, key))
    reason = (
        "its pieces lie on processes that are no neighbours in the grid"
        if group is None
        else unsupported_reason(query, key, mask, causal, heads, group)
    )
    if reason is not None:
        say_whole(query, reason)
        return None
    return group


def say_whole(query: torch.Tensor, reason: str) -> None:
    """Says once why attention over a sequence that is cut is not computed in pieces."""
    once(
        f"sequence:{reason}",
        f"attention of a query {tuple(query.shape)} whose sequence is cut is computed over the whole sequence on each "
        f"process: {reason}.",
    )


def _local_heads(t: torch.Tensor, placements: tuple[Any, ...]) -> int:
    if t.ndim < 3:
        return 1
    heads = t.shape[-3]
    for size, placement in zip(sharding.grid, placements, strict=True):
        heads = heads // size if placement.is_shard(t.ndim - 3) else heads
    return int(heads)


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
