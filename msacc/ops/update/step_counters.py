"""Step counts and powers of coefficients: kept in tensors, so that one graph serves all steps."""

from __future__ import annotations

import math

import torch

from msacc.ops.update.tensor_lists import Number


def advance(count: torch.Tensor) -> None:
    """count += 1, in place."""
    count.add_(1)


def grow(power: torch.Tensor, beta: torch.Tensor) -> None:
    """power *= beta, in place: beta^t after t steps."""
    power.mul_(beta)


def scalar(value: torch.Tensor) -> torch.Tensor:
    """The one value of a tensor as a 0-d tensor over the same memory."""
    return value.reshape(())


def as_float(count: torch.Tensor, ahead: int = 0) -> torch.Tensor:
    """A count, and how much it is `ahead` of it, as a 0-d float32 tensor."""
    step = count.reshape(()).float()
    return step + ahead if ahead else step


def quotient(value: torch.Tensor, scale: float) -> torch.Tensor:
    """value / scale."""
    return value / scale


def is_first(count: torch.Tensor, start: int = 0) -> torch.Tensor:
    """1.0 while the count is that of the first step, then 0.0; 0-d."""
    return (count == start).float().reshape(())


def from_one(power: Number) -> Number:
    """1 - power."""
    return 1.0 - power


def bias(beta: float, step: torch.Tensor) -> torch.Tensor:
    """1 - beta^step in float32, to its last digits: beta^step itself would lose those that count."""
    if beta <= 0.0:
        return torch.ones_like(step)
    return -torch.expm1(step * math.log(beta))
