"""Tuning of the GPU's ops: cuDNN chooses its algorithms."""

from __future__ import annotations

from msacc.execution_context import set_context


def conv_fprop_algo(mode: str) -> None:
    """Accepted; cuDNN chooses its algorithms."""
    set_context(gpu_config={"conv_fprop_algo": mode})


def conv_dgrad_algo(mode: str) -> None:
    """Accepted; cuDNN chooses its algorithms."""
    set_context(gpu_config={"conv_dgrad_algo": mode})


def conv_wgrad_algo(mode: str) -> None:
    """Accepted; cuDNN chooses its algorithms."""
    set_context(gpu_config={"conv_wgrad_algo": mode})
