"""Random functions on sharded tensors: the numbers are those of one process.

All processes draw the full tensor from identical streams, and each keeps its shard. So shards differ, replicas
agree, and the placement of a tensor changes no number. Code generated for a graph draws the local shard alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import DTensor

from msacc.sharding.attention_rules import attention, say_whole
from msacc.sharding.dtensor_dispatch import (
    as_dtensor,
    is_cut,
    redistribute,
    reduce_partial,
    replicated,
    to_local,
)

Fn = Callable[..., Any]


def _dropout(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Applies dropout to ones, which gives the factors to multiply by."""
    x, rest = (args[0], args[1:]) if args else (kwargs["input"], ())
    named = {k: v for k, v in kwargs.items() if k not in ("input", "inplace")}
    factors = func(torch.ones(x.shape, dtype=x.dtype, device=x.device), *rest[:2], **named)
    x = reduce_partial(x)
    return x * redistribute(as_dtensor(factors), x.placements)


def _on_full_tensor(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What is drawn depends on the elements: computed on the full tensor."""
    placements = reduce_partial(next(a for a in args if isinstance(a, DTensor))).placements
    gathered = [_gathered(a) if isinstance(a, DTensor) else a for a in args]
    out = as_dtensor(func(*gathered, **kwargs))
    return redistribute(out, placements) if out.shape == args[0].shape else out


def _gathered(t: torch.Tensor) -> Any:
    return to_local(redistribute(reduce_partial(t), replicated()), replicated(), moved=True)


def _attention(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    rate = args[4] if len(args) > 4 else kwargs.get("dropout_p", 0.0)
    if not rate:
        return attention(func, args, kwargs)
    query = args[0]
    if is_cut(query, query.ndim - 2):
        say_whole(query, "what it drops are the numbers of one process; drop none ('keep_prob' 1)")
    return _on_full_tensor(func, args, kwargs)


def _in_place(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`uniform_` and similar; the probabilities of `bernoulli_` by a tensor are gathered."""
    t = args[0]
    rest = [_gathered(a) if isinstance(a, DTensor) else a for a in args[1:]]
    drawn = func(torch.empty(t.shape, dtype=t.dtype, device=t.device), *rest, **kwargs)
    return t.copy_(redistribute(as_dtensor(drawn), t.placements))


def _like(func: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`rand_like` and similar: a replicated tensor."""
    t = args[0]
    return as_dtensor(
        func(torch.empty(t.shape, dtype=t.dtype, device=t.device), *args[1:], **kwargs)
    )


_IN_PLACE = ("uniform_", "normal_", "random_", "exponential_", "bernoulli_", "cauchy_", "log_normal_",
            "geometric_")  # fmt: skip
RULES: dict[Any, Any] = {
    **dict.fromkeys((F.dropout, F.dropout1d, F.dropout2d, F.dropout3d, torch.dropout), _dropout),
    **dict.fromkeys((torch.bernoulli, torch.multinomial, torch.poisson, F.rrelu), _on_full_tensor),
    **dict.fromkeys((torch.rand_like, torch.randn_like, torch.randint_like), _like),
    **{getattr(torch.Tensor, name): _in_place for name in _IN_PLACE},
    F.scaled_dot_product_attention: _attention,
}
