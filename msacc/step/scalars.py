"""Numbers of a step that the host knows, or that are on the device: reading those would wait for it."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from msacc.common.settings import settings
from msacc.common.tensor import Tensor

# A float where the number is known without asking the device: the weight of micro-batches that all weigh the same.
Scalar = torch.Tensor | float


def squared_norm(grads: Sequence[torch.Tensor]) -> torch.Tensor:
    """The sum of squares of all gradients, of absolute values where they are complex, in float32."""
    if not grads:
        return torch.zeros((), device=settings.device)
    plain = [torch.view_as_real(g.resolve_conj()) if g.is_complex() else g for g in grads]
    return torch.stack([g.float().square().sum() for g in plain]).sum()


def double(figure: Scalar) -> torch.Tensor:
    """A 0-d float64 tensor on the device."""
    return on_device(figure, torch.float64)


def joined(figures: Sequence[Scalar]) -> torch.Tensor:
    """All figures in one float64 tensor on the device."""
    if settings.device.type == "cpu":
        return torch.tensor([float(figure) for figure in figures], dtype=torch.float64)
    return torch.stack([double(figure) for figure in figures])


def plain(value: Tensor | float) -> torch.Tensor:
    """A torch tensor of a Tensor or a number."""
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, (int, float)):
        return on_device(float(value), torch.float32)
    return torch.as_tensor(value, dtype=torch.float32, device=settings.device)


def on_device(figure: Scalar, dtype: torch.dtype) -> torch.Tensor:
    """Fills a number in on the device: a copy from the host would wait for the device's queue."""
    if isinstance(figure, float):
        return torch.full((), figure, dtype=dtype, device=settings.device)
    return torch.as_tensor(figure, dtype=dtype, device=settings.device)
