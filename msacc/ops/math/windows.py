"""Window functions of NumPy: symmetric, and empty for a length below 1 (ops: periodic)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.settings import settings

if TYPE_CHECKING:
    from collections.abc import Callable


def _window(where: str, M: int, window: Callable[..., Any]) -> torch.Tensor:
    if not isinstance(M, int):
        raise TypeError(f"For '{where}', 'M' should be an int, but got {M!r}.")
    return window(max(M, 0), periodic=False, device=settings.device)


def bartlett(M: int) -> torch.Tensor:
    """The Bartlett (triangular) window of `M` points: a Float32 vector, empty below 1. TypeError if `M` is no int."""
    return _window("bartlett", M, torch.bartlett_window)


def blackman(M: int) -> torch.Tensor:
    """The Blackman window of `M` points: a Float32 vector, empty below 1. TypeError if `M` is no int."""
    return _window("blackman", M, torch.blackman_window)


def hamming(M: int) -> torch.Tensor:
    """The Hamming window of `M` points: a Float32 vector, empty below 1. TypeError if `M` is no int."""
    return _window("hamming", M, torch.hamming_window)


def hanning(M: int) -> torch.Tensor:
    """The Hann window of `M` points: a Float32 vector, empty below 1. TypeError if `M` is no int."""
    return _window("hanning", M, torch.hann_window)
