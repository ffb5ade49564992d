"""Rules that divide by the accumulated squared gradients: Adagrad and its variants."""

from __future__ import annotations

import torch

from msacc.ops.update.tensor_lists import (
    Number,
    Tensors,
    average_squares,
    descend,
    root_plus,
    toward_zero,
)


def adagrad(
    params: Tensors,
    grads: Tensors,
    sums: Tensors,
    lr: Number,
    eps: Number | None = None,
    update_slots: bool = True,
) -> None:
    """a += g²; p -= lr * g / (sqrt(a) + eps). `update_slots=False` leaves a as it was."""
    if update_slots:
        torch._foreach_addcmul_(sums, grads, grads)
    below = root_plus(sums, eps) if eps is not None else torch._foreach_sqrt(sums)
    descend(params, torch._foreach_div(grads, below), lr)


def adagrad_inside(
    params: Tensors, grads: Tensors, sums: Tensors, lr: Number, eps: Number, update_slots: bool
) -> None:
    """a += g² (if `update_slots`); p -= lr * g / sqrt(a + eps)."""
    if update_slots:
        torch._foreach_addcmul_(sums, grads, grads)
    below = torch._foreach_sqrt(torch._foreach_add(sums, eps))
    descend(params, torch._foreach_div(grads, below), lr)


def adadelta(
    params: Tensors,
    grads: Tensors,
    squares: Tensors,
    square_steps: Tensors,
    lr: Number,
    rho: Number,
    eps: Number,
) -> None:
    """a = rho * a + (1 - rho) * g²; d = sqrt((u + eps) / (a + eps)) * g; p -= lr * d; u averages d²
    as a does g².
    """
    average_squares(squares, grads, rho)
    ratio = torch._foreach_div(
        torch._foreach_add(square_steps, eps), torch._foreach_add(squares, eps)
    )
    steps = torch._foreach_mul(torch._foreach_sqrt(ratio), grads)
    average_squares(square_steps, steps, rho)
    descend(params, steps, lr)


def proximal_adagrad(
    params: Tensors, grads: Tensors, sums: Tensors, lr: Number, l1: Number, l2: Number
) -> None:
    """a += g²; r = lr / sqrt(a); q = p - r * g; p = sign(q) * max(|q| - r * l1, 0) / (1 + r * l2)."""
    torch._foreach_addcmul_(sums, grads, grads)
    rates = torch._foreach_mul(torch._foreach_rsqrt(sums), lr)
    torch._foreach_addcmul_(params, rates, grads, -1.0)
    if not _is_zero(l1):
        thresholded = toward_zero(params, torch._foreach_mul(rates, l1))
        torch._foreach_copy_(params, thresholded)
    if not _is_zero(l2):
        below = torch._foreach_mul(rates, l2)
        torch._foreach_add_(below, 1.0)
        torch._foreach_div_(params, below)


def _is_zero(coefficient: Number) -> bool:
    """Whether a term is a constant 0; a tensor counts as nonzero, so that its value is not read."""
    return not isinstance(coefficient, torch.Tensor) and coefficient == 0


def ftrl(
    params: Tensors,
    grads: Tensors,
    sums: Tensors,
    linear: Tensors,
    lr: Number,
    l1: Number,
    l2: Number,
    lr_power: Number,
) -> None:
    """Follow the regularized leader.

    n = a + g²; z += g - (n^-lr_power - a^-lr_power) / lr * p; p = -sign(z) * max(|z| - l1, 0) /
    (n^-lr_power / lr + 2 * l2); a = n.
    """
    before = _powers(sums, -lr_power)
    torch._foreach_addcmul_(sums, grads, grads)
    after = _powers(sums, -lr_power)
    risen = torch._foreach_div(torch._foreach_sub(after, before), lr)
    torch._foreach_add_(linear, torch._foreach_sub(grads, torch._foreach_mul(risen, params)))
    below = torch._foreach_div(after, lr)
    torch._foreach_add_(below, 2.0 * l2)
    thresholded = torch._foreach_div(toward_zero(linear, l1), below)
    torch._foreach_copy_(params, torch._foreach_neg(thresholded))


def _powers(values: Tensors, exponent: Number) -> Tensors:
    if isinstance(exponent, torch.Tensor):
        return torch._foreach_pow(values, [exponent] * len(values))
    return torch._foreach_pow(values, exponent)


def adagrad_da(
    params: Tensors,
    grads: Tensors,
    totals: Tensors,
    squares: Tensors,
    lr: Number,
    l1: Number,
    l2: Number,
    step: Number,
) -> None:
    """Dual averaging: t += g; s += g²; p = -lr * sign(t) * max(|t| - l1 * step, 0) / (l2 * step * lr + sqrt(s))."""
    for param, grad, total, square in zip(params, grads, totals, squares, strict=True):
        total.add_(grad)
        square.addcmul_(grad, grad)
        shrunk = torch.sign(total) * (total.abs() - l1 * step).clamp(min=0.0)
        param.copy_(-lr * shrunk / (l2 * step * lr + square.sqrt()))
