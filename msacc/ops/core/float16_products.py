"""Float16 matrix products on processors without instructions for them.

Torch then adds up number by number, 20 to 80 times as slowly as in float32. The same sums in float32, rounded once
at the end, take little longer than those of float32 and are as exact.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch

from msacc.common.torch_private import has_float16_products
from msacc.ops.core.narrow_inputs import keeping_sources

# Whether this processor is such a one.
BY_FLOAT32 = not has_float16_products()


def are_halves(*operands: torch.Tensor | None) -> bool:
    """Whether all lie in a CPU's memory in float16, and are to be multiplied in float32."""
    if not BY_FLOAT32:
        return False
    return all(
        t is None or (t.dtype is torch.float16 and t.device.type == "cpu" and not t.is_sparse)
        for t in operands
    )


def in_float32(fn: Callable[..., torch.Tensor], *args: object, **kwargs: object) -> torch.Tensor:
    """`fn` of float16 tensors, computed in float32; the result is float16, as gradients are."""
    with torch.autocast("cpu", enabled=False):
        wide = [a.float() if isinstance(a, torch.Tensor) else a for a in args]
        with _keeping_halves(wide, args):
            return fn(*wide, **kwargs).half()


def _keeping_halves(wide: list[Any], args: tuple[object, ...]) -> AbstractContextManager[Any]:
    """What is kept for the backward pass is what the caller had, not the copies."""
    if torch.compiler.is_compiling():  # Dynamo captures a pipeline's stage, and knows no such hooks
        return nullcontext()
    pairs = zip(wide, args, strict=True)
    return keeping_sources([(w, a) for w, a in pairs if isinstance(a, torch.Tensor) and w is not a])


def call_convolution(
    fn: Callable[..., torch.Tensor],
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    *rest: object,
) -> torch.Tensor:
    """`fn(input, weight, bias, ...)`, a convolution, of halves too."""
    if input.dtype is torch.float16 and are_halves(input, weight, bias):
        return in_float32(fn, input, weight, bias, *rest)
    return fn(input, weight, bias, *rest)
