"""Dropout: zeros at random, the rest scaled up by 1 / (1 - p)."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core.op import op


@op
def dropout(
    input: torch.Tensor, p: float = 0.5, training: bool = True, seed: int | None = None
) -> torch.Tensor:
    """Zero each element with probability `p` in [0, 1) and divide the rest by 1 - p.

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


def _check(where: str, p: float, training: bool, ndim: int, *ranks: int) -> None:
    check.boolean(where, "training", training)
    check.instance(where, "p", p, (float, int))
    if not 0 <= p <= 1:
        raise ValueError(f"For '{where}', the 'p' must be a number in range [0, 1], but got {p}.")
    if ndim not in ranks:
        raise ValueError(f"For '{where}', the input must have {ranks} dims, but got {ndim}.")


@op
def dropout1d(input: torch.Tensor, p: float = 0.5, training: bool = True) -> torch.Tensor:
    """Zero whole channels of (N, C, L) or (C, L)."""
    _check("dropout1d", p, training, input.ndim, 2, 3)
    return F.dropout1d(input, p, training)


@op
def dropout2d(input: torch.Tensor, p: float = 0.5, training: bool = True) -> torch.Tensor:
    """Zero whole channels of (N, C, H, W)."""
    _check("dropout2d", p, training, input.ndim, 4)
    return F.dropout2d(input, p, training)


@op
def dropout3d(input: torch.Tensor, p: float = 0.5, training: bool = True) -> torch.Tensor:
    """Zero whole channels of (N, C, D, H, W)."""
    _check("dropout3d", p, training, input.ndim, 5)
    return F.dropout3d(input, p, training)


@op
def dropout_with_mask(
    x: torch.Tensor, keep_prob: float = 0.5, Seed0: int = 0, Seed1: int = 0
) -> tuple[torch.Tensor, torch.Tensor]:
    """(output, mask of ones and zeros); always active. The seeds draw from a generator of their own."""
    if not 0 < keep_prob <= 1:
        raise RuntimeError(
            f"For 'Dropout', the 'keep_prob' must be in (0.0, 1.0], but got {keep_prob}."
        )
    mask = _uniform(x.shape, x, Seed0, Seed1) < keep_prob
    return x * mask / keep_prob, mask.to(x.dtype)


@op
def dropout_channels(x: torch.Tensor, keep_prob: float = 0.5) -> tuple[torch.Tensor, torch.Tensor]:
    """(output, bool mask) with whole channels zeroed; always active."""
    if not 0 <= keep_prob <= 1:
        raise ValueError(
            f"For 'Dropout2D', the 'keep_prob' must be in [0, 1], but got {keep_prob}."
        )
    shape = (*x.shape[:2], *[1] * (x.ndim - 2))
    mask = _uniform(shape, x, 0, 0) < keep_prob
    scale = 1 / keep_prob if keep_prob else 0.0
    return x * mask * scale, mask.expand_as(x)


def _uniform(shape: Any, x: torch.Tensor, seed0: int, seed1: int) -> torch.Tensor:
    if not (seed0 or seed1):
        return torch.rand(shape, device=x.device)
    rng = torch.Generator(device=x.device).manual_seed(seed0 * 1_000_003 + seed1)
    return torch.rand(shape, device=x.device, generator=rng)


__all__ = ["dropout", "dropout1d", "dropout2d", "dropout3d"]
