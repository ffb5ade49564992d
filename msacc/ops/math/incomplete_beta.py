"""The regularized incomplete beta function, which torch does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext

_TERMS = 200
_TINY = 1e-300


def _density(a: torch.Tensor, b: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """x^a * (1 - x)^b / B(a, b)."""
    log_beta = torch.lgamma(a + b) - torch.lgamma(a) - torch.lgamma(b)
    return torch.exp(torch.xlogy(a, x) + torch.special.xlog1py(b, -x) + log_beta)


def _away(t: torch.Tensor) -> torch.Tensor:
    return torch.where(t.abs() < _TINY, _TINY, t)


def _fraction(a: torch.Tensor, b: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """The continued fraction (Abramowitz and Stegun 26.5.8), by Lentz's method."""
    above = torch.ones_like(x)
    below = 1 / _away(1 - (a + b) * x / (a + 1))
    value = below
    for m in range(1, _TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for part in (even, odd):
            below = 1 / _away(1 + part * below)
            above = _away(1 + part / above)
            value = value * below * above
        if bool(((below * above - 1).abs() < 1e-15).all()):
            break
    return value


class _Betainc(torch.autograd.Function):
    """Its slope by `x` alone: MindSpore gives zeros for `a` and `b`."""

    @staticmethod
    def forward(
        ctx: AutogradContext, a: torch.Tensor, b: torch.Tensor, x: torch.Tensor
    ) -> torch.Tensor:
        ctx.save_for_backward(a, b, x)
        p, q, y = a.double(), b.double(), x.double()
        mirrored = y > (p + 1) / (p + q + 2)
        one, two = torch.where(mirrored, q, p), torch.where(mirrored, p, q)
        argument = torch.where(mirrored, 1 - y, y)
        part = _density(one, two, argument) * _fraction(one, two, argument) / one
        value = torch.where(mirrored, 1 - part, part)
        return torch.where((y < 0) | (y > 1), torch.nan, value).to(x.dtype)

    @staticmethod
    def backward(ctx: AutogradContext, *grads: torch.Tensor) -> Any:
        a, b, x = (t.double() for t in ctx.saved_tensors)
        slope = _density(a, b, x) / (x * (1 - x))
        return None, None, grads[0] * slope.to(grads[0].dtype)


@bindings(PrimitiveClass("Betainc", inputs=("a", "b", "x")))
@op
def betainc(a: torch.Tensor, b: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """The share of the beta distribution of `a` and `b` below `x` in [0, 1]; all of one shape and float dtype."""
    if not a.shape == b.shape == x.shape:
        raise ValueError(
            f"For 'Betainc', 'a', 'b' and 'x' should have one shape, but got {tuple(a.shape)}, "
            f"{tuple(b.shape)} and {tuple(x.shape)}."
        )
    if not a.dtype == b.dtype == x.dtype or x.dtype not in (torch.float32, torch.float64):
        raise TypeError(
            f"For 'Betainc', 'a', 'b' and 'x' should be Float32 or Float64 alike, but got {a.dtype}, "
            f"{b.dtype} and {x.dtype}."
        )
    return _Betainc.apply(a, b, x)  # type: ignore[no-any-return, no-untyped-call]


__all__: list[str] = []
