"""The regularized incomplete gamma functions with both derivatives; torch has only the one by `x`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext

_STEP = 1e-4  # of `a`, for a difference in Float64: good to seven digits


class _Incomplete(torch.autograd.Function):
    """The lower function, or with `upper` 1 minus it."""

    generate_vmap_rule = True

    @staticmethod
    def forward(a: torch.Tensor, x: torch.Tensor, upper: bool) -> torch.Tensor:
        return torch.special.gammaincc(a, x) if upper else torch.special.gammainc(a, x)

    @staticmethod
    def setup_context(ctx: AutogradContext, inputs: Any, *_output: torch.Tensor) -> None:
        a, x, ctx.upper = inputs
        ctx.save_for_backward(a, x)

    @staticmethod
    def backward(ctx: AutogradContext, *grads: torch.Tensor) -> Any:
        a, x = ctx.saved_tensors
        grad = -grads[0] if ctx.upper else grads[0]
        density = torch.exp((a - 1) * x.log() - x - torch.lgamma(a))
        return grad * by_order(a.double(), x.double()).to(a.dtype), grad * density, None


def by_order(a: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """The slope of the lower function by `a`, of Float64."""
    step = _STEP * a.detach()
    return (incomplete_gamma(a + step, x) - incomplete_gamma(a - step, x)) / (2 * step)


def incomplete_gamma(a: torch.Tensor, x: torch.Tensor, upper: bool = False) -> torch.Tensor:
    """The lower (or upper) regularized incomplete gamma function of torch tensors."""
    if a.requires_grad:
        dtype = torch.result_type(a, x)
        both = torch.broadcast_tensors(a.to(dtype), x.to(dtype))
        return _Incomplete.apply(*both, upper)  # type: ignore[no-any-return, no-untyped-call]
    return torch.special.gammaincc(a, x) if upper else torch.special.gammainc(a, x)
