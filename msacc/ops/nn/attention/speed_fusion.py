"""Flash attention with a position shift that it may generate itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common.warn_once import no_effects
from msacc.ops.core.op import exported_ops, op
from msacc.ops.nn.attention.flash import Call, attention, refuse_reserved, softmax_statistics
from msacc.ops.nn.attention.layouts import RAGGED
from msacc.ops.nn.attention.masks import Window, positions

if TYPE_CHECKING:
    from collections.abc import Sequence


@op
def speed_fusion_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    head_num: int,
    input_layout: str,
    *,
    pse: torch.Tensor | None = None,
    padding_mask: torch.Tensor | None = None,
    atten_mask: torch.Tensor | None = None,
    scale: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: int = 2147483647,
    next_tokens: int = 2147483647,
    inner_precise: int = 0,
    prefix: torch.Tensor | Sequence[int] | None = None,
    actual_seq_qlen: torch.Tensor | Sequence[int] | None = None,
    actual_seq_kvlen: torch.Tensor | Sequence[int] | None = None,
    sparse_mode: int = 0,
    gen_mask_parallel: bool = True,
    sync: bool = False,
    pse_type: int = 1,
    q_start_idx: torch.Tensor | Sequence[int] | None = None,
    kv_start_idx: torch.Tensor | Sequence[int] | None = None,
) -> tuple[Any, ...]:
    """(attention, softmax_max, softmax_sum, softmax_out, seed, offset, numels) of `flash_attention_score`.

    `query`, `key`, `value`, their shapes and dtypes, `head_num`, `input_layout`, `padding_mask`, `keep_prob`,
    `pre_tokens`, `next_tokens`, `inner_precise`, `prefix`, `actual_seq_qlen`, `actual_seq_kvlen` and
    `sparse_mode` 0 to 5 are those of `flash_attention_score`, and `atten_mask` is its `attn_mask`. `pse_type` 0
    multiplies the scores by `scale` and adds `pse`, 1 adds it first; 2 and 3 take `pse` (N,) or (B, N) as
    slopes and add -slope * distance, or of its root, the distance being counted from `q_start_idx` and
    `kv_start_idx`. The dropped weights are torch's: seed, offset and numels are 0, and `gen_mask_parallel` and
    `sync` have no effect, which is said once. Raises ValueError for another `pse_type` or `sparse_mode`; else
    as `flash_attention_score`.
    """
    where = "speed_fusion_attention"
    refuse_reserved(where, padding_mask, inner_precise)
    check.choice(where, "pse_type", pse_type, [0, 1, 2, 3])
    check.choice(where, "sparse_mode", sparse_mode, [0, 1, 2, 3, 4, 5])
    why = "torch draws what is dropped"
    no_effects(where, why, gen_mask_parallel=(gen_mask_parallel, True), sync=(sync, False))
    shift = pse
    if pse_type < 2:
        tokens = {"q_start_idx": (q_start_idx, None), "kv_start_idx": (kv_start_idx, None)}
        no_effects(where, "it is of 'pse_type' 2 and 3", **tokens)
        shift = pse if pse is None or pse_type == 0 else pse * scale
    elif pse is None or input_layout in RAGGED:
        raise ValueError(
            f"For '{where}', 'pse_type' {pse_type} needs 'pse' with the slopes and a layout with a batch, but got "
            f"{input_layout}."
        )
    else:
        offsets = [0 if start is None else int(start[0]) for start in (q_start_idx, kv_start_idx)]
        shift = _slopes(pse, query, key, input_layout, offsets, pse_type == 3)
    call = Call(
        where, head_num, scale, input_layout, Window(sparse_mode, pre_tokens, next_tokens), shift, atten_mask,
        prefix, None, keep_prob, actual_seq_qlen, actual_seq_kvlen,
    )  # fmt: skip
    out = attention(call, query, key, value)
    nothing = [torch.zeros((), dtype=torch.int64, device=query.device) for _ in range(3)]
    return out, *softmax_statistics(call, query, key, value), query.new_empty(0), *nothing


def _slopes(
    pse: torch.Tensor,
    query: torch.Tensor,
    key: torch.Tensor,
    layout: str,
    offsets: list[int],
    root: bool,
) -> torch.Tensor:
    """(B or 1, N, S1, S2)."""
    axis = layout.index("S")
    ahead = positions(query.shape[axis], key.shape[axis], query.device)
    distance = (ahead + offsets[1] - offsets[0]).abs().float()
    distance = distance.sqrt() if root else distance
    return -pse.float().reshape(*((1,) if pse.ndim == 1 else ()), *pse.shape, 1, 1) * distance


__all__ = exported_ops(globals())
