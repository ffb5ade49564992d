"""Prefill attention over whole prompts, and helpers shared by inference attention."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from msacc.common import checks as check
from msacc.common.warn_once import no_effects
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.nn.attention.layouts import (
    check_dtypes,
    check_groups,
    check_heads,
    check_ranks,
    from_bnsd,
    to_bnsd,
)
from msacc.ops.nn.attention.masks import ALL, Window, check_window, hidden_keys, positions
from msacc.ops.nn.attention.scores import attend
from msacc.ops.nn.quant.rounding import round_to_int8

if TYPE_CHECKING:
    from collections.abc import Sequence


class Parts(NamedTuple):
    """Query, key and value as (B, N, S, D), the mask of hidden keys and the bias."""

    q: torch.Tensor
    k: torch.Tensor
    v: torch.Tensor
    hidden: torch.Tensor | None
    shift: torch.Tensor | None
    scale: float

    def attention(self) -> torch.Tensor:
        """(B, N, S, D)."""
        return attend(self.q, self.k, self.v, self.hidden, self.shift, self.scale)


def refuse_integers(where: str, query: torch.Tensor, **scales: torch.Tensor | None) -> None:
    """int8 products round the weights inside Ascend's kernel, by no documented rule."""
    names = [name for name, value in scales.items() if value is not None]
    if names or not query.dtype.is_floating_point:
        raise NotImplementedError(
            f"For '{where}', int8 queries ({', '.join(names) or query.dtype}) round the weights as Ascend's kernel "
            "does; give float16 or bfloat16."
        )


def heads_of(
    where: str, t: torch.Tensor, key: torch.Tensor, heads: int, key_heads: int, layout: str
) -> int:
    """The number of key heads; 0 means as many as the query has."""
    check_ranks(where, (t, key), layout)
    check_heads(where, heads, t, layout)
    count = key_heads or heads
    check_groups(where, heads, count)
    return count


