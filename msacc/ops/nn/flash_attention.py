"""Attention by torch's fused kernel, in the layouts and with the masks of Ascend's."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common.notice import no_effect
from msacc.ops.core.op import op
from msacc.ops.nn.attention import additive

_WHERE = "flash_attention_score"
_LAYOUTS = ("BSH", "BNSD", "SBH", "BSND")
_ALL = 2147483647
# The masks of the sparse modes 2 and 3 are of this size whatever the sequences are.
_COMPRESSED = (2048, 2048)


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
    prefix: Any = None,
    actual_seq_qlen: Any = None,
    actual_seq_kvlen: Any = None,
    keep_prob: float = 1.0,
    scalar_value: float = 1.0,
    pre_tokens: int = _ALL,
    next_tokens: int = _ALL,
    inner_precise: int = 0,
    input_layout: str = "BSH",
    sparse_mode: int = 0,
) -> torch.Tensor:
    """softmax(query @ key^T * scalar_value + real_shift) @ value per head, by torch's fused kernel.

    `attn_mask`: non-zero = do not attend. With it, in mode 0, a position sees those from `pre_tokens` before
    to `next_tokens` after it; without it both have no effect. `sparse_mode` 1 is the mask alone, 2 and 3
    are causal from the upper left and to the lower right corner and take a mask of (2048, 2048). Key and
    value may have fewer heads than the query. Raises ValueError for an unknown layout, RuntimeError for
    heads and masks that do not fit, NotImplementedError for what only Ascend's kernel has: drop_mask,
    padding_mask, prefix, actual lengths (layout TND), sparse modes from 4.
    """
    refused = {
        "drop_mask": drop_mask is not None,
        "padding_mask": padding_mask is not None,
        "prefix": prefix is not None,
        "actual_seq_qlen": actual_seq_qlen is not None,
        "actual_seq_kvlen": actual_seq_kvlen is not None,
        "sparse_mode": sparse_mode not in (0, 1, 2, 3),
        "input_layout": input_layout == "TND",
    }
    for argument, is_set in refused.items():
        if is_set:
            raise NotImplementedError(
                f"For '{_WHERE}', this value of '{argument}' needs Ascend's own kernel; msacc supports layouts "
                f"{_LAYOUTS}, sparse modes 0 to 3, 'attn_mask', 'real_shift', 'keep_prob' and 'scalar_value'."
            )
    check.choice(_WHERE, "input_layout", input_layout, _LAYOUTS)
    check.in_range(_WHERE, "keep_prob", keep_prob, 0.0, 1.0, "r", also_int=True)
    if inner_precise:
        no_effect(
            _WHERE, "inner_precise", inner_precise, "torch's kernel chooses its own precision"
        )
    q, k, v = (_to_bnsd(t, input_layout, head_num, query) for t in (query, key, value))
    _check_heads(head_num, q.shape[1], k.shape[1])
    mask = _mask(attn_mask, sparse_mode, pre_tokens, next_tokens, q.shape[2], k.shape[2])
    mask = None if mask is None else additive(mask, q.dtype)
    if real_shift is not None:
        mask = real_shift.to(q.dtype) if mask is None else mask + real_shift.to(q.dtype)
    out = F.scaled_dot_product_attention(
        q, k, v, mask, 1.0 - keep_prob, scale=scalar_value, enable_gqa=k.shape[1] != q.shape[1]
    )
    return _from_bnsd(out, input_layout)


def _check_heads(head_num: int, queries: int, keys: int) -> None:
    if head_num != queries or queries % keys:
        raise RuntimeError(
            f"For '{_WHERE}', 'head_num' must be the number of the query's heads and divisible by the "
            f"key's, but got {head_num} for {queries} and {keys}."
        )


def _mask(
    given: torch.Tensor | None, mode: int, before: int, after: int, rows: int, columns: int
) -> torch.Tensor | None:
    """True where a query of `rows` must not see a key of `columns`."""
    windowed = before < rows - 1 or after < columns - 1
    if windowed and (given is None or mode != 0):
        for name, tokens in (("pre_tokens", before), ("next_tokens", after)):
            if tokens != _ALL:
                why = "as in MindSpore it goes with 'attn_mask' and sparse_mode=0"
                no_effect(_WHERE, name, tokens, why)
    if given is None and mode == 0:
        return None
    if given is None or (mode in (2, 3) and tuple(given.shape) != _COMPRESSED):
        shape = None if given is None else tuple(given.shape)
        wanted = "be given" if mode == 1 else f"be of shape {_COMPRESSED}"
        raise RuntimeError(
            f"For '{_WHERE}', with sparse_mode={mode} 'attn_mask' must {wanted}, but got {shape}."
        )
    if mode == 1 or (mode == 0 and not windowed):
        return given.bool()
    # How far each key lies after its query.
    ahead = (
        torch.arange(columns, device=given.device)
        - torch.arange(rows, device=given.device)[:, None]
    )
    if mode == 0:
        return given.bool() | (ahead > after) | (-ahead > before)
    return ahead > (0 if mode == 2 else columns - rows)


@op
def flash_attention_primitive(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    real_shift: torch.Tensor | None = None,
    drop_mask: torch.Tensor | None = None,
    padding_mask: torch.Tensor | None = None,
    attn_mask: torch.Tensor | None = None,
    prefix: Any = None,
    actual_seq_qlen: Any = None,
    actual_seq_kvlen: Any = None,
    head_num: int = 1,
    scale_value: float = 1.0,
    **settings: Any,
) -> tuple[None, None, None, torch.Tensor]:
    """(None, None, None, attention): the softmax statistics serve Ascend's own backward kernel."""
    out = flash_attention_score.raw(
        query, key, value, head_num, real_shift, drop_mask, padding_mask, attn_mask, prefix,
        actual_seq_qlen, actual_seq_kvlen, scalar_value=scale_value, **settings,
    )  # fmt: skip
    return None, None, None, out


def _to_bnsd(t: torch.Tensor, layout: str, heads: int, query: torch.Tensor) -> torch.Tensor:
    if layout == "BNSD":
        return t
    if layout == "BSND":
        return t.transpose(1, 2)
    check.rank(_WHERE, t, 3)
    if heads <= 0 or query.shape[-1] % heads:
        raise RuntimeError(
            f"For '{_WHERE}', 'head_num' must divide the query's last dimension {query.shape[-1]}, but got "
            f"{heads}."
        )
    t = t.transpose(0, 1) if layout == "SBH" else t
    width = query.shape[-1] // heads
    return t.reshape(t.shape[0], t.shape[1], -1, width).transpose(1, 2)


def _from_bnsd(t: torch.Tensor, layout: str) -> torch.Tensor:
    if layout == "BNSD":
        return t
    t = t.transpose(1, 2)
    if layout == "BSND":
        return t
    t = t.flatten(2)
    return t.transpose(0, 1) if layout == "SBH" else t


__all__ = ["flash_attention_score"]
