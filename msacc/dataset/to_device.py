"""From a batch's arrays to Tensors on the device: the last stage of a pipeline.

To a GPU a batch goes by way of page-locked memory, from which it is copied while the program runs on. The copy is in
the current stream, so that whatever uses the Tensor comes after it; torch gives the page-locked memory away again
once the copy is over.
"""

from __future__ import annotations

import numpy as np
import torch

from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap


def on_host(array: np.ndarray) -> torch.Tensor:
    """The array as `to_device` takes it: in page-locked memory, on its way to a GPU; its own memory for a CPU.

    A thread that works ahead may call it. A forked process may not where the device is a GPU.
    """
    held = torch.from_numpy(np.asarray(array, order="C"))
    return held.pin_memory() if settings.device.type == "cuda" else held


def to_device(held: torch.Tensor) -> Tensor:
    """What `on_host` gave as a Tensor on the device; from page-locked memory without waiting for the copy."""
    return wrap(held.to(settings.device, non_blocking=settings.device.type == "cuda"))
