"""Copies on a device of an optimizer's state that lies in the CPU's memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from msacc.ops.update.tensor_lists import Tensors


@contextmanager
def on_device(device: torch.device, *states: Tensors) -> Iterator[list[Tensors]]:
    """Copies of the `states`, lists of tensors, on the device; what the block makes of them is copied back after it."""
    copies: list[Tensors] = [[_sent(t, device) for t in tensors] for tensors in states]
    yield copies
    for tensors, changed in zip(states, copies, strict=True):
        for t, new in zip(tensors, changed, strict=True):
            if new is not t:
                t.copy_(new, non_blocking=True)
    if device.type == "cuda":  # whoever reads the state waits for nothing
        torch.cuda.current_stream(device).synchronize()


def _sent(t: torch.Tensor, device: torch.device) -> torch.Tensor:
    return t if t.device == device else t.to(device, non_blocking=True)
