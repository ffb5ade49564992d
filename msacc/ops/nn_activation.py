"""Activation functions."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import dtype as mstype
from msacc.ops import nn_check as check
from msacc.ops._op import op


@op
def relu(input: torch.Tensor, inplace: bool = False) -> torch.Tensor:
    """max(x, 0)."""
    return torch.relu_(input) if inplace else torch.relu(input)


@op
def sigmoid(input: torch.Tensor) -> torch.Tensor:
    """1 / (1 + exp(-x))."""
    return torch.sigmoid(input)


@op
def tanh(input: torch.Tensor) -> torch.Tensor:
    """Hyperbolic tangent."""
    return torch.tanh(input)


def _axis(where: str, input: torch.Tensor, axis: Any) -> int:
    check.instance(where, "axis", axis, int)
    if not -input.ndim <= axis < max(input.ndim, 1):
        raise ValueError(
            f"For '{where}', the axis must be in [{-input.ndim},{input.ndim}), but got {axis}."
        )
    return axis


@op
def softmax(input: torch.Tensor, axis: int = -1, *, dtype: Any = None) -> torch.Tensor:
    """exp(x) over its sum along `axis`."""
    if dtype is not None:
        input = input.to(mstype.to_torch(dtype))
    return torch.softmax(input, _axis("softmax", input, axis))


@op
def log_softmax(logits: torch.Tensor, axis: int = -1) -> torch.Tensor:
    """Logarithm of the softmax along `axis`."""
    return F.log_softmax(logits, _axis("log_softmax", logits, axis))


@op
def softmax_over(input: torch.Tensor, axis: Any = -1) -> torch.Tensor:
    """Softmax along one axis or, given a tuple, over several at once."""
    if not input.is_floating_point():
        raise TypeError(f"For 'Softmax', the input must be of a float type, but got {input.dtype}.")
    if isinstance(axis, tuple) and len(axis) != 1:
        shifted = (input - input.amax(axis, keepdim=True)).exp()
        return shifted / shifted.sum(axis, keepdim=True)
    axis = axis[0] if isinstance(axis, tuple) else axis
    return torch.softmax(input, _axis("Softmax", input, axis))


__all__ = ["log_softmax", "relu", "sigmoid", "softmax", "tanh"]
