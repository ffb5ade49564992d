"""Clipping of values and norms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.core.argument_conversion import result_dtype
from msacc.ops.core.declaration import InPlaceMethod, MintFunction, TensorMethod, bindings
from msacc.ops.core.op import exported_names, op

if TYPE_CHECKING:
    import numpy as np


def needs_gradient(x: torch.Tensor) -> bool:
    """Whether a gradient may be requested: releases of torch differ in that of `clamp` where x is a limit itself."""
    return x.is_floating_point() and x.requires_grad and torch.is_grad_enabled()


def clamp_to(x: torch.Tensor, low: Any, high: Any) -> torch.Tensor:
    """`x` within numbers or Tensors, in its dtype; where x is a limit itself half of the gradient goes to it."""
    if not isinstance(low, torch.Tensor) and not isinstance(high, torch.Tensor):
        if not needs_gradient(x):
            return torch.clamp(x, low, high)
        low, high = (None if v is None else x.new_full((), v) for v in (low, high))
    if low is not None:
        x = torch.maximum(x, _like(low, x))
    return x if high is None else torch.minimum(x, _like(high, x))


def _like(limit: torch.Tensor | float, x: torch.Tensor) -> torch.Tensor:
    return limit.to(x.dtype) if isinstance(limit, torch.Tensor) else x.new_full((), limit)


def _clamp_keeping_gradient(x: torch.Tensor, low: Any, high: Any) -> torch.Tensor:
    """As `clamp_to`, but where x is a limit itself the whole gradient goes to it."""
    if not needs_gradient(x):
        return clamp_to(x, low, high)
    if low is not None:
        x = torch.where(x < low, _like(low, x), x)
    return x if high is None else torch.where(x > high, _like(high, x), x)


@op
def clip_by_value(
    x: torch.Tensor | list[torch.Tensor] | tuple[torch.Tensor, ...],
    clip_value_min: torch.Tensor | float | np.number | None = None,
    clip_value_max: torch.Tensor | float | np.number | None = None,
) -> Any:
    """Limit each element of `x` to the range from `clip_value_min` to `clip_value_max`.

    `x` is a Tensor, or a tuple or list of Tensors, of any shape and dtype. The limits are numbers
    or Tensors that broadcast with `x`, and one of them may be None: no limit on that side. Where
    the lower limit is above the upper, the upper wins. The result has the shape and dtype of `x`;
    float limits of integers are cast to integers. Raises ValueError if both limits are None or
    shapes do not broadcast, TypeError for a limit that is no number. As in MindSpore.
    """
    if clip_value_min is None and clip_value_max is None:
        raise ValueError(
            "For 'clip_by_value', at least one of 'clip_value_min' or 'clip_value_max' must not be None"
        )
    if isinstance(x, (tuple, list)):
        return type(x)([_limited(t, clip_value_min, clip_value_max) for t in x])
    return _limited(x, clip_value_min, clip_value_max)


def _limited(x: torch.Tensor, low: Any, high: Any) -> torch.Tensor:
    return clamp_to(x, low, high).to(x.dtype)


@bindings(TensorMethod("clamp", "clip"), InPlaceMethod("clamp_"), MintFunction("clamp", "clip"))
@op
def clamp(
    input: torch.Tensor,
    min: torch.Tensor | float | np.number | None = None,
    max: torch.Tensor | float | np.number | None = None,
) -> torch.Tensor:
    """`input` limited to [min, max], numbers or Tensors; dtypes promote.

    Where it is a limit itself the gradient is 1; that of `clip_by_value` is a half there, both as in MindSpore.

    `input` is a Tensor of numbers of any shape; the result has its shape, broadcast with the
    limits'.
    """
    if min is None and max is None:
        raise ValueError("For 'clamp', at least one of 'min' or 'max' must not be None.")
    if not isinstance(min, torch.Tensor) and not isinstance(max, torch.Tensor):
        return (
            _clamp_keeping_gradient(input, min, max)
            if needs_gradient(input)
            else torch.clamp(input, min, max)  # type: ignore[arg-type]
        )
    for bound in (min, max):
        if bound is not None:
            input = input.to(result_dtype(input, bound))
    return _clamp_keeping_gradient(input, min, max)


@op
def clip_by_global_norm(
    x: torch.Tensor | list[torch.Tensor] | tuple[torch.Tensor, ...],
    clip_norm: torch.Tensor | float | np.number = 1.0,
    use_norm: None = None,
) -> Any:
    """Scale Tensors together, so that the norm of all their elements is at most `clip_norm`.

    `x` is a tuple or list of Tensors of any shapes and float dtypes, or one Tensor.
    `clip_norm` is a positive number.

    The result is a tuple of Tensors (a Tensor for one) in the dtypes of `x`; nothing changes if the norm is
    small enough. The norm is computed in Float32.

    Raises ValueError for a `use_norm` other than None, TypeError for a `clip_norm` that is no number.

    Differs from MindSpore: a `clip_norm` of 0 or below is refused there with ValueError, and not checked
    here.
    """
    if use_norm is not None:
        raise ValueError(
            f"For 'clip_by_global_norm', input 'use_norm' only supports None currently, but got {use_norm!r}"
        )
    one = isinstance(x, torch.Tensor)
    items: list[torch.Tensor] = [x] if isinstance(x, torch.Tensor) else list(x)
    total = torch.sqrt(sum(torch.sum(torch.square(t.float())) for t in items))  # type: ignore[arg-type]
    most: Any = clip_norm
    scale = most / torch.clamp(total, min=most)
    out = [(t * scale).to(t.dtype) for t in items]
    return out[0] if one else tuple(out)


@op
def clip_by_norm(
    x: Any, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False
) -> Any:
    """Tensors scaled together so that their `norm_type`-norm is at most `max_norm`.

    `x` is a Tensor of floats, or a tuple or list of them; the result is the same with their shapes and
      dtypes.
    `max_norm` and `norm_type` are numbers.
    `error_if_nonfinite`: RuntimeError for a norm that is none.
    """
    one = isinstance(x, torch.Tensor)
    items = [x] if one else list(x)
    norms = torch.stack([torch.linalg.vector_norm(t, norm_type) for t in items])
    total = torch.linalg.vector_norm(norms, norm_type)
    if error_if_nonfinite and not bool(torch.isfinite(total)):
        raise RuntimeError(
            f"For 'clip_by_norm', the total norm of order {norm_type} is not finite."
        )
    scale = max_norm / (total + 1e-6)
    scale = torch.where(scale < 1, scale, 1.0)  # a NaN leaves the tensors alone, as in MindSpore
    out = [t * scale for t in items]
    return out[0] if one else type(x)(out)


clip = clamp

__all__ = exported_names(globals())
