"""An optimizer's state that lies in the CPU's memory: a device has some elements of it at a time, for the update.

The update is the one of a state on the device, so that its values are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch

from msacc.common.parameter import Parameter
from msacc.common.pinned_memory import pinned_copy
from msacc.common.settings import settings
from msacc.common.warn_once import once
from msacc.nn.optim._cache_blocks import portions
from msacc.ops.update.tensor_lists import Tensors

# Elements that are on the device at once: 64 MiB of each state in float32.
_ELEMENTS = 2**24


def is_elsewhere(where: str) -> bool:
    """Whether the CPU's memory is another than the device's; said once where it is not."""
    if settings.device.type == "cpu":
        once(
            "optimizer state on a CPU",
            f"{where}: use_offload has no effect on a CPU: its state lies there already.",
        )
    return settings.device.type != "cpu"


def move(states: Iterable[Parameter]) -> None:
    """Move states to the CPU's memory, unless they are there, or have no values yet."""
    for state in states:
        if state._msacc_init is not None:
            continue
        if type(state._t) is not torch.Tensor:
            once(
                "optimizer state cut by strategies",
                "use_offload has no effect on the state of parameters that strategies cut: it stays on the device.",
            )
        elif not state._t.is_cpu:
            state._t = pinned_copy(state._t)


def streamed(params: Tensors, grads: Tensors, at: Sequence[int]) -> Iterable[Sequence[int]]:
    """The positions `at` in portions whose state the device has room for; a tensor that is not contiguous is one."""
    if all(
        type(t) is torch.Tensor and t.is_contiguous() for i in at for t in (params[i], grads[i])
    ):
        return portions(params, at, _ELEMENTS)
    return [[i] for i in at]
