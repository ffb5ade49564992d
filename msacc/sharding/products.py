"""Matrix products of stacks on the grid: each process multiplies what it holds.

DTensor folds the axes before the last two into one first, which it cannot where two of them are cut (samples and
heads), or where the second one alone is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch.distributed.tensor import Partial, Replicate, Shard

from msacc.sharding.engine import from_local, laid, summed

# On one axis of the grid: how the result lies, and the gradients of the two factors.
Way = tuple[Any, Any, Any]


def product(func: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """A product whose factors lie so that each process can multiply its own; others as DTensor has it."""
    if len(args) != 2 or kwargs:
        return func(*args, **kwargs)
    x, y = summed(laid(args[0])), summed(laid(args[1]))
    if x.ndim < 3 or y.ndim not in (2, x.ndim) or (y.ndim > 2 and x.shape[:-2] != y.shape[:-2]):
        return func(*args)
    ways = [_way(px, py, x.ndim, y.ndim) for px, py in zip(x.placements, y.placements)]
    if None in ways or not (_even(x) and _even(y)):
        return func(*args)
    outs, gx, gy = zip(*ways)
    own = func(x.to_local(grad_placements=gx), y.to_local(grad_placements=gy))
    return from_local(own, outs)


def _way(px: Any, py: Any, rank: int, rank_y: int) -> Way | None:
    """None: a factor would have to be laid out in another way."""
    last, rows, summed_y = rank - 1, rank - 2, rank_y - 2
    if px == Replicate() and py == Replicate():
        return px, px, py
    if px == Replicate() and py == Shard(rank_y - 1):
        return Shard(last), Partial(), py
    if px == Shard(last) and py == Shard(summed_y):
        return Partial(), px, py
    shared = rank_y > 2 and px.is_shard() and px.dim < rows
    if shared:
        return (px, px, py) if px == py else None
    if px.is_shard() and px.dim <= rows and py == Replicate():
        return px, px, Partial()
    return None


def _even(t: Any) -> bool:
    """Whether all processes hold as much."""
    left = list(t.shape)
    for size, placement in zip(t.device_mesh.shape, t.placements):
        if placement.is_shard():
            if left[placement.dim] % size:
                return False
            left[placement.dim] //= size
    return True
