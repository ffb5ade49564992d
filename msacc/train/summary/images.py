"""A batch of images as TensorBoard wants it."""

from __future__ import annotations

import torch

from msacc.common.warn_once import logger

_MOST = 10


def as_pictures(name: str, value: torch.Tensor) -> torch.Tensor | None:
    """The first ten of (N, C, H, W) as uint8, their values stretched over 0..255; None, with a line in
    the log, when C is neither 1 nor 3."""
    if value.ndim != 4 or value.shape[1] not in (1, 3):
        logger.error(
            "For 'SummaryRecord', '%s' of shape %s is no image: the second dimension must be 1 or 3.",
            name,
            tuple(value.shape),
        )
        return None
    value = value[:_MOST]
    if value.dtype == torch.uint8 or not value.numel():
        return value.to(torch.uint8)
    value = value.float()
    low, high = value.amin(), value.amax()
    # A constant picture has no range to stretch.
    channels = torch.where(high > low, high - low, torch.ones_like(high))
    return ((value - low) / channels * 255).to(torch.uint8)
