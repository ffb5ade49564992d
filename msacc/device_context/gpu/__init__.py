"""NVIDIA GPUs."""

from __future__ import annotations

import torch

from msacc.execution_context import set_context
from msacc.homes import refuse


def is_available() -> bool:
    """Whether torch sees a CUDA device."""
    return torch.cuda.is_available()


def device_count() -> int:
    """How many CUDA devices torch sees."""
    return torch.cuda.device_count()


def matmul_allow_tf32(value: bool) -> None:
    """Whether matrix products may use TF32."""
    set_context(gpu_config={"matmul_allow_tf32": value})


def conv_allow_tf32(value: bool) -> None:
    """Whether convolutions may use TF32."""
    set_context(gpu_config={"conv_allow_tf32": value})


def conv_fprop_algo(mode: str) -> None:
    """Accepted; cuDNN chooses its algorithms."""
    set_context(gpu_config={"conv_fprop_algo": mode})


def conv_dgrad_algo(mode: str) -> None:
    """Accepted; cuDNN chooses its algorithms."""
    set_context(gpu_config={"conv_dgrad_algo": mode})


def conv_wgrad_algo(mode: str) -> None:
    """Accepted; cuDNN chooses its algorithms."""
    set_context(gpu_config={"conv_wgrad_algo": mode})


__getattr__ = refuse("mindspore.device_context.gpu")
