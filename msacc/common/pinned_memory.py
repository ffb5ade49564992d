"""Copies of tensors in the CPU's memory, from where a device reads without a detour."""

from __future__ import annotations

import torch


def pinned_copy(t: torch.Tensor) -> torch.Tensor:
    """The values in the CPU's memory, pinned where there is a CUDA device to read them."""
    pin = torch.cuda.is_available()
    return torch.empty(t.shape, dtype=t.dtype, pin_memory=pin).copy_(t.detach())
