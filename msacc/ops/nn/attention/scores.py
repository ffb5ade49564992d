"""softmax(query @ key^T * scale + shift) @ value over (B, N, S, D), by torch's fused kernels where they can."""

from __future__ import annotations

import torch
import torch.nn.functional as F

# Ascend's kernels give each of a row's statistics eight times.
COPIES = 8


def attend(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    hidden: torch.Tensor | None,
    shift: torch.Tensor | None,
    scale: float,
    rate: float = 0.0,
    keep_mask: torch.Tensor | None = None,
    causal: bool = False,
) -> torch.Tensor:
    """Attention of (B, N, S, D); a query that sees no key gives zeros.

    `hidden` is True where a key is not seen, `causal` says the same of all later keys. `rate` of the weights are
    dropped: at random, or all but those in `keep_mask`.
    """
    if keep_mask is not None:
        return _by_formula(q, k, v, hidden, shift, scale, rate, keep_mask)
    mask: torch.Tensor | None = None
    if shift is not None:
        mask = shift.to(q.dtype)
        mask = mask if hidden is None else mask.masked_fill(hidden, float("-inf"))
    elif hidden is not None:
        mask = ~hidden
    grouped = k.shape[1] != q.shape[1]
    return F.scaled_dot_product_attention(
        q, k, v, mask, rate, is_causal=causal, scale=scale, enable_gqa=grouped
    )


def scores(
    q: torch.Tensor,
    k: torch.Tensor,
    hidden: torch.Tensor | None,
    shift: torch.Tensor | None,
    scale: float,
) -> torch.Tensor:
    """(B, N, S1, S2) in float32, the smallest number where a key is not seen."""
    k = per_query_head(k, q.shape[1])
    logits = q.float() @ k.float().transpose(-1, -2) * scale
    logits = logits if shift is None else logits + shift.float()
    return logits if hidden is None else logits.masked_fill(hidden, torch.finfo(logits.dtype).min)


def per_query_head(t: torch.Tensor, heads: int) -> torch.Tensor:
    """Keys or values repeated for the heads of the query that share them."""
    return t if t.shape[1] == heads else t.repeat_interleave(heads // t.shape[1], 1)


def _by_formula(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    hidden: torch.Tensor | None,
    shift: torch.Tensor | None,
    scale: float,
    rate: float,
    keep_mask: torch.Tensor,
) -> torch.Tensor:
    weights = torch.softmax(scores(q, k, hidden, shift, scale), -1)
    weights = weights if hidden is None else weights.masked_fill(hidden, 0.0)
    weights = weights * keep_mask / (1.0 - rate)
    return (weights @ per_query_head(v, q.shape[1]).float()).to(q.dtype)


@torch.no_grad()
def statistics(
    q: torch.Tensor,
    k: torch.Tensor,
    hidden: torch.Tensor | None,
    shift: torch.Tensor | None,
    scale: float,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The largest score of each query and the sum of exp(score - largest), (B, N, S1) each."""
    logits = scores(q, k, hidden, shift, scale)
    largest = logits.amax(-1)
    return largest, (logits - largest[..., None]).exp().sum(-1)


def unpack_bits(bits: torch.Tensor, shape: tuple[int, ...]) -> torch.Tensor:
    """A mask of `shape` from uint8 that hold eight each, the lowest bit first."""
    if bits.dtype is not torch.uint8:
        raise TypeError(f"For 'FlashAttentionScore', 'drop_mask' should be uint8, but got {bits.dtype}.")  # fmt: skip
    shifts = torch.arange(8, device=bits.device, dtype=torch.uint8)
    # Not by `>>`, for which torch's DTensor takes the shape of the bytes.
    each = torch.bitwise_right_shift(bits[..., None], shifts) & 1
    count = 1
    for size in shape:
        count *= size
    if each.numel() != count:
        raise ValueError(
            f"For 'FlashAttentionScore', 'drop_mask' should hold a bit for each of {shape}, {count // 8} bytes, "
            f"but got {tuple(bits.shape)}."
        )
    return each.reshape(shape).bool()
