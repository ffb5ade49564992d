"""Rules by the sign of the gradient."""

from __future__ import annotations

import torch

from msacc.ops.update.tensor_lists import Number, Tensors, average


def rprop(
    params: Tensors,
    grads: Tensors,
    before: Tensors,
    sizes: Tensors,
    lr: torch.Tensor,
    first: torch.Tensor,
    etas: tuple[float, float],
    bounds: tuple[float, float],
) -> None:
    """A step size per element, from lr: times etas[1] while the gradient keeps its sign, times
    etas[0] when it changes (that element stays, and has no sign for the next step), within
    `bounds`; p -= sign(g) * size.

    `before` are the gradients of the step before; `first` is 1 in the first step, when all sizes
    are lr.
    """
    started = first == 1
    for p, g, prev, size in zip(params, grads, before, sizes, strict=True):
        agreement = g * prev
        changed = agreement < 0
        factor = torch.where(changed, etas[0], torch.where(agreement > 0, etas[1], 1.0))
        step_size = torch.where(started, lr.to(size.dtype), size) * factor.to(size.dtype)
        size.copy_(step_size.clamp(*bounds))
        prev.copy_(g.masked_fill(changed, 0.0))
        p.sub_(prev.sign() * size)


def add_sign(
    params: Tensors,
    grads: Tensors,
    means: Tensors,
    lr: Number,
    alpha: Number,
    sign_decay: Number,
    beta: Number,
) -> None:
    """m = beta * m + (1 - beta) * g; p -= lr * (alpha + sign_decay * sign(g) * sign(m)) * g."""
    factors = _agreement(grads, means, beta, sign_decay)
    torch._foreach_add_(factors, alpha)
    torch._foreach_mul_(factors, lr)
    torch._foreach_sub_(params, torch._foreach_mul(factors, grads))


def power_sign(
    params: Tensors,
    grads: Tensors,
    means: Tensors,
    lr: Number,
    logbase: Number,
    sign_decay: Number,
    beta: Number,
) -> None:
    """m = beta * m + (1 - beta) * g; p -= lr * exp(logbase * sign_decay * sign(g) * sign(m)) * g."""
    factors = torch._foreach_exp(_agreement(grads, means, beta, logbase * sign_decay))
    torch._foreach_mul_(factors, lr)
    torch._foreach_sub_(params, torch._foreach_mul(factors, grads))


def _agreement(grads: Tensors, means: Tensors, beta: Number, factor: Number) -> Tensors:
    """factor * sign(g) * sign(m), with m moved on."""
    average(means, grads, beta)
    signs = torch._foreach_mul(torch._foreach_sign(grads), torch._foreach_sign(means))
    return torch._foreach_mul(signs, factor)