def split_heads(t: torch.Tensor, layout: str, heads: int) -> torch.Tensor:
    """(B, N, S, D)."""
    return to_bnsd(t, layout, t.shape[-1] if "N" in layout else t.shape[-1] // heads)


def lengths(
    value: torch.Tensor | Sequence[int] | None, batch: int, device: torch.device
) -> torch.Tensor | None:
    """(batch, 1, 1, 1) of one length for all or one for each."""
    if value is None:
        return None
    counts = torch.as_tensor(value, device=device).reshape(-1)
    return counts.expand(batch).reshape(-1, 1, 1, 1)


def four(mask: torch.Tensor | None, queries: int) -> torch.Tensor | None:
    """A mask of (B, S1, S2), or of one query (B, S2), so that it goes with (B, N, S1, S2)."""
    if mask is None or mask.ndim == 4:
        return mask
    if mask.ndim == 3:
        return mask[:, None]
    return mask[:, None, None] if queries == 1 else mask


def cut_off(
    where: str,
    q: torch.Tensor,
    k: torch.Tensor,
    mask: torch.Tensor | None,
    window: Window,
    queries: torch.Tensor | Sequence[int] | None,
    keys: torch.Tensor | Sequence[int] | None,
    query_padding: torch.Tensor | None = None,
    key_padding: torch.Tensor | None = None,
) -> torch.Tensor | None:
    """What is hidden of (B, N, S1, S2) by mask, mode and the sequences' real lengths.

    Sequences lie at the front, or with a padding behind them at the end.
    """
    check_window(where, window, mask)
    s1, s2 = q.shape[2], k.shape[2]
    q_counts = lengths(queries, q.shape[0], q.device)
    k_counts = lengths(keys, q.shape[0], q.device)
    q_start, k_start = _start(q_counts, s1, query_padding), _start(k_counts, s2, key_padding)
    beyond = (s2 if k_counts is None else k_counts) - (s1 if q_counts is None else q_counts)
    ahead = positions(s1, s2, q.device) - k_start + q_start
    mask = four(mask, s1)
    if mask is not None and window.mode < 2:
        mask = mask[..., :s1, :s2]
    hidden = hidden_keys(where, ahead, beyond, mask, window)
    for counts, start, size, axis in ((q_counts, q_start, s1, -2), (k_counts, k_start, s2, -1)):
        if counts is not None:
            key_positions = torch.arange(size, device=q.device)
            key_positions = key_positions[:, None] if axis == -2 else key_positions
            outside = (key_positions < start) | (key_positions >= start + counts) | (start < 0)
            hidden = outside if hidden is None else hidden | outside
    return hidden


def _start(counts: torch.Tensor | None, size: int, padding: torch.Tensor | None) -> Any:
    if counts is None or padding is None:
        return 0
    behind = torch.as_tensor(padding, device=counts.device).reshape(-1).clamp(min=0)
    return size - behind - counts


@bindings(
    PrimitiveClass(
        "PromptFlashAttention",
        inputs=(
            "query",
            "key",
            "value",
            "attn_mask",
            "actual_seq_lengths",
            "actual_seq_lengths_kv",
            "pse_shift",
            "deq_scale1",
            "quant_scale1",
            "deq_scale2",
            "quant_scale2",
            "quant_offset2",
        ),
        settings={
            "num_heads": Setting(1),
            "scale_value": Setting(1.0),
            "pre_tokens": Setting(2**31 - 1),
            "next_tokens": Setting(0),
            "input_layout": Setting("BSH"),
            "num_key_value_heads": Setting(0),
            "sparse_mode": Setting(0),
            "inner_precise": Setting(1),
        },
    )
)
@op
def prompt_flash_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    actual_seq_lengths: torch.Tensor | Sequence[int] | None = None,
    actual_seq_lengths_kv: torch.Tensor | Sequence[int] | None = None,
    pse_shift: torch.Tensor | None = None,
    deq_scale1: torch.Tensor | None = None,
    quant_scale1: torch.Tensor | None = None,
    deq_scale2: torch.Tensor | None = None,
    quant_scale2: torch.Tensor | None = None,
    quant_offset2: torch.Tensor | None = None,
    num_heads: int = 1,
    scale_value: float = 1.0,
    pre_tokens: int = 2147483647,
    next_tokens: int = 0,
    input_layout: str = "BSH",
    num_key_value_heads: int = 0,
    sparse_mode: int = 0,
    inner_precise: int = 1,
) -> torch.Tensor:
    """Attention of whole prompts, (B, S, H) or (B, N, S, D), in the shape of the query.

    `query`, `key`, `value`: floats of one dtype, which the result has, in the `input_layout` BSH or BNSD;
      `num_heads` heads, of which keys and values have `num_key_value_heads`, as many for 0.
    `scale_value`: what the scores are multiplied by.
    `actual_seq_lengths` and `actual_seq_lengths_kv` (B,) say how much of each sequence is real: other keys
      are not seen, other queries give 0.
    `attn_mask`, `sparse_mode` 0 to 4, `pre_tokens` and `next_tokens` are those of `flash_attention_score`,
      the modes 3 and 4 counting from each sequence's real end.
    `pse_shift` is added to the scores. With `quant_scale2` the result is int8: round(attention * scale +
      `quant_offset2`).
    `deq_scale1`, `quant_scale1` and `deq_scale2` belong to int8 queries.
    `inner_precise` has no effect, which is said once.

    Raises RuntimeError for heads that do not fit, ValueError for another layout, NotImplementedError for int8
    queries.
    """
    where = "prompt_flash_attention"
    check.choice(where, "input_layout", input_layout, ["BSH", "BNSD"])
    refuse_integers(
        where, query, deq_scale1=deq_scale1, quant_scale1=quant_scale1, deq_scale2=deq_scale2
    )
    no_effects(where, "torch's kernel chooses its own precision", inner_precise=(inner_precise, 1))
    check.choice(where, "sparse_mode", sparse_mode, [0, 1, 2, 3, 4])
    # Without a mask the default of 0 means nothing.
    after = ALL if attn_mask is None and next_tokens == 0 else next_tokens
    window = Window(sparse_mode, pre_tokens, after if sparse_mode == 0 else next_tokens)
    check_dtypes(where, (query, key, value))
    shared = heads_of(where, query, key, num_heads, num_key_value_heads, input_layout)
    q = split_heads(query, input_layout, num_heads)
    k, v = (split_heads(t, input_layout, shared) for t in (key, value))
    hidden = cut_off(where, q, k, attn_mask, window, actual_seq_lengths, actual_seq_lengths_kv)
    shift = None if pse_shift is None else pse_shift[..., : q.shape[2], : k.shape[2]]
    out = Parts(q, k, v, hidden, shift, scale_value).attention()
    return output_of(out, input_layout, quant_scale2, quant_offset2)


def output_of(
    out: torch.Tensor,
    into: str,
    scale: torch.Tensor | None,
    offset: torch.Tensor | None,
) -> torch.Tensor:
    """The output in the layout `into`, quantized to int8 where there is a scale."""
    output = from_bnsd(out, into)
    if scale is None:
        return output
    if into == "BNSD" and scale.ndim == 2:  # (N, D)
        scale, offset = scale[:, None], None if offset is None else offset[:, None]
    return round_to_int8(output.float() * scale + (0 if offset is None else offset))


__all__ = exported_ops(globals())
