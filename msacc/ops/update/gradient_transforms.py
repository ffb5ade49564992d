"""Gradient transforms ahead of a rule: clipping, decay, centralization. The input lists stay unchanged."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from msacc.ops.update.tensor_lists import Number, Tensors


def in_type_of(params: Tensors, grads: Tensors) -> Tensors:
    """Gradients in the types of their parameters."""
    return [g if g.dtype is p.dtype else g.to(p.dtype) for g, p in zip(grads, params, strict=True)]


def add_decay(grads: Tensors, params: Tensors, decay: Number) -> Tensors:
    """g + decay * p: the L2 term."""
    if isinstance(decay, torch.Tensor):
        return torch._foreach_add(grads, torch._foreach_mul(params, decay.reshape(())))
    return torch._foreach_add(grads, params, alpha=decay)


def scale_gradients(grads: Tensors, factor: Number) -> Tensors:
    """factor * g."""
    return torch._foreach_mul(grads, factor)


def negate_gradients(grads: Tensors) -> Tensors:
    """-g, so that a rule climbs."""
    return torch._foreach_neg(grads)


def centralize_gradients(grads: Tensors, flags: Sequence[bool]) -> Tensors:
    """g minus its mean over all axes but the first, where its flag is set and g has two axes or more.

    MindSpore leaves gradients alone whose second axis is no multiple of 16.
    """
    return [
        g - g.mean(tuple(range(1, g.ndim)), keepdim=True)
        if centralized and g.ndim > 1 and g.shape[1] % 16 == 0
        else g
        for g, centralized in zip(grads, flags, strict=True)
    ]


def from_rows(like: torch.Tensor, indices: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """The dense gradient out of one for the rows at `indices`; rows given twice add up."""
    return torch.zeros_like(like).index_add_(0, indices.long(), rows)
