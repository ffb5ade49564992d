"""Ring attention: merges the partial results over parts of the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common.warn_once import no_effect
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import exported_ops, op

if TYPE_CHECKING:
    from collections.abc import Sequence


@bindings(
    PrimitiveClass(
        "RingAttentionUpdate",
        inputs=(
            "prev_attn_out",
            "prev_softmax_max",
            "prev_softmax_sum",
            "cur_attn_out",
            "cur_softmax_max",
            "cur_softmax_sum",
            "actual_seq_qlen",
            "layout",
        ),
    )
)
@op
def ring_attention_update(
    prev_attn_out: torch.Tensor,
    prev_softmax_max: torch.Tensor,
    prev_softmax_sum: torch.Tensor,
    cur_attn_out: torch.Tensor,
    cur_softmax_max: torch.Tensor,
    cur_softmax_sum: torch.Tensor,
    actual_seq_qlen: torch.Tensor | Sequence[int] | None = None,
    layout: str = "SBH",
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(attention, softmax_max, softmax_sum) over all keys, from those over two parts of them.

    `prev_attn_out`, `prev_softmax_max` and `prev_softmax_sum` are those over one part, `cur_attn_out`,
    `cur_softmax_max` and `cur_softmax_sum` those over the other. The attention is (S, B, H) with statistics of
    (B, N, S, 8), or (T, N, D) with (T, N, 8) in the `layout` TND, which needs `actual_seq_qlen`, though each
    position is updated by itself. It has the dtype of `prev_attn_out`. Raises ValueError for another layout,
    RuntimeError for TND without `actual_seq_qlen`.
    """
    where = "ring_attention_update"
    check.choice(where, "layout", layout, ["SBH", "TND"])
    if layout == "TND" and actual_seq_qlen is None:
        raise RuntimeError(f"For '{where}', the layout TND needs 'actual_seq_qlen'.")
    if layout == "SBH" and actual_seq_qlen is not None:
        no_effect(where, "actual_seq_qlen", actual_seq_qlen, "it is of the layout TND")
    largest = torch.maximum(prev_softmax_max, cur_softmax_max)
    before = prev_softmax_sum * torch.exp(prev_softmax_max - largest)
    current = cur_softmax_sum * torch.exp(cur_softmax_max - largest)
    total = before + current
    out = _weighted(prev_attn_out, before / total, layout) + _weighted(
        cur_attn_out, current / total, layout
    )
    return out.to(prev_attn_out.dtype), largest, total


def _weighted(out: torch.Tensor, weights: torch.Tensor, layout: str) -> torch.Tensor:
    each = weights[..., :1]
    if layout == "TND":
        return out.float() * each
    length, batch, _ = out.shape
    heads = out.float().reshape(length, batch, each.shape[1], -1)
    return (heads * each.permute(2, 0, 1, 3)).reshape(out.shape)


__all__ = exported_ops(globals())
