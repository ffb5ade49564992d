"""Attention."""

from __future__ import annotations

import math
from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common.notice import no_effect, no_effects
from msacc.ops.core.op import op


@op
def multi_head_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    num_heads: int,
    in_projections: Any,
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
    mask = _merged(attn_mask, key_padding_mask, batch, num_heads, k.shape[2], q.dtype)
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
    weights: Any,
    bias: torch.Tensor | None,
) -> list[torch.Tensor]:
    parts = weights.chunk(3) if isinstance(weights, torch.Tensor) else weights
    biases = (None,) * 3 if bias is None else bias.chunk(3)
    return [F.linear(x, w, b) for x, w, b in zip((query, key, value), parts, biases)]


def _merged(
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


_ALL = 2147483647
_LAYOUTS = ("BSH", "BNSD", "SBH", "BSND")


@op
def flash_attention_score(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    head_num: int,
    real_shift: torch.Tensor | None = None,
    drop_mask: torch.Tensor | None = None,
    padding_mask: torch.Tensor | None = None,
    attn_mask: torch.Tensor | None = None,
    prefix: Any = None,
    actual_seq_qlen: Any = None,
    actual_seq_kvlen: Any = None,
    keep_prob: float = 1.0,
    scalar_value: float = 1.0,
    pre_tokens: int = 2147483647,
    next_tokens: int = 2147483647,
    inner_precise: int = 0,
    input_layout: str = "BSH",
    sparse_mode: int = 0,
) -> torch.Tensor:
    """softmax(query @ key^T * scalar_value + real_shift) @ value per head, by torch's fused kernel.

    `attn_mask`: non-zero = do not attend. In `sparse_mode` 0 it is narrowed to the keys from `pre_tokens` before to
    `next_tokens` after the query's place; 1 takes it as it is; 2 and 3 attend to no later keys instead, the places
    counted from the first or from the last query and key. Without it everything is seen. Key and value may have
    fewer heads than the query. Raises NotImplementedError for what only Ascend's kernel has: drop_mask,
    padding_mask, prefix, actual lengths (layout TND), other sparse modes; ValueError for the modes 2 and 3 without
    `attn_mask`.
    """
    where = "flash_attention_score"
    _refuse_flash(
        drop_mask=drop_mask is not None,
        padding_mask=padding_mask is not None,
        prefix=prefix is not None,
        actual_seq_qlen=actual_seq_qlen is not None,
        actual_seq_kvlen=actual_seq_kvlen is not None,
        sparse_mode=sparse_mode not in (0, 1, 2, 3),
        input_layout=input_layout not in _LAYOUTS,
    )
    if inner_precise:
        no_effect(where, "inner_precise", inner_precise, "torch's kernel chooses its own precision")
    q, k, v = (_to_bnsd(t, input_layout, head_num, query) for t in (query, key, value))
    hidden = _hidden(q, k, attn_mask, pre_tokens, next_tokens, sparse_mode)
    mask = None if hidden is None else _additive(hidden, q.dtype)
    if real_shift is not None:
        mask = real_shift.to(q.dtype) if mask is None else mask + real_shift.to(q.dtype)
    out = F.scaled_dot_product_attention(
        q, k, v, mask, 1.0 - keep_prob, scale=scalar_value, enable_gqa=k.shape[1] != q.shape[1]
    )
    return _from_bnsd(out, input_layout)


def _refuse_flash(**refused: bool) -> None:
    for argument, is_set in refused.items():
        if is_set:
            raise NotImplementedError(
                f"For 'flash_attention_score', this value of '{argument}' needs Ascend's own kernel; msacc supports "
                f"layouts {_LAYOUTS}, 'attn_mask', 'real_shift', 'keep_prob', 'scalar_value' and sparse modes 0 to 3."
            )


def _hidden(
    q: torch.Tensor,
    k: torch.Tensor,
    attn_mask: torch.Tensor | None,
    pre_tokens: int,
    next_tokens: int,
    sparse_mode: int,
) -> torch.Tensor | None:
    """Which keys each query does not see, as bool."""
    queries, keys = q.shape[-2], k.shape[-2]
    windowed = pre_tokens < queries or next_tokens < keys
    if attn_mask is None:
        if sparse_mode in (2, 3):
            raise ValueError(
                f"For 'flash_attention_score', 'sparse_mode' {sparse_mode} needs an 'attn_mask'."
            )
        if windowed:
            tokens = {"pre_tokens": (pre_tokens, _ALL), "next_tokens": (next_tokens, _ALL)}
            no_effects("flash_attention_score", "without 'attn_mask' all keys are seen", **tokens)
        return None
    ahead = torch.arange(keys, device=q.device) - torch.arange(queries, device=q.device)[:, None]
    if sparse_mode in (2, 3):
        return ahead > (keys - queries if sparse_mode == 3 else 0)
    hidden = attn_mask.bool()
    if sparse_mode == 0 and windowed:
        hidden = hidden | (ahead > next_tokens) | (-ahead > pre_tokens)
    return hidden


@op
def flash_attention_primitive(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    real_shift: torch.Tensor | None = None,
    drop_mask: torch.Tensor | None = None,
    padding_mask: torch.Tensor | None = None,
    attn_mask: torch.Tensor | None = None,
    prefix: Any = None,
    actual_seq_qlen: Any = None,
    actual_seq_kvlen: Any = None,
    head_num: int = 1,
    scale_value: float = 1.0,
    **settings: Any,
) -> tuple[None, None, None, torch.Tensor]:
    """(None, None, None, attention): the softmax statistics serve Ascend's own backward kernel."""
    out = flash_attention_score.raw(
        query, key, value, head_num, real_shift, drop_mask, padding_mask, attn_mask, prefix,
        actual_seq_qlen, actual_seq_kvlen, scalar_value=scale_value, **settings,
    )  # fmt: skip
    return None, None, None, out


def _to_bnsd(t: torch.Tensor, layout: str, heads: int, query: torch.Tensor) -> torch.Tensor:
    if layout in ("BNSD", "BSND"):
        check.rank("flash_attention_score", t, 4)
        _check_heads(heads, query.shape[layout.index("N")], layout)
        return t if layout == "BNSD" else t.transpose(1, 2)
    check.rank("flash_attention_score", t, 3)
    _check_heads(heads, query.shape[-1], layout)
    t = t.transpose(0, 1) if layout == "SBH" else t
    width = query.shape[-1] // heads
    return t.reshape(t.shape[0], t.shape[1], -1, width).transpose(1, 2)


def _check_heads(heads: int, size: int, layout: str) -> None:
    """The query has `heads` heads, or a last dimension that they share."""
    if heads <= 0 or (heads != size if "N" in layout else size % heads):
        raise RuntimeError(
            f"For 'flash_attention_score', 'head_num' should fit the {size} of a query in the layout {layout}, "
            f"but got {heads}."
        )


def _from_bnsd(t: torch.Tensor, layout: str) -> torch.Tensor:
    if layout == "BNSD":
        return t
    t = t.transpose(1, 2)
    if layout == "BSND":
        return t
    t = t.flatten(2)
    return t.transpose(0, 1) if layout == "SBH" else t


@op
def rotary_position_embedding(
    x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor, mode: int = 0
) -> torch.Tensor:
    """x * cos + rotated(x) * sin; mode 0 rotates the two halves, mode 1 neighbouring pairs."""
    if check.choice("rotary_position_embedding", "mode", mode, [0, 1]) == 0:
        first, second = x.chunk(2, -1)
        rotated = torch.cat([-second, first], -1)
    else:
        rotated = torch.stack([-x[..., 1::2], x[..., ::2]], -1).flatten(-2)
    return x * cos + rotated * sin


__all__ = ["flash_attention_score", "rotary_position_embedding"]
