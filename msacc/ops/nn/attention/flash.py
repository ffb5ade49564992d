"""Flash attention for training."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from msacc.common import checks as check
from msacc.common.warn_once import no_effect, once
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.nn.attention.layouts import (
    BATCHED,
    RAGGED,
    check_dtypes,
    check_groups,
    check_heads,
    check_ranks,
    from_bnsd,
    to_bnsd,
)
from msacc.ops.nn.attention.masks import (
    Window,
    check_window,
    full_shift,
    hidden_keys,
    positions,
    prefix_keys,
)
from msacc.ops.nn.attention.ragged import ragged_attention, ragged_statistics
from msacc.ops.nn.attention.scores import COPIES, attend, statistics, unpack_bits
from msacc.ops.nn.lazy_results import lazy_tensor
from msacc.sharding.strategy_state import sharding

if TYPE_CHECKING:
    from collections.abc import Sequence


class Call(NamedTuple):
    """The arguments of one call, apart from query, key and value."""

    where: str
    heads: int
    scale: float
    layout: str
    window: Window
    shift: torch.Tensor | None = None
    mask: torch.Tensor | None = None
    prefix: Any = None
    drop_mask: torch.Tensor | None = None
    keep_prob: float = 1.0
    query_ends: Any = None
    key_ends: Any = None
    # A ring of processes without a mask, where MindSpore hides later keys.
    causal_ring: bool = False


def check_call(call: Call, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> None:
    """Checks the arguments; raises MindSpore's exception classes."""
    where = call.where
    check.choice(where, "input_layout", call.layout, [*BATCHED, *RAGGED])
    check_ranks(where, (query, key, value), call.layout)
    check_dtypes(where, (query, key, value))
    check_heads(where, call.heads, query, call.layout)
    check_window(where, call.window, call.mask)
    check.floating(where, "keep_prob", call.keep_prob, also_int=True)
    if not 0.0 < call.keep_prob <= 1.0:
        raise RuntimeError(
            f"For '{where}', 'keep_prob' should be in (0, 1], but got {call.keep_prob}."
        )
    if call.prefix is not None and call.window.mode != 5:
        no_effect(where, "prefix", call.prefix, "it is of 'sparse_mode' 5")
    has_ends = call.query_ends is not None, call.key_ends is not None
    if call.layout in RAGGED and not all(has_ends):
        raise ValueError(
            f"For '{where}', the layout {call.layout} needs 'actual_seq_qlen' and 'actual_seq_kvlen'."
        )
    if call.layout not in RAGGED and any(has_ends):
        raise ValueError(
            f"For '{where}', 'actual_seq_qlen' and 'actual_seq_kvlen' are of the layout TND alone, but got them "
            f"with {call.layout}; hide keys by 'attn_mask'."
        )


class Batch(NamedTuple):
    """Query, key and value as (B, N, S, D), and the mask of hidden keys."""

    q: torch.Tensor
    k: torch.Tensor
    v: torch.Tensor
    hidden: torch.Tensor | None
    shift: torch.Tensor | None
    causal: bool


