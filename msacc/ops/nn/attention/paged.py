"""Paged attention over a blocked key-value cache, and the ops that write the cache."""

from __future__ import annotations

import torch

from msacc.common import checks as check
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op
from msacc.ops.nn.attention.scores import attend
from msacc.ops.nn.quant.scales import scale_values


def gather_blocks(
    cache: torch.Tensor,
    tables: torch.Tensor,
    scale: torch.Tensor | None,
    offset: torch.Tensor | None,
) -> torch.Tensor:
    """(B, S, N, D): the blocks of each sequence one after another; int8 as (value + offset) * scale."""
    rows = cache[tables.long().clamp(min=0)].flatten(1, 2)
    if scale is None:
        return rows
    wide = rows.float() if offset is None else rows.float() + offset.float()
    return wide * scale


@bindings(
    PrimitiveClass(
        "PagedAttention",
        inputs=(
            "query",
            "key_cache",
            "value_cache",
            "block_tables",
            "context_lens",
            "antiquant_scale",
            "antiquant_offset",
            "attn_mask",
            "q_seq_lens",
            "alibi_mask",
        ),
        settings={
            "head_num": Setting(),
            "scale_value": Setting(),
            "kv_head_num": Setting(),
            "kv_cache_quant_mode": Setting("DEFAULT"),
            "mask_mode": Setting("MASK_DEFAULT"),
            "mla_v_dim": Setting(0),
        },
    )
)
@op
def paged_attention(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor | None = None,
    block_tables: torch.Tensor | None = None,
    context_lens: torch.Tensor | None = None,
    antiquant_scale: torch.Tensor | None = None,
    antiquant_offset: torch.Tensor | None = None,
    attn_mask: torch.Tensor | None = None,
    q_seq_lens: torch.Tensor | None = None,
    alibi_mask: torch.Tensor | None = None,
    head_num: int = 1,
    scale_value: float = 1.0,
    kv_head_num: int = 1,
    kv_cache_quant_mode: str = "DEFAULT",
    mask_mode: str = "MASK_DEFAULT",
    mla_v_dim: int = 0,
) -> torch.Tensor:
    """Attention of new tokens over keys and values in blocks; the result has the shape of the query.

    `query`: (B, S, H) or (T, H), where `q_seq_lens` says how many of the T are of each sequence (one each
      without it).
    `head_num`: the heads, `kv_head_num`: those of keys.
    `scale_value`: what the scores are multiplied by.
    `attn_mask` and `alibi_mask` are added to the scores.
    `mask_mode`: TRAPEZOIDAL hides later keys of the last S.

    Caches: (blocks, block size, N, D), of which `block_tables` (B, blocks of a sequence) names those of each
    sequence and `context_lens` (B,) how many keys are seen. Without `value_cache`, `mla_v_dim` numbers of each
    key are its value. int8 caches count as (value + offset) * scale, with scales of (2, N * D), or (2, B, S) in
    the mode PERTOKEN. Floats are of one dtype, which the result has.

    Raises ValueError for another mode, RuntimeError for heads that do not fit.
    """
    where = "PagedAttention"
    check.choice(where, "kv_cache_quant_mode", kv_cache_quant_mode, ["DEFAULT", "PERTOKEN"])
    check.choice(where, "mask_mode", mask_mode, ["MASK_DEFAULT", "TRAPEZOIDAL"])
    if block_tables is None or context_lens is None:
        missing = "block_tables" if block_tables is None else "context_lens"
        raise TypeError(f"For '{where}', '{missing}' should be a Tensor, but got None.")
    _check_counts(where, head_num, kv_head_num)
    scales = _scales(antiquant_scale, kv_head_num, kv_cache_quant_mode)
    offsets = _scales(antiquant_offset, kv_head_num, kv_cache_quant_mode)
    k = gather_blocks(_four(key_cache, kv_head_num), block_tables, scales[0], offsets[0])
    if value_cache is None:
        v = k[..., : check.positive_int(where, "mla_v_dim", mla_v_dim)]
    else:
        v = gather_blocks(_four(value_cache, kv_head_num), block_tables, scales[1], offsets[1])
    q = query.reshape(-1, head_num, query.shape[-1] // head_num)
    hidden, sequence = _hidden_keys(query, context_lens, q_seq_lens, k.shape[1], mask_mode)
    shift = _score_bias(attn_mask, alibi_mask, hidden)
    out = _over(q, k.to(q.dtype), v.to(q.dtype), hidden, shift, sequence, scale_value)
    return out.reshape(*query.shape[:-1], -1)


@bindings(
    PrimitiveClass(
        "PagedAttentionMask",
        inputs=(
            "query",
            "key_cache",
            "value_cache",
            "block_tables",
            "context_lens",
            "antiquant_scale",
            "antiquant_offset",
            "alibi_mask",
        ),
        settings={
            "head_num": Setting(),
            "scale_value": Setting(),
            "kv_head_num": Setting(),
            "kv_cache_quant_mode": Setting("DEFAULT"),
        },
    )
)
@op
def paged_attention_mask(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    block_tables: torch.Tensor,
    context_lens: torch.Tensor,
    antiquant_scale: torch.Tensor | None = None,
    antiquant_offset: torch.Tensor | None = None,
    alibi_mask: torch.Tensor | None = None,
    head_num: int = 1,
    scale_value: float = 1.0,
    kv_head_num: int = 1,
    kv_cache_quant_mode: str = "DEFAULT",
) -> torch.Tensor:
    """`paged_attention` with `alibi_mask` (B, N, S, keys) added to the scores; dtypes and the other arguments are
    its.
    """
    return paged_attention.raw(  # type: ignore[no-any-return]
        query, key_cache, value_cache, block_tables, context_lens, antiquant_scale, antiquant_offset, None, None,
        alibi_mask, head_num, scale_value, kv_head_num, kv_cache_quant_mode,
    )  # fmt: skip


def _check_counts(where: str, heads: int, key_heads: int) -> None:
    if heads <= 0 or key_heads <= 0 or heads % key_heads:
        raise RuntimeError(
            f"For '{where}', 'kv_head_num' should divide 'head_num', but got {key_heads} and {heads}."
        )


def _four(cache: torch.Tensor, heads: int) -> torch.Tensor:
    return cache if cache.ndim == 4 else cache.unflatten(-1, (heads, -1))


def _scales(
    scales: torch.Tensor | None, heads: int, mode: str
) -> tuple[torch.Tensor | None, torch.Tensor | None]:
    """Those of keys and of values, to be multiplied with (B, S, N, D)."""
    if scales is None:
        return None, None
    values = scale_values(scales) if scales.dtype is torch.int64 else scales.float()
    if mode == "PERTOKEN":
        values = values.reshape(2, values.shape[1], -1, 1, 1)
    else:
        values = values.reshape(2, 1, 1, heads, -1)
    return values[0], values[1]


def _hidden_keys(
    query: torch.Tensor,
    lengths: torch.Tensor,
    counts: torch.Tensor | None,
    keys: int,
    mode: str,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(T, keys): True where a token does not see a key of its sequence; and of which sequence a token is."""
    positions = torch.arange(keys, device=query.device)
    tokens = query.shape[0] if query.ndim == 2 else query.shape[0] * query.shape[1]
    each = torch.arange(tokens, device=query.device)
    if counts is not None:
        counts = counts.reshape(-1).long()
        stops = counts.cumsum(0)
        sequence = torch.searchsorted(stops, each, right=True).clamp(max=len(counts) - 1)
        left = stops[sequence] - each - 1
    else:
        length = 1 if query.ndim == 2 else query.shape[1]
        sequence = each // length
        left = length - 1 - each % length
    visible_counts = lengths.reshape(-1).long()[sequence]
    if mode == "TRAPEZOIDAL":
        visible_counts = visible_counts - left
    return positions >= visible_counts[:, None], sequence


def _score_bias(
    mask: torch.Tensor | None, alibi: torch.Tensor | None, hidden: torch.Tensor
) -> torch.Tensor | None:
    """The bias added to the scores (T, N, keys)."""
    total = None
    tokens, keys = hidden.shape
    if mask is not None:
        total = _columns(mask.float().reshape(-1, 1, mask.shape[-1]), keys)
    if alibi is not None:
        each = alibi.float()
        if each.ndim == 4:  # (B, N, S, keys)
            each = each.transpose(1, 2).flatten(0, 1)
        elif each.ndim == 3:  # (N, T, keys)
            each = each.transpose(0, 1)
        else:
            each = each[:, None]
        each = _columns(each, keys)
        total = each if total is None else total + each
    return total


def _columns(t: torch.Tensor, keys: int) -> torch.Tensor:
    """As many columns as there are keys in the blocks; those beyond are hidden anyway."""
    t = t[..., :keys]
    return torch.nn.functional.pad(t, (0, keys - t.shape[-1]))


def _over(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    hidden: torch.Tensor,
    shift: torch.Tensor | None,
    sequence: torch.Tensor,
    scale: float,
) -> torch.Tensor:
    """(T, N, D): each token over the keys of its sequence."""
    batch = k.shape[0]
    if q.shape[0] == batch:  # one token of each: a batch
        k, v = k.transpose(1, 2), v.transpose(1, 2)
        shift = None if shift is None else shift[:, :, None]
        return attend(q[:, :, None], k, v, hidden[:, None, None], shift, scale)[:, :, 0]
    k, v = (t.flatten(0, 1).transpose(0, 1)[None] for t in (k, v))
    other = sequence[:, None] != torch.arange(batch, device=q.device)
    mask = (other[:, :, None] | hidden[:, None]).flatten(1)
    if shift is not None:
        shift = shift.repeat(1, 1, batch).transpose(0, 1)[None]
    return attend(q.transpose(0, 1)[None], k, v, mask, shift, scale)[0].transpose(0, 1)


@bindings(
    PrimitiveClass(
        "ReshapeAndCache", inputs=("key", "value", "key_cache", "value_cache", "slot_mapping")
    )
)
@op
def reshape_and_cache(
    key: torch.Tensor,
    value: torch.Tensor | None = None,
    key_cache: torch.Tensor | None = None,
    value_cache: torch.Tensor | None = None,
    slot_mapping: torch.Tensor | None = None,
) -> torch.Tensor:
    """Write keys and values into their caches, in place; the result is `key`.

    key, value: floats (tokens, N, D), or (…, H); key_cache, value_cache: (blocks, block size, N, D), in whose
    dtype they are written; slot_mapping: integers (tokens,), the place of each token among all of all blocks,
    negative to leave it out. Raises TypeError where a cache or the slots are missing, ValueError where tokens
    and slots differ in number.
    """
    where = "ReshapeAndCache"
    if key_cache is None or slot_mapping is None or (value is None) != (value_cache is None):
        raise TypeError(
            f"For '{where}', 'key' needs 'key_cache', 'value' needs 'value_cache' and both 'slot_mapping'."
        )
    with torch.no_grad():
        _write(where, key, key_cache, slot_mapping)
        if value is not None and value_cache is not None:
            _write(where, value, value_cache, slot_mapping)
    return key


def _write(where: str, new: torch.Tensor, cache: torch.Tensor, slots: torch.Tensor) -> None:
    flat = cache.view(cache.shape[0] * cache.shape[1], -1)
    rows, slots = new.reshape(-1, flat.shape[1]).to(cache.dtype), slots.reshape(-1).long()
    if rows.shape[0] != slots.shape[0]:
        raise ValueError(
            f"For '{where}', 'slot_mapping' should have a slot for each of {rows.shape[0]} tokens, but got "
            f"{slots.shape[0]}."
        )
    # What is left out writes what the first other token does, or slot 0 as it is: nothing waits for the values.
    valid = slots >= 0
    first, some = valid.to(torch.uint8).argmax(), valid.any()
    spare_slot = torch.where(some, slots[first], 0)
    fallback = torch.where(some, rows[first], flat[0])
    flat.index_copy_(
        0, torch.where(valid, slots, spare_slot), torch.where(valid[:, None], rows, fallback)
    )


@bindings(
    PrimitiveClass("KVCacheScatterUpdate", inputs=("var", "indices", "updates", "axis", "reduce"))
)
@op
def kv_cache_scatter_update(
    var: torch.Tensor, indices: torch.Tensor, updates: torch.Tensor, axis: int, reduce: str = "none"
) -> torch.Tensor:
    """Write `updates` into `var` of (B, N, S, D) in place, from place `indices[b]` along `axis`; gives `var`.

    axis: -2, or -1 where the sequence comes last; indices: integers (B,); updates: as `var`, of its dtype and
    of any length along the axis. reduce: 'none' or 'update', which both overwrite. Raises ValueError for
    another axis, `reduce` or shape.
    """
    where = "KVCacheScatterUpdate"
    check.choice(where, "axis", axis, [-1, -2])
    check.choice(where, "reduce", reduce, ["none", "update"])
    if var.ndim != 4 or updates.ndim != 4 or indices.reshape(-1).shape[0] != var.shape[0]:
        raise ValueError(
            f"For '{where}', 'var' and 'updates' should have 4 dimensions and 'indices' an index for each batch, but "
            f"got {tuple(var.shape)}, {tuple(updates.shape)} and {tuple(indices.shape)}."
        )
    steps = torch.arange(updates.shape[axis], device=var.device)
    slots = indices.reshape(-1, 1).long() + steps
    shape = (slots.shape[0], 1, -1, 1) if axis == -2 else (slots.shape[0], 1, 1, -1)
    with torch.no_grad():
        var.scatter_(axis, slots.reshape(shape).expand(updates.shape), updates.to(var.dtype))
    return var


__all__: list[str] = []
