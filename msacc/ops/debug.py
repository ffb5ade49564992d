"""Debugging ops: float status, hooks, Python functions as ops."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.common import checks as check
from msacc.common.overflow_register import overflow_register
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import exported_names, op, rewrap, unwrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import AutogradContext


@bindings(PrimitiveClass("FloatStatus"))
@op
def float_status(x: torch.Tensor) -> torch.Tensor:
    """Whether some element of `x` is infinite or NaN, as a number.

    `x` is a Tensor of any shape and float dtype. The result has shape (1,) and the dtype of `x`: 1
    if so, else 0. Raises TypeError for anything but a Tensor. Differs from MindSpore: its CPU has
    no kernel for this.
    """
    return (~torch.isfinite(x)).any().to(x.dtype).reshape(1)


def empty_overflow_status() -> Tensor:
    """Zeros of shape (8,) in float32 for `read_overflow`."""
    return wrap(torch.zeros(8, device=settings.device))


def clear_overflow(status: Tensor) -> Tensor:
    """Forget the overflow of gradients that were derived until now; zeros of the shape of `status`."""
    overflow_register.flag.zero_()
    return wrap(torch.zeros_like(status._t))


def read_overflow(status: Tensor, writes: bool) -> Tensor:
    """Ones if a gradient derived since `clear_overflow` is not finite, else zeros; `writes`: into `status` too."""
    read = overflow_register.flag.to(status._t).expand(status._t.shape).clone()
    if writes:
        status._t.copy_(read)
    return wrap(read)


@op
def all_finite(tensors: Sequence[torch.Tensor] | torch.Tensor) -> torch.Tensor:
    """Whether every element of every tensor is finite: Bool, True for no tensors."""
    items = [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)
    # The maximum is nonfinite where any element is; no mask is allocated.
    floats = [t for t in items if t.numel() and (t.is_floating_point() or t.is_complex())]
    if not floats:
        return torch.tensor(True)
    largest = [torch.linalg.vector_norm(t, torch.inf).double() for t in floats]
    return torch.isfinite(torch.stack(largest)).all()


def with_gradient_hook(x: Tensor, hook: Callable[[tuple[Tensor]], Any]) -> Tensor:
    """A view of `x` whose gradient is passed to `hook((gradient,))`; the hook's result replaces it."""
    if not x._t.requires_grad:
        return x

    def on_gradient(gradient: torch.Tensor) -> torch.Tensor | None:
        replacement = hook((wrap(gradient),))
        replacement = replacement[0] if isinstance(replacement, tuple) else replacement
        return replacement._t if isinstance(replacement, Tensor) else None

    alias = x._t.view_as(x._t)
    alias.register_hook(on_gradient)
    return wrap(alias)


# -- a Python function as an op ----------------------------------------------------------------
def on_arrays(
    func: Callable[..., Any], bprop: Callable[..., Any] | None, inputs: Sequence[Any]
) -> Any:
    """`func` called on the inputs as numpy arrays; its array, or tuple of them, as Tensors: see `opaque`."""
    return opaque(functools.partial(_call_on_arrays, func), bprop, inputs)


def opaque(
    call: Callable[..., Any], bprop: Callable[..., Any] | None, inputs: Sequence[Any]
) -> Any:
    """`call(inputs)`, which gives a torch tensor or a tuple of them, as Tensors.

    `bprop(*inputs, out, dout)` gives the gradient of each input. Without one, asking for a gradient raises
    RuntimeError, as in MindSpore.
    """
    tensors = [x._t for x in inputs if isinstance(x, Tensor)]
    if not (torch.is_grad_enabled() and any(t.requires_grad for t in tensors)):
        return rewrap(call(inputs))
    positions = [i for i, x in enumerate(inputs) if isinstance(x, Tensor)]
    rest = [None if isinstance(x, Tensor) else x for x in inputs]
    return rewrap(_Opaque.apply(call, bprop, positions, rest, *tensors))


def _call_on_arrays(func: Callable[..., Any], inputs: Sequence[Tensor]) -> Any:
    result = func(*[x.asnumpy() if isinstance(x, Tensor) else x for x in inputs])
    several = isinstance(result, tuple)
    outs = tuple([Tensor(v)._t for v in (result if several else (result,))])
    return outs if several else outs[0]


class _Opaque(torch.autograd.Function):
    """The opaque call forward, the user's `bprop` backward."""

    @staticmethod
    def forward(
        ctx: AutogradContext,
        call: Callable[..., Any],
        bprop: Callable[..., Any] | None,
        positions: list[int],
        rest: list[Any],
        *tensors: torch.Tensor,
    ) -> Any:
        out = call(_insert_tensors(positions, rest, tensors))
        ctx.bprop, ctx.positions, ctx.rest = bprop, positions, rest
        ctx.several = isinstance(out, tuple)
        ctx.save_for_backward(*tensors, *(out if ctx.several else (out,)))
        return out

    @staticmethod
    def backward(ctx: AutogradContext, *dout: torch.Tensor) -> Any:
        if ctx.bprop is None:
            raise RuntimeError(
                "For 'Custom', a gradient was asked for, but 'bprop' is not defined: give "
                "ops.Custom(..., bprop=f) with f(*inputs, out, dout) -> the gradients of the inputs."
            )
        count = len(ctx.positions)
        inputs = _insert_tensors(ctx.positions, ctx.rest, ctx.saved_tensors[:count])
        outs, seeds = rewrap(ctx.saved_tensors[count:]), rewrap(dout)
        gradients = ctx.bprop(*inputs, *((outs, seeds) if ctx.several else (outs[0], seeds[0])))
        gradients = gradients if isinstance(gradients, tuple) else (gradients,)
        if len(gradients) < len(inputs):
            raise RuntimeError(
                f"For 'Custom', 'bprop' should give a gradient for each of the {len(inputs)} inputs, but "
                f"gave {len(gradients)}."
            )
        return (None, None, None, None, *[unwrap(gradients[i]) for i in ctx.positions])


def _insert_tensors(
    positions: list[int], rest: list[Any], tensors: Sequence[torch.Tensor]
) -> list[Any]:
    """The inputs again: `tensors` at `positions`, the other values from `rest`."""
    inputs = list(rest)
    for position, tensor in zip(positions, tensors, strict=True):
        inputs[position] = wrap(tensor)
    return inputs


_dumped = itertools.count()


def tensordump(file_name: str, tensor: Tensor, mode: str = "out") -> None:
    """Write a tensor to `<file_name>_<dtype>_<count>.npy`, `count` being that of dumps so far.

    `tensor`: a Tensor of any shape and dtype. Raises TypeError when `file_name` is no str or `tensor` no
    Tensor, ValueError for a `mode` other than 'in' and 'out', which tell apart the halves of a tensor cut up
    over processes: whole ones are the same in both.
    """
    if not isinstance(file_name, str):
        raise TypeError(f"For 'tensordump', 'file_name' should be a str, but got {file_name!r}.")
    check.instance("tensordump", "tensor", tensor, Tensor)
    check.choice("tensordump", "mode", mode, ["out", "in"])
    kind = str(tensor.dtype).lower()
    np.save(f"{file_name.removesuffix('.npy')}_{kind}_{next(_dumped)}.npy", tensor.asnumpy())


__all__ = exported_names(globals(), "with_gradient_hook", "on_arrays", "opaque")
