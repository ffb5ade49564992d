"""Attention as inference calls it: whole prompts, one token after a cache, and both in one."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from msacc.common import checks as check
from msacc.common.notice import no_effect, no_effects
from msacc.ops.core.op import op
from msacc.ops.core.values import Tensors
from msacc.ops.nn.attention.layouts import (
    check_dtypes,
    check_groups,
    check_heads,
    check_ranks,
    from_bnsd,
    to_bnsd,
)
from msacc.ops.nn.attention.masks import ALL, Window, check_window, hidden_keys, positions
from msacc.ops.nn.attention.paged import gathered
from msacc.ops.nn.attention.scores import attend, statistics
from msacc.ops.nn.quant.rounding import quantized


class Parts(NamedTuple):
    """Query, key and value as (B, N, S, D), what is hidden and what is added."""

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
    given = [name for name, value in scales.items() if value is not None]
    if given or not query.dtype.is_floating_point:
        raise NotImplementedError(
            f"For '{where}', int8 queries ({', '.join(given) or query.dtype}) round the weights as Ascend's kernel "
            "does; give float16 or bfloat16."
        )


def heads_of(
    where: str, t: torch.Tensor, key: torch.Tensor, heads: int, key_heads: int, layout: str
) -> int:
    """How many heads the keys have; 0 stands for those of the query."""
    check_ranks(where, (t, key), layout)
    check_heads(where, heads, t, layout)
    found = key_heads or heads
    check_groups(where, heads, found)
    return found


def split_heads(t: torch.Tensor, layout: str, heads: int) -> torch.Tensor:
    """(B, N, S, D)."""
    return to_bnsd(t, layout, t.shape[-1] if "N" in layout else t.shape[-1] // heads)


def lengths(given: Any, batch: int, device: torch.device) -> torch.Tensor | None:
    """(batch, 1, 1, 1) of one length for all or one for each."""
    if given is None:
        return None
    counts = torch.as_tensor(given, device=device).reshape(-1)
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
    queries: Any,
    keys: Any,
    query_padding: Any = None,
    key_padding: Any = None,
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
            places = torch.arange(size, device=q.device)
            places = places[:, None] if axis == -2 else places
            outside = (places < start) | (places >= start + counts) | (start < 0)
            hidden = outside if hidden is None else hidden | outside
    return hidden


def _start(counts: torch.Tensor | None, size: int, padding: Any) -> Any:
    if counts is None or padding is None:
        return 0
    behind = torch.as_tensor(padding, device=counts.device).reshape(-1).clamp(min=0)
    return size - behind - counts


@op
def prompt_flash_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    actual_seq_lengths: Any = None,
    actual_seq_lengths_kv: Any = None,
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

    `actual_seq_lengths` and `actual_seq_lengths_kv` (B,) say how much of each sequence is real: other keys are not
    seen, other queries give 0. Masks, modes 0 to 4 and tokens are those of `flash_attention_score`, the modes 3
    and 4 counting from each sequence's real end; `pse_shift` is added to the scores. With `quant_scale2` the result
    is int8: round(attention * scale + offset). Raises RuntimeError for heads that do not fit, ValueError for another
    layout, NotImplementedError for int8 queries.
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
    return _given_out(out, input_layout, quant_scale2, quant_offset2)


def _given_out(
    out: torch.Tensor,
    into: str,
    scale: torch.Tensor | None,
    offset: torch.Tensor | None,
) -> torch.Tensor:
    """The layout asked for, and int8 where there is a scale."""
    laid = from_bnsd(out, into)
    if scale is None:
        return laid
    if into == "BNSD" and scale.ndim == 2:  # (N, D)
        scale, offset = scale[:, None], None if offset is None else offset[:, None]
    return quantized(laid.float() * scale + (0 if offset is None else offset))


@op
def incre_flash_attention(
    query: torch.Tensor,
    key: Tensors,
    value: Tensors,
    attn_mask: torch.Tensor | None = None,
    actual_seq_lengths: Any = None,
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
    kv_padding_size: Any = None,
) -> torch.Tensor:
    """Attention of one new token, (B, 1, H) or (B, N, 1, D), over a cache of keys and values.

    key, value: a list or tuple of one Tensor, or of one for each sequence. `actual_seq_lengths` (B,) says how many
    keys are real, `kv_padding_size` how many others lie behind them. With a `block_table` (B, blocks) the keys lie
    in blocks of `block_size`. int8 keys count as (value + antiquant_offset) * antiquant_scale, of (2, H) or
    (2, N, 1, D). `attn_mask`, non-zero = not seen; `pse_shift` is added to the scores; with `quant_scale2` the result
    is int8. Raises TypeError for keys that are no list, RuntimeError for more than one query and for heads that do
    not fit, ValueError for another layout, NotImplementedError for int8 queries.
    """
    where = "incre_flash_attention"
    check.choice(where, "input_layout", input_layout, ["BSH", "BNSD"])
    refuse_integers(where, query, dequant_scale1=dequant_scale1, quant_scale1=quant_scale1, dequant_scale2=dequant_scale2)  # fmt: skip
    no_effects(where, "torch's kernel chooses its own precision", inner_precise=(inner_precise, 1))
    if query.ndim > 2 and query.shape[1 if input_layout == "BSH" else 2] != 1:
        raise RuntimeError(
            f"For '{where}', 'query' should have one position, but got {tuple(query.shape)}; use "
            "'prompt_flash_attention' for more."
        )
    antiquant = _both(antiquant_scale), _both(antiquant_offset)
    parts = _after_cache(
        where, query, key, value, attn_mask, actual_seq_lengths, pse_shift, antiquant, block_table, num_heads,
        input_layout, scale_value, num_key_value_heads, block_size, kv_padding_size,
    )  # fmt: skip
    return _given_out(parts.attention(), input_layout, quant_scale2, quant_offset2)


Pair = tuple[torch.Tensor | None, torch.Tensor | None]


def _both(t: torch.Tensor | None) -> Pair:
    """Those of the keys and those of the values."""
    return (None, None) if t is None else (t[0], t[1])


def _after_cache(
    where: str,
    query: torch.Tensor,
    key: Any,
    value: Any,
    mask: torch.Tensor | None,
    counts: Any,
    shift: torch.Tensor | None,
    antiquant: tuple[Pair, Pair],
    table: torch.Tensor | None,
    heads: int,
    layout: str,
    scale: float,
    key_heads: int,
    block_size: int,
    padding: Any,
) -> Parts:
    key, value = _joined(where, "key", key), _joined(where, "value", value)
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
    k = _dequantized(k, k_scale, k_offset, shared, q.dtype)
    v = _dequantized(v, v_scale, v_offset, shared, q.dtype)
    hidden = cut_off(where, q, k, mask, Window(1), None, counts, None, padding)
    shift = None if shift is None else shift[..., : k.shape[2]]
    return Parts(q, k, v, hidden, shift, scale)


def _joined(where: str, name: str, given: Any) -> torch.Tensor:
    """One tensor of a list of one, or of one for each sequence."""
    if not isinstance(given, (list, tuple)) or not given:
        raise TypeError(
            f"For '{where}', '{name}' should be a list or tuple of Tensor, but got {type(given).__name__}."
        )
    return given[0] if len(given) == 1 else torch.cat(list(given))


def _from_blocks(cache: torch.Tensor, table: torch.Tensor, heads: int, layout: str) -> torch.Tensor:
    """(B, N, S, D) from (blocks, size, H), or (blocks, N, size, D) of the layout BNSD."""
    if cache.ndim == 3:
        cache = cache.unflatten(-1, (heads, -1))
    elif layout == "BNSD":
        cache = cache.transpose(1, 2)
    return gathered(cache, table, None, None).transpose(1, 2)


def _dequantized(
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


@op
def fused_infer_attention_score(
    query: torch.Tensor,
    key: Tensors,
    value: Tensors,
    *,
    pse_shift: torch.Tensor | None = None,
    atten_mask: torch.Tensor | None = None,
    actual_seq_lengths: Any = None,
    actual_seq_lengths_kv: Any = None,
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
    query_padding_size: Any = None,
    kv_padding_size: Any = None,
    key_shared_prefix: torch.Tensor | None = None,
    value_shared_prefix: torch.Tensor | None = None,
    actual_shared_prefix_len: Any = None,
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

    Layouts BSH, BNSD, BSND and BNSD_BSND, which takes the one and gives the other. `softmax_lse` is the log of the
    sum of exp(scores), (B, N, S, 1) in float32, or one zero without `softmax_lse_flag`. Of one query the scales of
    int8 keys and values may be given apart. Raises NotImplementedError for shared prefixes, which MindSpore
    reserves, and for int8 queries; RuntimeError for another layout and for heads that do not fit.
    """
    where = "fused_infer_attention_score"
    for name, given in {"key_shared_prefix": key_shared_prefix, "value_shared_prefix": value_shared_prefix,
                        "actual_shared_prefix_len": actual_shared_prefix_len}.items():  # fmt: skip
        if given is not None:
            raise NotImplementedError(
                f"For '{where}', '{name}' is reserved by MindSpore; put the prefix before the keys."
            )
    refuse_integers(where, query, dequant_scale1=dequant_scale1, quant_scale1=quant_scale1, dequant_scale2=dequant_scale2)  # fmt: skip
    no_effects(where, "torch's kernel chooses its own precision", inner_precise=(inner_precise, 1))
    why = "the shape of the scales tells"
    no_effects(
        where, why, antiquant_mode=(antiquant_mode, 0), key_antiquant_mode=(key_antiquant_mode, 0),
        value_antiquant_mode=(value_antiquant_mode, 0),
    )  # fmt: skip
    layout, into = _layouts(where, input_layout)
    scales, offsets = _both(antiquant_scale), _both(antiquant_offset)
    if query.shape[layout.index("S")] == 1:
        scales = (key_antiquant_scale, value_antiquant_scale) if scales[0] is None else scales
        offsets = (key_antiquant_offset, value_antiquant_offset) if offsets[0] is None else offsets
        parts = _after_cache(
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
    out = _given_out(parts.attention(), into, quant_scale2, quant_offset2)
    return out, _log_sum(parts) if softmax_lse_flag else query.new_zeros(1, dtype=torch.float32)


def _layouts(where: str, layout: str) -> tuple[str, str]:
    if layout not in ("BSH", "BSND", "BNSD", "BNSD_BSND"):
        raise RuntimeError(
            f"For '{where}', 'input_layout' should be BSH, BSND, BNSD or BNSD_BSND, but got {layout!r}."
        )
    first, _, second = layout.partition("_")
    return first, second or first


def _only_of_one_query(where: str, **given: Any) -> None:
    for name, value in given.items():
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
    key, value = _joined(where, "key", key), _joined(where, "value", value)
    shared = heads_of(where, query, key, heads, key_heads, layout)
    q = split_heads(query, layout, heads)
    k, v = (
        _dequantized(
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


__all__ = ["fused_infer_attention_score", "incre_flash_attention", "prompt_flash_attention"]
