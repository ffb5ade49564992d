"""The gradient of flash attention as an op."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op
from msacc.ops.nn.attention.flash import Call, attention, refuse_reserved
from msacc.ops.nn.attention.masks import Window

if TYPE_CHECKING:
    from collections.abc import Sequence


@bindings(
    PrimitiveClass(
        "FlashAttentionScoreGrad",
        inputs=(
            "query",
            "key",
            "value",
            "dy",
            "pse_shift",
            "drop_mask",
            "padding_mask",
            "atten_mask",
            "softmax_max",
            "softmax_sum",
            "softmax_in",
            "attention_in",
            "prefix",
            "actual_seq_qlen",
            "actual_seq_kvlen",
        ),
        settings={
            "head_num": Setting(),
            "keep_prob": Setting(1.0),
            "scale_value": Setting(1.0),
            "pre_tokens": Setting(65536),
            "next_tokens": Setting(65536),
            "inner_precise": Setting(1),
            "input_layout": Setting("BSH"),
            "sparse_mode": Setting(0),
        },
    )
)
@op
def flash_attention_score_grad(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    dy: torch.Tensor,
    pse_shift: torch.Tensor | None = None,
    drop_mask: torch.Tensor | None = None,
    padding_mask: torch.Tensor | None = None,
    atten_mask: torch.Tensor | None = None,
    softmax_max: torch.Tensor | None = None,
    softmax_sum: torch.Tensor | None = None,
    softmax_in: torch.Tensor | None = None,
    attention_in: torch.Tensor | None = None,
    prefix: torch.Tensor | Sequence[int] | None = None,
    actual_seq_qlen: torch.Tensor | Sequence[int] | None = None,
    actual_seq_kvlen: torch.Tensor | Sequence[int] | None = None,
    head_num: int = 1,
    keep_prob: float = 1.0,
    scale_value: float = 1.0,
    pre_tokens: int = 65536,
    next_tokens: int = 65536,
    inner_precise: int = 1,
    input_layout: str = "BSH",
    sparse_mode: int = 0,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """The gradients of query, key, value and `pse_shift` (one zero without it), for `dy` of the attention.

    The attention is computed anew: `softmax_max`, `softmax_sum`, `softmax_in` and `attention_in`, which Ascend's
    kernel starts from, are not read. Raises ValueError for a `keep_prob` below 1 without `drop_mask`, as the weights
    that were dropped are not known; else as `flash_attention_score`.

    The Tensors have the shapes and dtypes of `flash_attention_score`, `dy` those of its result.
    """
    where = "FlashAttentionScoreGrad"
    # Ascend's default is 1 here; other values are said to have no effect.
    refuse_reserved(where, padding_mask, inner_precise - 1)
    if keep_prob < 1.0 and drop_mask is None:
        raise ValueError(f"For '{where}', 'keep_prob' {keep_prob} needs the 'drop_mask' of the attention.")  # fmt: skip

    def forward(
        q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, shift: torch.Tensor | None = None
    ) -> torch.Tensor:
        call = Call(
            where, head_num, scale_value, input_layout, Window(sparse_mode, pre_tokens, next_tokens), shift,
            atten_mask, prefix, drop_mask, keep_prob, actual_seq_qlen, actual_seq_kvlen,
        )  # fmt: skip
        return attention(call, q, k, v)

    inputs = (query, key, value) if pse_shift is None else (query, key, value, pse_shift)
    gradients: Any = torch.func.vjp(forward, *inputs)[1](dy)
    return (*gradients, query.new_zeros(1)) if pse_shift is None else gradients
