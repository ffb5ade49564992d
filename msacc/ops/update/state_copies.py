"""Copies of an optimizer's state: on a device of what lies in the CPU's memory, in float32 of what is float16."""

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


def widened(tensors: Tensors) -> list[torch.Tensor]:
    """The tensors, float16 in float32."""
    return [t.float() if t.dtype is torch.float16 else t for t in tensors]


@contextmanager
def in_float32(*states: Tensors) -> Iterator[list[Tensors]]:
    """The `states`, lists of tensors, float16 as copies in float32; what the block makes of them is rounded."""
    copies: list[Tensors] = [widened(tensors) for tensors in states]
    yield copies
    for tensors, changed in zip(states, copies, strict=True):
        for t, new in zip(tensors, changed, strict=True):
            if new is not t:
                t.copy_(new)
