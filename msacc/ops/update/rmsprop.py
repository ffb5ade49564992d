"""RMSProp."""

from __future__ import annotations

import torch

from msacc.ops.update.tensor_lists import (
    Number,
    Tensors,
    average,
    average_squares,
    descend,
    gather,
    root_plus,
)


def rmsprop(
    params: Tensors,
    grads: Tensors,
    squares: Tensors,
    means: Tensors | None,
    moments: Tensors | None,
    lr: Number,
    decay: Number,
    momentum: Number,
    eps: Number,
    eps_outside: bool = False,
    lr_outside: bool = False,
) -> None:
    """s = decay * s + (1 - decay) * g²; v = momentum * v + lr * g / sqrt(s + eps); p -= v.

    `means` (centered): their square, of g averaged as g² is, is taken off s under the root.
    `moments=None`: no momentum. `eps_outside`: sqrt(s) + eps; `lr_outside`: v = momentum * v + g /
    …, p -= lr * v, so that a changed rate acts on the whole of v. Both as in torch and
    `experimental`; `nn` and the primitives have them inside.
    """
    average_squares(squares, grads, decay)
    variances = squares
    if means is not None:
        average(means, grads, decay)
        variances = torch._foreach_addcmul(squares, means, means, -1.0)
    if eps_outside:
        roots = root_plus(variances, eps)
    else:
        roots = torch._foreach_sqrt(torch._foreach_add(variances, eps))
    steps = torch._foreach_div(grads if lr_outside else torch._foreach_mul(grads, lr), roots)
    if moments is not None:
        gather(moments, steps, momentum)
        steps = tuple(moments)
    if lr_outside:
        descend(params, steps, lr)
    else:
        torch._foreach_sub_(params, steps)
