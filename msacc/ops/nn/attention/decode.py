"""Decode attention: one new token over cached keys and values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common.warn_once import no_effects
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.core.tensor_conversion import Tensors
from msacc.ops.nn.attention.layouts import (
    check_groups,
    check_heads,
)
from msacc.ops.nn.attention.masks import Window
from msacc.ops.nn.attention.paged import gather_blocks
from msacc.ops.nn.attention.prefill import (
    Parts,
    cut_off,
    output_of,
    refuse_integers,
    split_heads,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


@bindings(
    PrimitiveClass(
        "IncreFlashAttention",
        inputs=(
            "query",
            "key",
            "value",
            "attn_mask",
            "actual_seq_lengths",
            "pse_shift",
            "dequant_scale1",
            "quant_scale1",
            "dequant_scale2",
            "quant_scale2",
            "quant_offset2",
            "antiquant_scale",
            "antiquant_offset",
            "block_table",
            "kv_padding_size",
        ),
        settings={
            "num_heads": Setting(1),
            "input_layout": Setting("BSH"),
            "scale_value": Setting(1.0),
            "num_key_value_heads": Setting(0),
            "block_size": Setting(0),
            "inner_precise": Setting(1),
        },
        keyword_inputs=True,
    )
)
@op
def incre_flash_attention(
    query: torch.Tensor,
    key: Tensors,
    value: Tensors,
    attn_mask: torch.Tensor | None = None,
    actual_seq_lengths: torch.Tensor | Sequence[int] | None = None,
    pse_shift: torch.Tensor | None = None,
    dequant_scale1: torch.Tensor | None = None,
    quant_scale1: torch.Tensor | None = None,
    dequant_scale2: torch.Tensor | None = None,
    quant_scale2: torch.Tensor | None = None,
    quant_offset2: torch.Tensor | None = None,
    antiquant_scale: torch.Tensor | None = None,
    antiquant_offset: torch.Tensor | None = None,
    block_table: torch.Tensor | None = None,
    num_heads: int = 1,
    input_layout: str = "BSH",
    scale_value: float = 1.0,
    num_key_value_heads: int = 0,
    block_size: int = 0,
    inner_precise: int = 1,
    kv_padding_size: torch.Tensor | None = None,
) -> torch.Tensor:
    """Attention of one new token, (B, 1, H) or (B, N, 1, D), over a cache of keys and values.

    key, value: a list or tuple of one Tensor, or of one for each sequence.
    `actual_seq_lengths` (B,) says how many keys are real, `kv_padding_size` how many others lie behind them.
      With a `block_table` (B, blocks) the keys lie in blocks of `block_size`. int8 keys count as (value +
      antiquant_offset) * antiquant_scale, of (2, H) or (2, N, 1, D).
    `attn_mask`, non-zero = not seen.
    `pse_shift` is added to the scores; with `quant_scale2` the result is int8.
    `input_layout`: BSH or BNSD; `num_heads` heads, of which keys and values have `num_key_value_heads`, as
      many for 0.
    `scale_value`: what the scores are multiplied by.
    `quant_offset2` is added behind `quant_scale2`.
    `dequant_scale1`, `quant_scale1` and `dequant_scale2` belong to int8 queries and are refused with them.
    `inner_precise` has no effect, which is said once.

    Floats are of one dtype, which the result has.

    Raises TypeError for keys that are no list, RuntimeError for more than one query and for heads that do not
    fit, ValueError for another layout, NotImplementedError for int8 queries.
    """
    where = "incre_flash_attention"
    check.choice(where, "input_layout", input_layout, ["BSH", "BNSD"])
    refuse_integers(
        where,
        query,
        dequant_scale1=dequant_scale1,
        quant_scale1=quant_scale1,
        dequant_scale2=dequant_scale2,
    )
    no_effects(where, "torch's kernel chooses its own precision", inner_precise=(inner_precise, 1))
    if query.ndim > 2 and query.shape[1 if input_layout == "BSH" else 2] != 1:
        raise RuntimeError(
            f"For '{where}', 'query' should have one position, but got {tuple(query.shape)}; use "
            "'prompt_flash_attention' for more."
        )
    antiquant = both(antiquant_scale), both(antiquant_offset)
    parts = after_cache(
        where, query, key, value, attn_mask, actual_seq_lengths, pse_shift, antiquant, block_table, num_heads,
        input_layout, scale_value, num_key_value_heads, block_size, kv_padding_size,
    )  # fmt: skip
    return output_of(parts.attention(), input_layout, quant_scale2, quant_offset2)


Pair = tuple[torch.Tensor | None, torch.Tensor | None]


def both(t: torch.Tensor | None) -> Pair:
    """Those of the keys and those of the values."""
    return (None, None) if t is None else (t[0], t[1])


def after_cache(
    where: str,
    query: torch.Tensor,
    key: Any,
    value: Any,
    mask: torch.Tensor | None,
    counts: torch.Tensor | Sequence[int] | None,
    shift: torch.Tensor | None,
    antiquant: tuple[Pair, Pair],
    table: torch.Tensor | None,
    heads: int,
    layout: str,
    scale: float,
    key_heads: int,
    block_size: int,
    padding: torch.Tensor | None,
) -> Parts:
    key, value = stack_tensor_list(where, "key", key), stack_tensor_list(where, "value", value)
    check_heads(where, heads, query, layout)
    shared = key_heads or heads
    check_groups(where, heads, shared)
    q = split_heads(query, layout, heads)
    (k_scale, v_scale), (k_offset, v_offset) = antiquant
    if table is None:
        no_effects(where, "it is of 'block_table'", block_size=(block_size, 0))
        k, v = (split_heads(t, layout, shared) for t in (key, value))
    else:
        k, v = (_from_blocks(t, table, shared, layout) for t in (key, value))
    k = dequantized(k, k_scale, k_offset, shared, q.dtype)
    v = dequantized(v, v_scale, v_offset, shared, q.dtype)
    hidden = cut_off(where, q, k, mask, Window(1), None, counts, None, padding)
    shift = None if shift is None else shift[..., : k.shape[2]]
    return Parts(q, k, v, hidden, shift, scale)


def stack_tensor_list(where: str, name: str, value: Sequence[torch.Tensor]) -> torch.Tensor:
    """One tensor of a list of one, or of one for each sequence."""
    if not isinstance(value, (list, tuple)) or not value:
        raise TypeError(
            f"For '{where}', '{name}' should be a list or tuple of Tensor, but got {type(value).__name__}."
        )
    return value[0] if len(value) == 1 else torch.cat(list(value))


def _from_blocks(cache: torch.Tensor, table: torch.Tensor, heads: int, layout: str) -> torch.Tensor:
    """(B, N, S, D) from (blocks, size, H), or (blocks, N, size, D) of the layout BNSD."""
    if cache.ndim == 3:
        cache = cache.unflatten(-1, (heads, -1))
    elif layout == "BNSD":
        cache = cache.transpose(1, 2)
    return gather_blocks(cache, table, None, None).transpose(1, 2)


def dequantized(
    t: torch.Tensor,
    scale: torch.Tensor | None,
    offset: torch.Tensor | None,
    heads: int,
    dtype: torch.dtype,
) -> torch.Tensor:
    if scale is None:
        return t.to(dtype)
    wide = t.float() if offset is None else t.float() + _per_head(offset, t, heads)
    return (wide * _per_head(scale, t, heads)).to(dtype)


def _per_head(scale: torch.Tensor, t: torch.Tensor, heads: int) -> torch.Tensor:
    """One for all, one for each number of a head, or (B, S) of them, one for each key."""
    if scale.numel() == 1:
        return scale.float()
    if scale.ndim == 2 and tuple(scale.shape) == (t.shape[0], t.shape[2]):
        return scale.float()[:, None, :, None]
    return scale.float().reshape(1, heads, 1, -1)


__all__ = exported_ops(globals())
