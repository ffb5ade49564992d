"""Whether torch's autocast, which amp level "auto" uses, is at work for a tensor."""

from __future__ import annotations

import torch

# torch refuses the question for other devices, that of tensors without values among them.
DEVICES = frozenset(("cpu", "cuda"))


def under_autocast(t: torch.Tensor) -> bool:
    """Whether ops on `t` run under autocast."""
    kind = t.device.type
    return kind in DEVICES and torch.is_autocast_enabled(kind)
