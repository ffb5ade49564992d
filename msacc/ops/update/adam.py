"""Adam, with the variants of `nn`, `experimental` and `mint` as flags."""

from __future__ import annotations

import torch

from msacc.ops.update import fused
from msacc.ops.update.step_counters import bias
from msacc.ops.update.tensor_lists import (
    Number,
    Tensors,
    average,
    average_squares,
    descend,
    root_plus,
)


def adam(
    params: Tensors,
    grads: Tensors,
    means: Tensors,
    squares: Tensors,
    lr: Number,
    beta1: Number,
    beta2: Number,
    eps: Number,
    bias1: Number = 1.0,
    bias2: Number = 1.0,
    largest: Tensors | None = None,
    nesterov: bool = False,
    eps_corrected: bool = False,
    decay: Number | None = None,
    step: torch.Tensor | None = None,
) -> None:
    """p -= the step of `adam_steps` + lr * decay * p (AdamW; the p of before the step).

    `step` is the t of `bias1` and `bias2`, where it is known.
    """
    moments = (means, squares) if largest is None else (means, squares, largest)
    # What torch's kernel has no argument for goes into its rate, which also multiplies `decay`.
    fusable_rate = decay is None or isinstance(bias1, float)
    fusable = not nesterov and (step is not None if eps_corrected else fusable_rate)
    known = fused.is_known(beta1, beta2, eps, decay)
    if fusable and known and fused.serves(params, grads, *moments):
        rate = lr if eps_corrected else lr * bias2**0.5 / bias1
        rest = (largest, rate, (beta1, beta2), eps, step if eps_corrected else None, decay)
        fused.adam(params, grads, means, squares, *rest)
        return
    steps = adam_steps(
        *(grads, means, squares, lr, beta1, beta2, eps, bias1, bias2),
        largest=largest,
        nesterov=nesterov,
        eps_corrected=eps_corrected,
    )
    if decay is not None:
        torch._foreach_add_(steps, torch._foreach_mul(params, lr * decay))
    torch._foreach_sub_(params, steps)


def adam_steps(
    grads: Tensors,
    means: Tensors,
    squares: Tensors,
    lr: Number,
    beta1: Number,
    beta2: Number,
    eps: Number,
    bias1: Number = 1.0,
    bias2: Number = 1.0,
    largest: Tensors | None = None,
    nesterov: bool = False,
    eps_corrected: bool = False,
) -> Tensors:
    """The steps that Adam subtracts from the parameters; the moments m and v change in place.

    m = beta1 * m + (1 - beta1) * g; v = beta2 * v + (1 - beta2) * g²; lr * sqrt(bias2) / bias1 * m
    / (sqrt(v) + eps).

    `bias1`, `bias2`: 1 - beta1^t and 1 - beta2^t, or 1 for no correction of the first steps.
    `largest` (amsgrad): the largest v so far, in place of v. `nesterov`: beta1 * m + (1 - beta1) *
    g, in place of m. `eps_corrected`: eps is added to sqrt(v / bias2), as in the paper, torch,
    `mint` and `experimental.optim.AdamW`; `nn`, `experimental.optim.Adam` and the primitives add it
    to sqrt(v).
    """
    moments(grads, means, squares, beta1, beta2)
    if largest is not None:
        torch._foreach_maximum_(largest, squares)
    ahead = means
    if nesterov:
        ahead = torch._foreach_add(
            torch._foreach_mul(means, beta1), torch._foreach_mul(grads, 1.0 - beta1)
        )
    length = bias2**0.5
    sizes = squares if largest is None else largest
    if eps_corrected:
        roots: Tensors = torch._foreach_div(torch._foreach_sqrt(sizes), length)
        torch._foreach_add_(roots, eps)
        rate = lr / bias1
    else:
        roots = root_plus(sizes, eps)
        rate = lr * length / bias1
    return torch._foreach_mul(torch._foreach_div(ahead, roots), rate)


def moments(grads: Tensors, means: Tensors, squares: Tensors, beta1: Number, beta2: Number) -> None:
    """m = beta1 * m + (1 - beta1) * g; v = beta2 * v + (1 - beta2) * g²."""
    average(means, grads, beta1)
    average_squares(squares, grads, beta2)


