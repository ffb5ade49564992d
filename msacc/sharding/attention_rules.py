"""Attention over samples and heads that lie on several processes: each attends to its own.

DTensor has no rule for the gradient of the CPU's kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch.distributed.tensor import Partial, Replicate, Shard

from msacc.sharding.dtensor_dispatch import from_local, laid, summed, to

Fn = Callable[..., Any]


def attention(func: Fn, args: Any, kwargs: Any) -> Any:
    """Cut as the query's axes before the last two are; positions and widths are gathered."""
    query, key, value, *rest = args
    mask, others = (rest[0], rest[1:]) if rest else (kwargs.pop("attn_mask", None), ())
    query = summed(laid(query))
    where = tuple(
        p if p.is_shard() and _apart(p.dim, query, (key, value)) else Replicate()
        for p in query.placements
    )
    own = [to(summed(laid(t)), where).to_local(grad_placements=where) for t in (query, key, value)]
    if mask is not None:
        lies = tuple(_of_mask(p, mask, query.ndim) for p in where)
        # A part that several processes add to: its gradient is their sum.
        grads = tuple(Partial() if p != q else q for p, q in zip(where, lies, strict=True))
        mask = to(laid(mask), lies).to_local(grad_placements=grads)
    return from_local(func(*own, mask, *others, **kwargs), where)


def _apart(axis: int, query: Any, others: tuple[Any, ...]) -> bool:
    """Whether what lies along an axis does not attend to each other."""
    alike = all(t.ndim == query.ndim and t.shape[axis] == query.shape[axis] for t in others)
    return axis < query.ndim - 2 and alike


def _of_mask(place: Any, mask: Any, ndim: int) -> Any:
    """A mask that broadcasts over an axis is whole along it."""
    if place.is_replicate():
        return place
    axis = place.dim - (ndim - mask.ndim)
    return Shard(axis) if axis >= 0 and mask.shape[axis] > 1 else Replicate()
