"""Fused inference attention: prefill and decode in one op."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.warn_once import no_effect, no_effects
from msacc.ops.core.declaration import Input, PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.core.tensor_conversion import Tensors
from msacc.ops.nn.attention.decode import Pair, after_cache, both, dequantized, stack_tensor_list
from msacc.ops.nn.attention.masks import ALL, Window
from msacc.ops.nn.attention.prefill import (
    Parts,
    cut_off,
    heads_of,
    output_of,
    refuse_integers,
    split_heads,
)
from msacc.ops.nn.attention.scores import statistics

if TYPE_CHECKING:
    from collections.abc import Sequence


@bindings(
    PrimitiveClass(
        "FusedInferAttentionScore",
        inputs=(
            "query",
            "key",
            "value",
            "pse_shift",
            Input("attn_mask", argument="atten_mask"),
            "actual_seq_lengths",
            "actual_seq_lengths_kv",
            "dequant_scale1",
            "quant_scale1",
            "dequant_scale2",
            "quant_scale2",
            "quant_offset2",
            "antiquant_scale",
            "antiquant_offset",
            "block_table",
            "query_padding_size",
            "kv_padding_size",
            "key_antiquant_scale",
            "key_antiquant_offset",
            "value_antiquant_scale",
            "value_antiquant_offset",
            "key_shared_prefix",
            "value_shared_prefix",
            "actual_shared_prefix_len",
        ),
        settings={
            "num_heads": Setting(1),
            "scale_value": Setting(1.0, argument="scale"),
            "pre_tokens": Setting(2**31 - 1),
            "next_tokens": Setting(2**31 - 1),
            "input_layout": Setting("BSH"),
            "num_key_value_heads": Setting(0),
            "sparse_mode": Setting(0),
            "inner_precise": Setting(1),
            "block_size": Setting(0),
            "antiquant_mode": Setting(0),
            "softmax_lse_flag": Setting(False),
            "key_antiquant_mode": Setting(0),
            "value_antiquant_mode": Setting(0),
        },
        keyword_inputs=True,
    )
)
@op
def fused_infer_attention_score(
    query: torch.Tensor,
    key: Tensors,
    value: Tensors,
    *,
    pse_shift: torch.Tensor | None = None,
    atten_mask: torch.Tensor | None = None,
    actual_seq_lengths: torch.Tensor | Sequence[int] | None = None,
    actual_seq_lengths_kv: torch.Tensor | Sequence[int] | None = None,
    dequant_scale1: torch.Tensor | None = None,
    quant_scale1: torch.Tensor | None = None,
    dequant_scale2: torch.Tensor | None = None,
    quant_scale2: torch.Tensor | None = None,
    quant_offset2: torch.Tensor | None = None,
    antiquant_scale: torch.Tensor | None = None,
    antiquant_offset: torch.Tensor | None = None,
    key_antiquant_scale: torch.Tensor | None = None,
    key_antiquant_offset: torch.Tensor | None = None,
    value_antiquant_scale: torch.Tensor | None = None,
    value_antiquant_offset: torch.Tensor | None = None,
    block_table: torch.Tensor | None = None,
    query_padding_size: torch.Tensor | None = None,
    kv_padding_size: torch.Tensor | None = None,
    key_shared_prefix: torch.Tensor | None = None,
    value_shared_prefix: torch.Tensor | None = None,
    actual_shared_prefix_len: torch.Tensor | Sequence[int] | None = None,
    num_heads: int = 1,
    scale: float = 1.0,
    pre_tokens: int = ALL,
    next_tokens: int = ALL,
    input_layout: str = "BSH",
    num_key_value_heads: int = 0,
    sparse_mode: int = 0,
    inner_precise: int = 1,
    block_size: int = 0,
    antiquant_mode: int = 0,
    key_antiquant_mode: int = 0,
    value_antiquant_mode: int = 0,
    softmax_lse_flag: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(attention, softmax_lse): of one query `incre_flash_attention`, of more `prompt_flash_attention`.

    Layouts BSH, BNSD, BSND and BNSD_BSND, which takes the one and gives the other. `softmax_lse` is the log
    of the sum of exp(scores), (B, N, S, 1) in float32, or one zero without `softmax_lse_flag`. Of one query
    the scales of int8 keys and values may be given apart.

    `key`, `value`: as there; Tensors are floats of one dtype, which the result has. Of both kinds of query:
      `num_heads`, `num_key_value_heads` (as many for 0), `scale`, by which the scores are multiplied,
      `input_layout`, `pse_shift`, `atten_mask`, `actual_seq_lengths`, `actual_seq_lengths_kv`,
      `quant_scale2`, `quant_offset2`, `antiquant_scale`, `antiquant_offset` and `kv_padding_size`. Of one
      query alone: `block_table`, `block_size`, `key_antiquant_scale`, `key_antiquant_offset`,
      `value_antiquant_scale` and `value_antiquant_offset`. Of several alone: `sparse_mode`, `pre_tokens`,
      `next_tokens` and `query_padding_size`.
    `key_shared_prefix`, `value_shared_prefix` and `actual_shared_prefix_len` are the refused prefixes;
      `dequant_scale1`, `quant_scale1` and `dequant_scale2` belong to int8 queries.
    `inner_precise`, `antiquant_mode`, `key_antiquant_mode` and `value_antiquant_mode` have no effect, which
      is said once.

    Raises NotImplementedError for shared prefixes, which MindSpore reserves, and for int8 queries;
    RuntimeError for another layout and for heads that do not fit.
    """
    where = "fused_infer_attention_score"
    for name, option in {"key_shared_prefix": key_shared_prefix, "value_shared_prefix": value_shared_prefix,
                        "actual_shared_prefix_len": actual_shared_prefix_len}.items():  # fmt: skip
        if option is not None:
            raise NotImplementedError(
                f"For '{where}', '{name}' is reserved by MindSpore; put the prefix before the keys."
            )
    refuse_integers(
        where,
        query,
        dequant_scale1=dequant_scale1,
        quant_scale1=quant_scale1,
        dequant_scale2=dequant_scale2,
    )
    no_effects(where, "torch's kernel chooses its own precision", inner_precise=(inner_precise, 1))
    why = "the shape of the scales tells"
    no_effects(
        where, why, antiquant_mode=(antiquant_mode, 0), key_antiquant_mode=(key_antiquant_mode, 0),
        value_antiquant_mode=(value_antiquant_mode, 0),
    )  # fmt: skip
    layout, into = _layouts(where, input_layout)
    scales, offsets = both(antiquant_scale), both(antiquant_offset)
    if query.shape[layout.index("S")] == 1:
        scales = (key_antiquant_scale, value_antiquant_scale) if scales[0] is None else scales
        offsets = (key_antiquant_offset, value_antiquant_offset) if offsets[0] is None else offsets
        parts = after_cache(
            where, query, key, value, atten_mask, actual_seq_lengths_kv, pse_shift, (scales, offsets), block_table,
            num_heads, layout, scale, num_key_value_heads, block_size, kv_padding_size,
        )  # fmt: skip
    else:
        _only_of_one_query(
            where, block_table=block_table, key_antiquant_scale=key_antiquant_scale,
            key_antiquant_offset=key_antiquant_offset, value_antiquant_scale=value_antiquant_scale,
            value_antiquant_offset=value_antiquant_offset,
        )  # fmt: skip
        window = Window(sparse_mode, pre_tokens, next_tokens)
        parts = _of_prompts(
            where, query, key, value, atten_mask, window, (actual_seq_lengths, actual_seq_lengths_kv), pse_shift,
            (scales, offsets), num_heads, layout, scale, num_key_value_heads, (query_padding_size, kv_padding_size),
        )  # fmt: skip
    out = output_of(parts.attention(), into, quant_scale2, quant_offset2)
    return out, _log_sum(parts) if softmax_lse_flag else query.new_zeros(1, dtype=torch.float32)


