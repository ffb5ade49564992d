"""Rules that scale each parameter's step by norms: they need unsharded parameters."""

from __future__ import annotations

import torch

from msacc.ops.update.adam import adam_steps
from msacc.ops.update.step_counters import bias
from msacc.ops.update.tensor_lists import Number, Tensors


def lamb(
    params: Tensors,
    grads: Tensors,
    means: Tensors,
    squares: Tensors,
    lr: torch.Tensor,
    beta1: float,
    beta2: float,
    eps: float,
    step: torch.Tensor,
    decay: Number | None = None,
) -> None:
    """u = Adam's step for lr 1 (eps after the correction) + decay * p; p -= lr * |p| / |u| * u.

    The ratio of the norms is 1 where one of them is 0. `step` is t, 1 at first.
    """
    biases = bias(beta1, step), bias(beta2, step)
    steps = adam_steps(grads, means, squares, 1.0, beta1, beta2, eps, *biases, eps_corrected=True)
    if decay is not None:
        torch._foreach_add_(steps, torch._foreach_mul(params, decay))
    sizes, lengths = torch._foreach_norm(params), torch._foreach_norm(steps)
    ratios = [
        torch.where((w > 0) & (u > 0), w / u, 1.0) for w, u in zip(sizes, lengths, strict=True)
    ]
    torch._foreach_mul_(steps, [ratio * lr.to(ratio.dtype) for ratio in ratios])
    torch._foreach_sub_(params, steps)


def lars(
    params: Tensors,
    grads: Tensors,
    sizes: Tensors,
    lengths: Tensors,
    decay: Number,
    coefficient: float,
    eps: float,
    clip_at: Number | None = None,
) -> Tensors:
    """The gradients as LARS scales them: (g + decay * p) * coefficient * |p| / (|g| + decay * |p| +
    eps).

    `sizes` are the |p|, `lengths` the |g|, 0-d. `clip_at`: the learning rate lr; the factor is then
    min(factor / lr, 1).
    """
    below = torch._foreach_add(lengths, torch._foreach_mul(sizes, decay))
    torch._foreach_add_(below, eps)
    ratios = torch._foreach_mul(torch._foreach_div(sizes, below), coefficient)
    if clip_at is not None:
        ratios = torch._foreach_clamp_max(torch._foreach_div(ratios, clip_at), 1.0)
    decayed = torch._foreach_add(grads, torch._foreach_mul(params, decay))
    return torch._foreach_mul(decayed, ratios)


def norms(tensors: Tensors) -> Tensors:
    """The 2-norm of each tensor, 0-d."""
    return torch._foreach_norm(tensors)


def roots(squared_norms: Tensors) -> Tensors:
    """Norms out of their squares."""
    return torch._foreach_sqrt(squared_norms)
