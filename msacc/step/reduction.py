"""Gradients that a script takes itself, reduced over processes: one message, part of its graph.

A TrainStep's own reductions are those of `sums`, which run beside each other and cannot be part of a graph.
"""

from __future__ import annotations

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.ops.comm.collectives import all_reduce


def all_reduce_gradients(
    grads: list[Tensor], shared: list[bool], group: str, divisor: int
) -> list[Tensor]:
    """The sums over `group` of those `shared`, divided by `divisor`: one all-reduce per float width."""
    own = [grad._t for grad in grads]
    for wide in (torch.float32, torch.float64):
        places = [i for i, t in enumerate(own) if shared[i] and _wide(t) == wide]
        if places:
            _reduce_flat(own, places, wide, group, divisor)
    return [wrap(t) for t in own]


def _reduce_flat(
    own: list[torch.Tensor], places: list[int], wide: torch.dtype, group: str, divisor: int
) -> None:
    """One buffer, one all-reduce; `own` gets views into the result."""
    flat = torch.cat([own[i].reshape(-1).to(wide) for i in places])
    out = all_reduce.raw(flat, "sum", group)  # type: ignore[attr-defined]
    if divisor != 1:
        out = out * (1.0 / divisor)
    for i, piece in zip(places, out.split([own[i].numel() for i in places]), strict=True):
        own[i] = piece.reshape(own[i].shape).to(own[i].dtype)


def _wide(t: torch.Tensor) -> torch.dtype:
    """The type a gradient is added up in."""
    return torch.float64 if t.dtype == torch.float64 else torch.float32