def nadam(
    params: Tensors,
    grads: Tensors,
    means: Tensors,
    squares: Tensors,
    products: Tensors,
    lr: Number,
    beta1: float,
    beta2: float,
    eps: float,
    step: torch.Tensor,
    momentum_decay: float,
) -> None:
    """Adam with Nesterov momentum whose coefficient grows with the steps (Dozat, 2016).

    mu_t = beta1 * (1 - 0.96^(t * momentum_decay) / 2), `products` the product of mu_1 to mu_t (0-d,
    one a parameter, all alike); p -= lr * ((1 - mu_t) / (1 - product) * g + mu_(t+1) / (1 - product
    * mu_(t+1)) * m) / (sqrt(v / (1 - beta2^t)) + eps). `step` is t, 1 at first.
    """
    moments(grads, means, squares, beta1, beta2)
    below = root_plus(torch._foreach_div(squares, bias(beta2, step)), eps)
    mu = beta1 * (1.0 - 0.5 * 0.96 ** (step * momentum_decay))
    mu_next = beta1 * (1.0 - 0.5 * 0.96 ** ((step + 1) * momentum_decay))
    torch._foreach_mul_(products, mu)
    product = products[0]
    by_grad = lr * (1.0 - mu) / (1.0 - product)
    by_mean = lr * mu_next / (1.0 - product * mu_next)
    above = torch._foreach_add(
        torch._foreach_mul(grads, by_grad), torch._foreach_mul(means, by_mean)
    )
    torch._foreach_sub_(params, torch._foreach_div(above, below))


def radam(
    params: Tensors,
    grads: Tensors,
    means: Tensors,
    squares: Tensors,
    lr: Number,
    beta1: float,
    beta2: float,
    eps: float,
    step: torch.Tensor,
) -> None:
    """Adam whose adaptive rate is rectified, and left out in the first steps (Liu et al., 2019).

    n = 2 / (1 - beta2) - 1; r = n - 2 * t * beta2^t / (1 - beta2^t). Where r > 5: p -= lr / (1 -
    beta1^t) * sqrt((r - 4) (r - 2) n / ((n - 4) (n - 2) r)) * sqrt(1 - beta2^t) * m / (sqrt(v) +
    eps); otherwise p -= lr / (1 - beta1^t) * m. `step` is t, 1 at first.
    """
    moments(grads, means, squares, beta1, beta2)
    bias2, rate = bias(beta2, step), lr / bias(beta1, step)
    most = 2.0 / (1.0 - beta2) - 1.0
    left = most - 2.0 * step * (1.0 - bias2) / bias2
    above = ((left - 4.0) * (left - 2.0) * most).clamp(min=0.0)
    share = torch.sqrt(above / ((most - 4.0) * (most - 2.0) * left)) * torch.sqrt(bias2)
    adaptive = torch._foreach_mul(torch._foreach_div(means, root_plus(squares, eps)), rate * share)
    for p, fine, mean in zip(params, adaptive, means, strict=True):
        p.sub_(torch.where(left > 5.0, fine, mean * rate))


def adamax(
    params: Tensors,
    grads: Tensors,
    means: Tensors,
    sizes: Tensors,
    lr: Number,
    beta1: Number,
    beta2: Number,
    eps: Number,
    bias1: Number,
    eps_in_size: bool = False,
) -> None:
    """m = beta1 * m + (1 - beta1) * g; u = max(beta2 * u, |g|); p -= lr / bias1 * m / (u + eps).

    `bias1` is 1 - beta1^t. `eps_in_size`: u = max(beta2 * u, |g| + eps) and p -= lr / bias1 * m /
    u, as torch and `experimental` have it.
    """
    average(means, grads, beta1)
    magnitudes = torch._foreach_abs(grads)
    if eps_in_size:
        torch._foreach_add_(magnitudes, eps)
    torch._foreach_mul_(sizes, beta2)
    torch._foreach_maximum_(sizes, magnitudes)
    below = sizes if eps_in_size else torch._foreach_add(sizes, eps)
    descend(params, torch._foreach_div(means, below), lr / bias1)
