"""Bessel functions. Derivatives that torch lacks are computed by the recurrence relations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core.declaration import PrimitiveClass, TensorMethod, bindings, with_bindings
from msacc.ops.core.op import exported_names, op

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext
    from msacc.common.tensor import Tensor

_Slope = Callable[[torch.Tensor], torch.Tensor]


class _Sloped(torch.autograd.Function):
    """A function of torch's and the slope that torch leaves out; both can be differentiated again."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: torch.Tensor, fn: Callable[..., Any], _slope: _Slope) -> torch.Tensor:
        return fn(x)  # type: ignore[no-any-return]

    @staticmethod
    def setup_context(ctx: AutogradContext, inputs: Any, *_output: torch.Tensor) -> None:
        x, _, ctx.slope = inputs
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)

    @staticmethod
    def backward(ctx: AutogradContext, *grads: torch.Tensor) -> Any:
        (x,) = ctx.saved_tensors
        return grads[0] * ctx.slope(x), None, None

    @staticmethod
    def jvp(ctx: AutogradContext, *tangents: object) -> Any:
        (x,) = ctx.saved_tensors
        return tangents[0] * ctx.slope(x)


def _bessel(name: str, fn: Callable[..., Any], slope: _Slope | None, doc: str) -> Any:
    """`slope` is of torch tensors; None where torch has its own."""

    def body(x: torch.Tensor) -> torch.Tensor:
        if slope is None:
            return fn(x)
        if x.dtype is torch.float16:  # no kernel of torch's
            return _Sloped.apply(x.float(), fn, slope).to(x.dtype)
        return _Sloped.apply(x, fn, slope)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = (
        f"{doc}\n\n`x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for "
        "anything but a Tensor."
    )
    return op(body)


def _j1_slope(x: torch.Tensor) -> torch.Tensor:
    zero = x == 0
    away = torch.where(zero, 1, x)
    return torch.where(zero, 0.5, bessel_j0.raw(x) - bessel_j1.raw(x) / away)


_s = torch.special
bessel_i0: Any = with_bindings(
    _bessel("bessel_i0", _s.i0, None, "The modified Bessel function I0."),
    PrimitiveClass("BesselI0"),
)
bessel_i0e: Any = with_bindings(
    _bessel("bessel_i0e", _s.i0e, None, "The modified Bessel function I0, times exp(-|x|)."),
    PrimitiveClass("BesselI0e"),
)
bessel_i1: Any = with_bindings(
    _bessel("bessel_i1", _s.i1, None, "The modified Bessel function I1."),
    PrimitiveClass("BesselI1"),
)
bessel_i1e: Any = with_bindings(
    _bessel("bessel_i1e", _s.i1e, None, "The modified Bessel function I1, times exp(-|x|)."),
    PrimitiveClass("BesselI1e"),
)
bessel_j0: Any = with_bindings(
    _bessel("bessel_j0", _s.bessel_j0, lambda x: -bessel_j1.raw(x), "The Bessel function J0."),
    PrimitiveClass("BesselJ0"),
)
bessel_j1: Any = with_bindings(
    _bessel("bessel_j1", _s.bessel_j1, _j1_slope, "The Bessel function J1."),
    PrimitiveClass("BesselJ1"),
)
bessel_y0: Any = with_bindings(
    _bessel("bessel_y0", _s.bessel_y0, lambda x: -bessel_y1.raw(x), "The Bessel function Y0."),
    PrimitiveClass("BesselY0"),
)
bessel_y1: Any = with_bindings(
    _bessel(
        "bessel_y1",
        _s.bessel_y1,
        lambda x: bessel_y0.raw(x) - bessel_y1.raw(x) / x,
        "The Bessel function Y1.",
    ),
    PrimitiveClass("BesselY1"),
)
bessel_k0: Any = with_bindings(
    _bessel(
        "bessel_k0",
        _s.modified_bessel_k0,
        lambda x: -bessel_k1.raw(x),
        "The modified Bessel function K0.",
    ),
    PrimitiveClass("BesselK0"),
)
bessel_k1: Any = with_bindings(
    _bessel(
        "bessel_k1",
        _s.modified_bessel_k1,
        lambda x: -bessel_k0.raw(x) - bessel_k1.raw(x) / x,
        "The modified Bessel function K1.",
    ),
    PrimitiveClass("BesselK1"),
)
bessel_k0e: Any = with_bindings(
    _bessel(
        "bessel_k0e",
        _s.scaled_modified_bessel_k0,
        lambda x: bessel_k0e.raw(x) - bessel_k1e.raw(x),
        "The modified Bessel function K0, times exp(x).",
    ),
    PrimitiveClass("BesselK0e"),
)
bessel_k1e: Any = with_bindings(
    _bessel(
        "bessel_k1e",
        _s.scaled_modified_bessel_k1,
        lambda x: bessel_k1e.raw(x) * (1 - 1 / x) - bessel_k0e.raw(x),
        "The modified Bessel function K1, times exp(x).",
    ),
    PrimitiveClass("BesselK1e"),
)


@bindings(TensorMethod("i0"))
def i0(input: Tensor) -> Any:
    """The modified Bessel function of the first kind of order 0.

    `input`: a Tensor of numbers of any shape, which the result has with its float dtype, Float32 for integers.
    """
    return bessel_i0(input)


__all__ = exported_names(globals())
