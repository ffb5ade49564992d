"""Attention whose sequence is cut over processes, which hold equal pieces of it: by all-to-all, or by a ring.

All-to-all (Ulysses): each process computes some of the heads over the whole sequence. Ring: each computes all heads
for its own queries. Either way a process keeps a part of the activations, for the gradient as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from msacc.sharding.exchange import from_zigzag, move_cut, to_zigzag
from msacc.sharding.ring_attention import RingAttention
from msacc.sharding.strategy_state import GridGroup, sharding

_HEADS, _SEQUENCE = 1, 2


def unsupported_reason(
    query: torch.Tensor,
    key: torch.Tensor,
    mask: torch.Tensor | None,
    causal: bool,
    heads: tuple[int, ...],
    group: GridGroup,
) -> str | None:
    """Why attention of these (B, N, S, D) cannot be computed in pieces of the sequence. `heads`: a process's share."""
    n, queries, keys = group.size, query.shape[-2], key.shape[-2]
    if query.ndim != 4:
        return "it should be of (batch, heads, positions, width)"
    if queries % n or keys % n:
        return f"{queries} queries and {keys} keys cannot be cut into {n} equal pieces"
    if heads[0] % heads[1]:
        return f"{heads[0]} heads of the query cannot share {heads[1]} of the keys"
    if mask is not None and mask.requires_grad:
        return "what is added to the scores has a gradient"
    if causal and not _by_heads(mask, heads, group):
        if queries != keys:
            return f"a causal mask of {queries} queries and {keys} keys is not square"
        if queries % (2 * n):
            return (
                f"{queries} positions cannot be cut into {2 * n} equal pieces, two for each process"
            )
    return None


def attend(
    func: Callable[..., torch.Tensor],
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    mask: torch.Tensor | None,
    settings: dict[str, Any],
    group: GridGroup,
) -> torch.Tensor:
    """The attention of this process's queries, as `func` (torch's) gives it of whole sequences.

    q, k, v: (B, N, S / n, D). By all-to-all without a mask, where each process can have as many heads as the others;
    else by a ring, and where the primitive asks for one.
    """
    if _by_heads(mask, (q.shape[_HEADS], k.shape[_HEADS]), group):
        q, k, v = (move_cut(t, _SEQUENCE, _HEADS, group) for t in (q, k, v))
        return move_cut(func(q, k, v, None, **settings), _HEADS, _SEQUENCE, group)
    scale = settings.get("scale")
    scale = 1.0 / math.sqrt(q.shape[-1]) if scale is None else scale
    causal = bool(settings.get("is_causal", False))
    if causal:
        q, k, v = (to_zigzag(t, _SEQUENCE, group) for t in (q, k, v))
    out: torch.Tensor = RingAttention.apply(q, k, v, mask, causal, scale, *group)
    return from_zigzag(out, _SEQUENCE, group) if causal else out


def _by_heads(mask: torch.Tensor | None, heads: tuple[int, ...], group: GridGroup) -> bool:
    return mask is None and not sharding.ring and not any(n % group.size for n in heads)