def _layouts(where: str, layout: str) -> tuple[str, str]:
    if layout not in ("BSH", "BSND", "BNSD", "BNSD_BSND"):
        raise RuntimeError(
            f"For '{where}', 'input_layout' should be BSH, BSND, BNSD or BNSD_BSND, but got {layout!r}."
        )
    first, _, second = layout.partition("_")
    return first, second or first


def _only_of_one_query(where: str, **options: object) -> None:
    for name, value in options.items():
        if value is not None:
            no_effect(where, name, "…", "it is of a query of one position")


def _of_prompts(
    where: str,
    query: torch.Tensor,
    key: Any,
    value: Any,
    mask: torch.Tensor | None,
    window: Window,
    counts: tuple[Any, Any],
    shift: torch.Tensor | None,
    antiquant: tuple[Pair, Pair],
    heads: int,
    layout: str,
    scale: float,
    key_heads: int,
    padding: tuple[Any, Any],
) -> Parts:
    key, value = stack_tensor_list(where, "key", key), stack_tensor_list(where, "value", value)
    shared = heads_of(where, query, key, heads, key_heads, layout)
    q = split_heads(query, layout, heads)
    k, v = (
        dequantized(
            split_heads(t, layout, shared), antiquant[0][i], antiquant[1][i], shared, q.dtype
        )
        for i, t in enumerate((key, value))
    )
    hidden = cut_off(where, q, k, mask, window, *counts, *padding)
    shift = None if shift is None else shift[..., : q.shape[2], : k.shape[2]]
    return Parts(q, k, v, hidden, shift, scale)


def _log_sum(parts: Parts) -> torch.Tensor:
    largest, total = statistics(parts.q, parts.k, parts.hidden, parts.shift, parts.scale)
    return (largest + total.log())[..., None]


__all__ = exported_ops(globals())
