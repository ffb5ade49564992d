"""Scales in the format of Ascend's kernels."""

from __future__ import annotations

import torch


def scale_values(scale: torch.Tensor) -> torch.Tensor:
    """float32 from a scale; one of int64 or uint64 holds the bits of a float32 in its lower half."""
    if scale.dtype not in (torch.int64, torch.uint64):
        return scale.float()
    return scale.view(torch.int32).reshape(*scale.shape, 2)[..., 0].contiguous().view(torch.float32)
