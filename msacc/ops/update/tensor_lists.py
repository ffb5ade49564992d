"""Arithmetic over lists of tensors, shared by the rules, and the wrapper of their primitives."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeAlias

import torch

from msacc.common.without_values import is_recorded
from msacc.ops.core.op import op

Tensors: TypeAlias = list[torch.Tensor] | tuple[torch.Tensor, ...]
Number: TypeAlias = float | torch.Tensor  # a coefficient; as a tensor it is 0-d


def in_place(fn: Callable[..., Any]) -> Any:
    """The op with a body that changes its arguments and records no gradients."""
    return op(functools.wraps(fn)(torch.no_grad()(fn)))


def numbers(*values: Number) -> list[Number]:
    """Tensors of one number without axes: torch's arithmetic over lists takes no others, MindSpore any."""
    return [v.reshape(()) if isinstance(v, torch.Tensor) and v.ndim else v for v in values]


def average(averages: Tensors, values: Tensors, beta: Number) -> None:
    """averages = beta * averages + (1 - beta) * values."""
    if isinstance(beta, torch.Tensor):
        torch._foreach_add_(
            averages, torch._foreach_mul(torch._foreach_sub(values, averages), 1.0 - beta)
        )
    else:
        torch._foreach_lerp_(averages, values, 1.0 - beta)


def average_squares(averages: Tensors, values: Tensors, beta: Number) -> None:
    """averages = beta * averages + (1 - beta) * values²."""
    if isinstance(beta, torch.Tensor):
        average(averages, torch._foreach_mul(values, values), beta)
    else:
        torch._foreach_mul_(averages, beta)
        torch._foreach_addcmul_(averages, values, values, 1.0 - beta)


def gather(totals: Tensors, values: Tensors, factor: Number) -> None:
    """totals = factor * totals + values: a momentum."""
    torch._foreach_mul_(totals, factor)
    torch._foreach_add_(totals, values)


def descend(params: Tensors, steps: Tensors, rate: Number) -> None:
    """params -= rate * steps."""
    if _by_itself(params, rate):
        # One pass; what is multiplied needs no memory, whose pages would cost more than the arithmetic.
        for param, step in zip(params, steps, strict=True):
            param.addcmul_(step, rate, value=-1)  # type: ignore[arg-type]
    else:
        torch._foreach_sub_(params, torch._foreach_mul(steps, rate))


def _by_itself(params: Tensors, rate: Number) -> bool:
    """Whether a CPU updates each parameter for itself; graphs and other devices have a kernel for all of them."""
    if (
        (torch.compiler.is_compiling() or is_recorded())
        or type(rate) is not torch.Tensor
        or not params
    ):
        return False
    return params[0].device.type == "cpu" and type(params[0]) is torch.Tensor


def root_plus(values: Tensors, eps: Number) -> Tensors:
    """sqrt(values) + eps."""
    roots = torch._foreach_sqrt(values)
    torch._foreach_add_(roots, eps)
    return roots


def toward_zero(values: Tensors, by: Tensors | Number) -> Tensors:
    """sign(values) * max(|values| - by, 0)."""
    sizes = torch._foreach_abs(values)
    if isinstance(by, (list, tuple)):
        torch._foreach_sub_(sizes, by)
    else:
        torch._foreach_add_(sizes, -by)
    torch._foreach_clamp_min_(sizes, 0.0)
    return torch._foreach_mul(torch._foreach_sign(values), sizes)