def to_batched_layout(
    call: Call, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> Batch:
    """One batched layout, made ready."""
    head = call.layout.index("N") if "N" in call.layout else None
    width = query.shape[-1] if head else query.shape[-1] // call.heads
    if key.shape[-1] % width:
        raise RuntimeError(
            f"For '{call.where}', the keys should have heads of {width}, but got a key of {tuple(key.shape)}."
        )
    q, k = (to_bnsd(t, call.layout, width) for t in (query, key))
    v = to_bnsd(value, call.layout, value.shape[-1] if head else value.shape[-1] // k.shape[1])
    check_groups(call.where, q.shape[1], k.shape[1])
    queries, keys = q.shape[2], k.shape[2]
    shift = None if call.shift is None else full_shift(call.shift, queries, keys)
    window = Window(2) if call.causal_ring else call.window
    mode = window.mode
    if shift is None and call.drop_mask is None and (mode == 2 or mode == 3 and queries == keys):
        return Batch(q, k, v, None, None, True)
    prefix = prefix_keys(call.where, call.prefix, q.shape[0], keys, q.device) if mode == 5 else None
    ahead = positions(queries, keys, q.device, (q, 2))
    hidden = hidden_keys(call.where, ahead, keys - queries, call.mask, window, prefix)
    return Batch(q, k, v, hidden, shift, False)


def attention(
    call: Call, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> torch.Tensor:
    """The attention in the layout of the query."""
    check_call(call, query, key, value)
    if call.layout in RAGGED:
        return ragged_attention(call, query, key, value)
    batch = to_batched_layout(call, query, key, value)
    keep_mask = None
    if call.drop_mask is not None:
        keep_mask = unpack_bits(call.drop_mask, (*batch.q.shape[:3], batch.k.shape[2]))
    rate = 1.0 - call.keep_prob
    out = attend(
        batch.q,
        batch.k,
        batch.v,
        batch.hidden,
        batch.shift,
        call.scale,
        rate,
        keep_mask,
        batch.causal,
    )
    return from_bnsd(out, call.layout)


def softmax_statistics(
    call: Call, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> tuple[Any, Any]:
    """Largest score and sum of exp(score - largest): (B, N, S, 8), or (T, N, 8) of ragged sequences."""
    query, key, value = query.detach(), key.detach(), value.detach()
    if call.layout in RAGGED:
        shape: tuple[int, ...] = (query.shape[0], call.heads, COPIES)
    else:
        sequence_axes = {"BSH": 1, "SBH": 0, "BNSD": 2, "BSND": 1}
        batch = query.shape[call.layout.index("B")]
        shape = (batch, call.heads, query.shape[sequence_axes[call.layout]], COPIES)
    results: list[torch.Tensor] = []
    rules = sharding.mode if sharding.active else None

    def one(index: int) -> torch.Tensor:
        if not results:
            # They may be read where operators are no longer cut.
            with rules or nullcontext():
                results.extend(_statistics(call, query, key, value))
        return results[index][..., None].expand(shape).contiguous()

    return lazy_tensor(lambda: one(0), shape), lazy_tensor(lambda: one(1), shape)


def _statistics(
    call: Call, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    if call.layout in RAGGED:
        return ragged_statistics(call, query, key, value)
    batch = to_batched_layout(call, query, key, value)
    hidden = batch.hidden
    if batch.causal:
        hidden = positions(batch.q.shape[2], batch.k.shape[2], batch.q.device) > 0
    return statistics(batch.q, batch.k, hidden, batch.shift, call.scale)


def _causal_ring(where: str, mask: torch.Tensor | None) -> bool:
    if not sharding.ring or mask is not None:
        return False
    once(
        "causal ring",
        f"{where}: 'enable_ring_attention' without 'attn_mask' hides later keys where the sequence is cut, as in "
        "MindSpore; one process sees all keys. Give an 'attn_mask' and 'sparse_mode' 2 for the same in both.",
    )
    return True


def refuse_reserved(where: str, padding_mask: torch.Tensor | None, inner_precise: object) -> None:
    """Refuses arguments that MindSpore reserves for future use."""
    if padding_mask is not None:
        raise NotImplementedError(
            f"For '{where}', 'padding_mask' is reserved by MindSpore and has no meaning yet; put the padding "
            "into 'attn_mask'."
        )
    if inner_precise:
        no_effect(where, "inner_precise", inner_precise, "torch's kernel chooses its own precision")


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
    prefix: torch.Tensor | Sequence[int] | None = None,
    actual_seq_qlen: torch.Tensor | Sequence[int] | None = None,
    actual_seq_kvlen: torch.Tensor | Sequence[int] | None = None,
    keep_prob: float = 1.0,
    scalar_value: float = 1.0,
    pre_tokens: int = 2147483647,
    next_tokens: int = 2147483647,
    inner_precise: int = 0,
    input_layout: str = "BSH",
    sparse_mode: int = 0,
) -> torch.Tensor:
    """softmax(query @ key^T * scalar_value + real_shift) @ value per head, by torch's fused kernel.

    `input_layout`: BSH, SBH, BSND, BNSD, or TND, where sequences of several lengths follow one another and
      `actual_seq_qlen` and `actual_seq_kvlen` (ints or a Tensor) tell where each ends; lengths that do not
      end at T are taken one by one. Key and value may have fewer heads than the query.
    `attn_mask`: non-zero = do not attend. In `sparse_mode` 0 it is narrowed to the keys from `pre_tokens`
      before to `next_tokens` after the query's place; 1 takes it as it is; 2 and 3 attend to no later keys
      instead, the places counted from the first or from the last query and key; 4 to those between both
      counts from the last; 5 is 3 with the first `prefix[b]` keys seen by all. Without a mask everything is
      seen; a query that sees nothing gives 0.
    `real_shift` of 1024 rows for more queries is read as ALiBi: its last row says all. Of the weights
      `keep_prob` are kept: those of `drop_mask` (bits, 1 = keep), or at random.
    `inner_precise` has no effect, which is said once.

    Raises ValueError for the modes 2 to 4 without `attn_mask` and for lengths that do not fit the layout,
    RuntimeError for a `head_num` or `keep_prob` that does not fit, NotImplementedError for `padding_mask` and
    modes 6 to 8, which MindSpore only names.

    Differs from MindSpore: float32 is taken as well.
    """
    where = "flash_attention_score"
    refuse_reserved(where, padding_mask, inner_precise)
    call = Call(
        where, head_num, scalar_value, input_layout, Window(sparse_mode, pre_tokens, next_tokens),
        real_shift, attn_mask, prefix, drop_mask, keep_prob, actual_seq_qlen, actual_seq_kvlen,
    )  # fmt: skip
    return attention(call, query, key, value)


@bindings(
    PrimitiveClass(
        "FlashAttentionScore",
        inputs=(
            "query",
            "key",
            "value",
            "real_shift",
            "drop_mask",
            "padding_mask",
            "attn_mask",
            "prefix",
            "actual_seq_qlen",
            "actual_seq_kvlen",
        ),
        settings={
            "head_num": Setting(),
            "keep_prob": Setting(1.0),
            "scale_value": Setting(1.0),
            "pre_tokens": Setting(2**31 - 1),
            "next_tokens": Setting(2**31 - 1),
            "inner_precise": Setting(0),
            "input_layout": Setting("BSH"),
            "sparse_mode": Setting(0),
        },
    )
)
@op
def flash_attention_primitive(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    real_shift: torch.Tensor | None = None,
    drop_mask: torch.Tensor | None = None,
    padding_mask: torch.Tensor | None = None,
    attn_mask: torch.Tensor | None = None,
    prefix: torch.Tensor | Sequence[int] | None = None,
    actual_seq_qlen: torch.Tensor | Sequence[int] | None = None,
    actual_seq_kvlen: torch.Tensor | Sequence[int] | None = None,
    head_num: int = 1,
    keep_prob: float = 1.0,
    scale_value: float = 1.0,
    pre_tokens: int = 2147483647,
    next_tokens: int = 2147483647,
    inner_precise: int = 0,
    input_layout: str = "BSH",
    sparse_mode: int = 0,
) -> tuple[Any, Any, torch.Tensor, torch.Tensor]:
    """(softmax_max, softmax_sum, softmax_out, attention) of `flash_attention_score`.

    The first two are float32 of (B, N, S, 8), or (T, N, 8) of the layout TND: each query's largest score and the sum
    of exp(score - largest), eight times; they are computed when they are read, and have no gradient.
    `softmax_out` is reserved by MindSpore: one zero.
    """
    where = "FlashAttentionScore"
    refuse_reserved(where, padding_mask, inner_precise)
    call = Call(
        where, head_num, scale_value, input_layout, Window(sparse_mode, pre_tokens, next_tokens),
        real_shift, attn_mask, prefix, drop_mask, keep_prob, actual_seq_qlen, actual_seq_kvlen,
        _causal_ring(where, attn_mask),
    )  # fmt: skip
    out = attention(call, query, key, value)
    return *softmax_statistics(call, query, key, value), query.new_zeros(1), out


__all__ = exported_ops(globals(), "flash_attention_primitive")
