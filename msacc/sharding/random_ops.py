"""Random functions on tensors of the grid: the numbers are those of one process.

All processes draw the whole tensor from streams that go alike, and each keeps its piece. So pieces differ, copies
agree, and how a tensor lies changes no number. Code generated for a graph draws the piece alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import DTensor

from msacc.sharding.attention_rules import attention
from msacc.sharding.dtensor_dispatch import laid, summed, to, whole_placements

Fn = Callable[..., Any]


def _dropout(func: Fn, args: Any, kwargs: Any) -> Any:
    """What dropout makes of ones is what it multiplies by."""
    x, rest = (args[0], args[1:]) if args else (kwargs["input"], ())
    named = {k: v for k, v in kwargs.items() if k not in ("input", "inplace")}
    factors = func(torch.ones(x.shape, dtype=x.dtype, device=x.device), *rest[:2], **named)
    x = summed(x)
    return x * to(laid(factors), x.placements)


def _by_value(func: Fn, args: Any, kwargs: Any) -> Any:
    """What is drawn depends on the elements: of the whole tensor."""
    where = summed(next(a for a in args if isinstance(a, DTensor))).placements
    whole = [_whole(a) if isinstance(a, DTensor) else a for a in args]
    out = laid(func(*whole, **kwargs))
    return to(out, where) if out.shape == args[0].shape else out


def _whole(t: Any) -> Any:
    return to(summed(t), whole_placements()).to_local()


def _attention(func: Fn, args: Any, kwargs: Any) -> Any:
    rate = args[4] if len(args) > 4 else kwargs.get("dropout_p", 0.0)
    return _by_value(func, args, kwargs) if rate else attention(func, args, kwargs)


def _in_place(func: Fn, args: Any, kwargs: Any) -> Any:
    """`uniform_` and its like; of `bernoulli_` by a tensor, the chances are taken whole."""
    t = args[0]
    rest = [_whole(a) if isinstance(a, DTensor) else a for a in args[1:]]
    drawn = func(torch.empty(t.shape, dtype=t.dtype, device=t.device), *rest, **kwargs)
    return t.copy_(to(laid(drawn), t.placements))


def _like(func: Fn, args: Any, kwargs: Any) -> Any:
    """`rand_like` and its like: a tensor of its own, the same on all processes."""
    t = args[0]
    return laid(func(torch.empty(t.shape, dtype=t.dtype, device=t.device), *args[1:], **kwargs))


_FILLING = ("uniform_", "normal_", "random_", "exponential_", "bernoulli_", "cauchy_", "log_normal_",
            "geometric_")  # fmt: skip
RULES: dict[Any, Any] = {
    **dict.fromkeys((F.dropout, F.dropout1d, F.dropout2d, F.dropout3d, torch.dropout), _dropout),
    **dict.fromkeys((torch.bernoulli, torch.multinomial, torch.poisson, F.rrelu), _by_value),
    **dict.fromkeys((torch.rand_like, torch.randn_like, torch.randint_like), _like),
    **{getattr(torch.Tensor, name): _in_place for name in _FILLING},
    F.scaled_dot_product_attention: _attention,
}
