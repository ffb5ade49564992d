"""The device that the runtime functions refer to."""

from __future__ import annotations

from msacc.common.settings import settings


def on_cuda() -> bool:
    """Whether this process computes on CUDA."""
    return settings.device.type == "cuda"
