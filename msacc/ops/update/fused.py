"""Rules by torch's fused kernels, where they compute the same as the list form of the rule.

Op by op only: in a graph inductor makes one pass of the lists. Results differ by rounding, as those of a graph do.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from msacc.common.torch_private import (
    fused_adam,
    fused_adamw,
    fused_sgd,
    lacks_values,
    no_modes,
    version,
    view_base,
)
from msacc.common.without_values import compiles_updates, note_known
from msacc.ops.update.tensor_lists import Number, Tensors

# So many steps that no bias is left to correct: the rate has it.
_CONVERGED_STEP = 1e9


def serves(params: Tensors, grads: Tensors, *states: Tensors) -> bool:
    """Whether torch's kernels take these: plain float32 in one piece, on one device, outside graphs."""
    if torch.compiler.is_compiling() or compiles_updates() or not params:
        return False
    on_cpu = params[0].is_cpu
    for t in grads:
        if not (
            (type(t) is torch.Tensor or lacks_values(t))
            and t.dtype is torch.float32
            and t.is_cpu is on_cpu
        ):
            return False
    return all(_in_place(tensors, on_cpu) for tensors in (params, *states))


def may_serve(params: Tensors) -> bool:
    """`serves`, judged by the first parameter alone."""
    return serves(params[:1], ())


def _in_place(tensors: Tensors, on_cpu: bool) -> bool:
    for t in tensors:
        plain = (
            (type(t) is torch.Tensor or lacks_values(t))
            and t.dtype is torch.float32
            and t.is_cpu is on_cpu
        )
        if not (plain and t.is_contiguous()):
            return False
    return True


def _contiguous(grads: Tensors) -> list[torch.Tensor]:
    """Contiguous copies where needed: the kernels ignore strides."""
    return [g.contiguous() for g in grads]


def is_known(*coefficients: Number | None) -> bool:
    """Whether coefficients can be read on the host: not those that a recorded run computes."""
    return not any(map(lacks_values, coefficients))


def on_host(value: Number) -> float:
    """A coefficient as a number; a tensor is read once per version (in-place write)."""
    if not isinstance(value, torch.Tensor):
        return float(value)
    source = view_base(value) if view_base(value).numel() == 1 else value
    note_known(source)
    cached = getattr(source, "_msacc_known", None)
    if cached is None or cached[0] != version(source):
        with no_modes():
            cached = version(source), float(source)
        source._msacc_known = cached  # type: ignore[attr-defined]
    return float(cached[1])


def momentum(
    params: Tensors, grads: Tensors, moments: Tensors, lr: Number, factor: float, nesterov: bool
) -> None:
    """v = factor * v + g; p -= lr * v, or lr * (g + factor * v). Without a factor torch keeps no v."""
    fused_sgd(
        *(list(params), _contiguous(grads), list(moments)),
        lr=lr,
        momentum=factor,
        nesterov=nesterov,
    )


def adam(
    params: Tensors,
    grads: Tensors,
    means: Tensors,
    squares: Tensors,
    largest: Tensors | None,
    lr: Number,
    betas: Sequence[Number],
    eps: Number,
    step: torch.Tensor | None = None,
    decay: Number | None = None,
) -> None:
    """p -= lr * m / (sqrt(v) + eps), with `decay` of p taken off before by lr * decay.

    With `step`, t, the moments are those over 1 - beta^t.
    """
    rule = fused_adam if decay is None else fused_adamw
    if step is None:
        step = torch.full((), _CONVERGED_STEP, device=params[0].device)
    rule(
        *(list(params), _contiguous(grads), list(means), list(squares)),
        [] if largest is None else list(largest),
        [step] * len(params),
        lr=lr,
        beta1=on_host(betas[0]),
        beta2=on_host(betas[1]),
        weight_decay=0.0 if decay is None else on_host(decay),
        eps=on_host(eps),
        amsgrad=largest is not None,
    )
