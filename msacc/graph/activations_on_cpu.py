"""Activations that wait on the CPU for the backward pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch.autograd.graph import save_on_cpu, saved_tensors_hooks

from msacc.common.parameter import Parameter
from msacc.common.torch_private import view_base
from msacc.graph.recomputed_results import pack, unpack


class ActivationsOnCpu(saved_tensors_hooks):
    """Within the block, what autograd saves lies in the CPU's memory, pinned, until the backward pass.

    Parameters stay where they are, and so do results that a primitive computes again.
    """

    def __init__(self, parameters: Iterable[Parameter] = ()) -> None:
        inner = save_on_cpu(pin_memory=True)
        # A compiled code saves parameters as tensors of its own over their memory.
        own = {_address(p._t) for p in parameters} - {0}

        def to_cpu(t: torch.Tensor) -> Any:
            base, promise = view_base(t), pack(t)
            stays = base.is_leaf and base.requires_grad
            if promise is not t or stays or _address(t) in own:
                return promise
            return inner.pack_hook(t)

        def back(saved: Any) -> torch.Tensor:
            is_moved = type(saved) is tuple
            return inner.unpack_hook(saved) if is_moved else unpack(saved)

        super().__init__(to_cpu, back)


def _address(t: torch.Tensor) -> int:
    """Where a tensor's memory begins; 0 for one whose memory others hold, as parts on several processes do."""
    return t.untyped_storage().data_ptr() if type(t) is torch.Tensor else 0
