"""Precision of the GPU's ops."""

from __future__ import annotations

from msacc.common.checks import instance
from msacc.execution_context import set_context


def matmul_allow_tf32(value: bool) -> None:
    """Whether matrix products may use TF32."""
    instance("matmul_allow_tf32", "value", value, bool)
    set_context(gpu_config={"matmul_allow_tf32": value})


def conv_allow_tf32(value: bool) -> None:
    """Whether convolutions may use TF32."""
    instance("conv_allow_tf32", "value", value, bool)
    set_context(gpu_config={"conv_allow_tf32": value})
