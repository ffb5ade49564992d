"""Dropout: zeros at random, the rest scaled up."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from msacc.ops import nn_check as check
from msacc.ops._op import op


@op
def dropout(
    input: torch.Tensor, p: float = 0.5, training: bool = True, seed: int | None = None
) -> torch.Tensor:
    """Zero each element with probability `p` and divide the rest by 1 - p.

    `seed` draws this one mask from a generator of its own.
    """
    check.boolean("dropout", "training", training)
    if not 0 <= p < 1:
        raise ValueError(f"For 'dropout', 'p' must be in range [0, 1), but got {p}.")
    if not training:
        return input
    if seed is None:
        return F.dropout(input, p)
    rng = torch.Generator(device=input.device).manual_seed(seed)
    kept = torch.rand(input.shape, generator=rng, device=input.device) >= p
    return input * kept / (1 - p)


__all__ = ["dropout"]
