"""multi_head_attention_forward: attention with its projections, as a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F

from msacc.common import dtype as mstype
from msacc.common.warn_once import no_effect
from msacc.ops.core.op import exported_ops, op

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike


@op
def multi_head_attention_forward(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: torch.Tensor | None,
    in_proj_bias: torch.Tensor | None,
    bias_k: torch.Tensor | None,
    bias_v: torch.Tensor | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: torch.Tensor,
    out_proj_bias: torch.Tensor | None,
    training: bool = True,
    key_padding_mask: torch.Tensor | None = None,
    attn_mask: torch.Tensor | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: torch.Tensor | None = None,
    k_proj_weight: torch.Tensor | None = None,
    v_proj_weight: torch.Tensor | None = None,
    static_k: torch.Tensor | None = None,
    static_v: torch.Tensor | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
    k_is_v: bool = False,
    q_is_k: bool = False,
    dtype: DTypeLike = mstype.float32,
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """(output, weights) of attention over (L, N, E) or (L, E) queries, keys and values.

    `in_proj_weight` (3E, E), or the three `*_proj_weight` with `use_separate_proj_weight`; masks are bool
    (True = do not attend) or are added to the scores. With `in_proj_weight`, `k_is_v` takes the values from
    `key`, and `q_is_k` beside it both from `query`. `dtype` only steers MindSpore's kernels, which is said
    once. Raises ValueError for shapes that do not fit, NotImplementedError for `is_causal=True`.
    """
    if is_causal:
        raise NotImplementedError(
            "msacc does not have multi_head_attention_forward(is_causal=True): pass attn_mask."
        )
    if dtype != mstype.float32:
        no_effect("multi_head_attention_forward", "dtype", dtype, "the inputs' dtype is kept")
    if k_is_v and not use_separate_proj_weight:
        key = query if q_is_k else key
        value = key
    try:
        return F.multi_head_attention_forward(
            query,
            key,
            value,
            embed_dim_to_check,
            num_heads,
            in_proj_weight,
            in_proj_bias,
            bias_k,
            bias_v,
            add_zero_attn,
            dropout_p,
            out_proj_weight,
            out_proj_bias,
            training,
            key_padding_mask,
            True,
            attn_mask,
            use_separate_proj_weight,
            q_proj_weight,
            k_proj_weight,
            v_proj_weight,
            static_k,
            static_v,
            average_attn_weights,
        )
    except (AssertionError, RuntimeError) as error:
        first = str(error).splitlines()[0] if str(error) else "shapes do not fit"
        raise ValueError(f"For 'multi_head_attention_forward', {first}") from error


__all__ = exported_ops(globals())
