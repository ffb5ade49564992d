"""MindSpore's names of devices: the CPU, the process's own accelerator, and "meta", where tensors have no values."""

from __future__ import annotations

import re

import torch

from msacc.common.settings import settings

_MIXED = re.compile(r"two different devices|Expected all tensors to be on the same device")


def named_device(name: str) -> torch.device | None:
    """The device that `name` means in this process; None for one that is not here.

    On a GPU 'Ascend' and 'npu' are the GPU, as in `set_device`.
    """
    if name in ("CPU", "cpu", "meta"):
        return torch.device(name.lower())
    has_gpu = settings.device.type != "cpu"
    return settings.device if has_gpu and name in ("GPU", "cuda", "Ascend", "npu") else None


def mixes_devices(error: Exception) -> bool:
    """Whether torch refused tensors of two devices in a process that has an accelerator."""
    return settings.device.type != "cpu" and _MIXED.search(str(error)) is not None


def to_own_device(t: torch.Tensor) -> torch.Tensor:
    """`t` on the process's device; one without values stays what it is."""
    return t if t.device.type == "meta" else t.to(settings.device)
