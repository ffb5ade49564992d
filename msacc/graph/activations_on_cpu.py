"""Activations that wait on the CPU for the backward pass."""

from __future__ import annotations

from typing import Any

import torch
from torch.autograd.graph import save_on_cpu, saved_tensors_hooks

from msacc.common.torch_private import view_base
from msacc.graph.recomputed_results import pack, unpack


class ActivationsOnCpu(saved_tensors_hooks):
    """Within the block, what autograd saves lies in the CPU's memory, pinned, until the backward pass.

    Parameters stay where they are, and so do results that a primitive computes again.
    """

    def __init__(self) -> None:
        inner = save_on_cpu(pin_memory=True)

        def to_cpu(t: torch.Tensor) -> Any:
            base, promise = view_base(t), pack(t)
            if promise is not t or (base.is_leaf and base.requires_grad):
                return promise
            return inner.pack_hook(t)

        def back(saved: Any) -> torch.Tensor:
            is_moved = type(saved) is tuple
            return inner.unpack_hook(saved) if is_moved else unpack(saved)

        super().__init__(to_cpu, back)
