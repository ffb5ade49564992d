"""SGD and momentum."""

from __future__ import annotations

import torch

from msacc.ops.update import fused
from msacc.ops.update.tensor_lists import Number, Tensors, descend, gather, toward_zero


def momentum(
    params: Tensors,
    grads: Tensors,
    moments: Tensors,
    lr: Number,
    momentum: Number,
    nesterov: bool = False,
) -> None:
    """v = momentum * v + g; p -= lr * v.

    `nesterov`: p -= lr * (g + momentum * v).
    """
    served = fused.is_known(momentum) and fused.serves(params, grads, moments)
    if served and (factor := fused.on_host(momentum)):
        fused.momentum(params, grads, moments, lr, factor, nesterov)
        return
    gather(moments, grads, momentum)
    descend(params, _ahead(grads, moments, momentum) if nesterov else moments, lr)


def sgd(
    params: Tensors,
    grads: Tensors,
    moments: Tensors,
    first: Tensors | torch.Tensor,
    lr: Number,
    momentum: Number,
    dampening: float = 0.0,
    nesterov: bool = False,
) -> None:
    """v = g in the first step, then momentum * v + (1 - dampening) * g; p -= lr * v.

    `first` is 1 before a parameter's first gradient and 0 after: a list (`nn`, `experimental`; set
    to 0 here), or one 0-d tensor for all (`mint`, which has a step count). `nesterov`: p -= lr * (g
    + momentum * v).
    """
    directions, keep = grads, momentum
    if isinstance(first, torch.Tensor):
        keep = momentum * (1.0 - first)
        if dampening:
            directions = torch._foreach_mul(grads, 1.0 - dampening * (1.0 - first))
    else:
        torch._foreach_addcmul_(moments, moments, first, -1.0)
        if dampening:
            share = torch._foreach_mul(first, dampening)
            torch._foreach_add_(share, 1.0 - dampening)
            directions = torch._foreach_mul(grads, share)
        torch._foreach_zero_(first)
    gather(moments, directions, keep)
    descend(params, _ahead(grads, moments, momentum) if nesterov else moments, lr)


def _ahead(grads: Tensors, moments: Tensors, momentum: Number) -> Tensors:
    """Nesterov's step: g + momentum * v."""
    return torch._foreach_add(torch._foreach_mul(moments, momentum), grads)


def keras_momentum(
    params: Tensors,
    grads: Tensors,
    moments: Tensors,
    lr: Number,
    momentum: Number,
    nesterov: bool = False,
) -> None:
    """v = momentum * v - lr * g; p += v. `nesterov`: p += momentum * v - lr * g."""
    steps = torch._foreach_mul(grads, lr)
    torch._foreach_mul_(moments, momentum)
    torch._foreach_sub_(moments, steps)
    ahead = moments
    if nesterov:
        ahead = torch._foreach_sub(torch._foreach_mul(moments, momentum), steps)
    torch._foreach_add_(params, ahead)


def proximal_descent(params: Tensors, grads: Tensors, lr: Number, l1: Number, l2: Number) -> None:
    """q = p - lr * g; p = sign(q) * max(|q| - lr * l1, 0) / (1 + lr * l2)."""
    descend(params, grads, lr)
    thresholded = toward_zero(params, lr * l1)
    torch._foreach_copy_(params, torch._foreach_div(thresholded, 1.0 + lr * l2))


def averaged_sgd(
    params: Tensors,
    grads: Tensors,
    weights: Tensors,
    etas: Tensors,
    averages: Tensors,
    lr: torch.Tensor,
    step: torch.Tensor,
    lambd: float,
    alpha: float,
    t0: float,
) -> None:
    """p = (1 - lambd * eta) * p - eta * g; ax += mu * (p - ax), or ax = p while mu is 1.

    Then eta = lr / (1 + lambd * lr * t)^alpha and mu = 1 / max(1, t - t0). `weights` are the mu,
    `etas` the eta (0-d, one a parameter), `averages` the ax; `step` is t, 1 at first, when eta is
    lr.
    """
    eta_next = lr / torch.pow(1.0 + lambd * lr * step, alpha)
    mu_next = 1.0 / (step - t0).clamp(min=1.0)
    for p, g, mu, eta, ax in zip(params, grads, weights, etas, averages, strict=True):
        eta.copy_(torch.where(step == 1, lr, eta))
        p.copy_(p.float() * (1.0 - lambd * eta) - eta * g.float())
        ax.copy_(torch.where(mu == 1, p, ax + (p - ax) * mu.to(p.dtype)))
        eta.copy_(eta_next)
        mu.copy_(mu_next)
