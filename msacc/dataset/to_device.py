"""Transfer of a batch's arrays to Tensors on the device: the last stage of a pipeline.

To a GPU a batch goes through page-locked memory, from which it is copied asynchronously. The copy is in the current
stream, so that kernels that use the Tensor run after it; torch reuses the page-locked memory once the copy is done.
"""

from __future__ import annotations

import numpy as np
import torch

from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap


def on_host(array: np.ndarray) -> torch.Tensor:
    """Returns the array as a host tensor for `to_device`: in page-locked memory for a GPU, sharing memory for a CPU.

    A prefetching thread may call it; a forked process may not where the device is a GPU.
    """
    tensor = torch.from_numpy(np.asarray(array, order="C"))
    return tensor.pin_memory() if settings.device.type == "cuda" else tensor


def to_device(tensor: torch.Tensor) -> Tensor:
    """Copies the result of `on_host` to the device; from page-locked memory without waiting for the copy."""
    return wrap(tensor.to(settings.device, non_blocking=settings.device.type == "cuda"))
