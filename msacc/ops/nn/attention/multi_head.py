"""Attention with its input projections, as the layers of nn compute it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F

from msacc.ops.core.op import op

if TYPE_CHECKING:
    from collections.abc import Sequence


@op
def multi_head_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    num_heads: int,
    in_projections: torch.Tensor | Sequence[torch.Tensor],
    in_bias: torch.Tensor | None,
    bias_k: torch.Tensor | None,
    bias_v: torch.Tensor | None,
    add_zero_attn: bool,
    dropout: float,
    training: bool,
    key_padding_mask: torch.Tensor | None = None,
    attn_mask: torch.Tensor | None = None,
    need_weights: bool = True,
    average: bool = True,
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Attention of (L, N, E) queries, without the output projection; gives (output, weights).

    `in_projections` is one (3E, E) weight or three; masks are bool (True = do not attend) or are
    added to the scores. The weights are given as they were used, after the dropout.
    """
    length, batch, width = query.shape
    q, k, v = _project(query, key, value, in_projections, in_bias)
    if bias_k is not None and bias_v is not None:
        k = torch.cat([k, bias_k.expand(1, batch, width)])
        v = torch.cat([v, bias_v.expand(1, batch, width)])
    q, k, v = (t.reshape(t.shape[0], batch, num_heads, -1).permute(1, 2, 0, 3) for t in (q, k, v))
    if add_zero_attn:
        k, v = F.pad(k, (0, 0, 0, 1)), F.pad(v, (0, 0, 0, 1))
    mask = _merge_masks(attn_mask, key_padding_mask, batch, num_heads, k.shape[2], q.dtype)
    rate = dropout if training else 0.0
    if not need_weights:
        out = F.scaled_dot_product_attention(q, k, v, mask, rate)
        return out.permute(2, 0, 1, 3).reshape(length, batch, width), None
    scores = q @ k.transpose(-2, -1) / math.sqrt(width // num_heads)
    weights = torch.softmax(scores if mask is None else scores + mask, -1)
    weights = F.dropout(weights, rate) if rate else weights
    out = weights @ v
    return out.permute(2, 0, 1, 3).reshape(length, batch, width), weights.mean(
        1
    ) if average else weights


def _project(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    weights: torch.Tensor | Sequence[torch.Tensor],
    bias: torch.Tensor | None,
) -> list[torch.Tensor]:
    parts = weights.chunk(3) if isinstance(weights, torch.Tensor) else weights
    biases = (None,) * 3 if bias is None else bias.chunk(3)
    return [F.linear(x, w, b) for x, w, b in zip((query, key, value), parts, biases, strict=False)]


def _merge_masks(
    attn: torch.Tensor | None,
    padding: torch.Tensor | None,
    batch: int,
    heads: int,
    sources: int,
    dtype: torch.dtype,
) -> torch.Tensor | None:
    """Both masks as one that is added to (batch, heads, L, S) scores."""
    total = None
    if attn is not None:
        total = _additive(attn, dtype)
        total = (
            total.reshape(batch, heads, *total.shape[-2:]) if total.ndim == 3 else total[None, None]
        )
        total = F.pad(total, (0, sources - total.shape[-1]))
    if padding is not None:
        keys = _additive(padding, dtype).reshape(batch, 1, 1, -1)
        keys = F.pad(keys, (0, sources - keys.shape[-1]))
        total = keys if total is None else total + keys
    return total


def _additive(mask: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    if mask.dtype is torch.uint8:
        mask = mask.bool()
    if mask.dtype is not torch.bool:
        return mask.to(dtype)
    return torch.zeros(mask.shape, dtype=dtype, device=mask.device).masked_fill(mask, float("-inf"))
