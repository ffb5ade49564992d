"""NVIDIA GPUs.

Imports: common, execution_context, module_aliases.
"""

from __future__ import annotations

import torch

from msacc.device_context.gpu import op_precision as op_precision
from msacc.device_context.gpu import op_tuning as op_tuning
from msacc.module_aliases import refuse


def is_available() -> bool:
    """Whether torch sees a CUDA device."""
    return torch.cuda.is_available()


def device_count() -> int:
    """How many CUDA devices torch sees."""
    return torch.cuda.device_count()


__getattr__ = refuse("mindspore.device_context.gpu")
