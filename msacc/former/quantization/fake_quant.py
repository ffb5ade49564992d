"""Rounding to the values that integers of few bits can stand for, as the kernels of MindSpore 1.x round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msacc import float32, ops
from msacc.former.quantization.straight_through import along, only_where, with_gradients


@dataclass(frozen=True)
class Grid:
    """The integers from 0 (1 with `narrow_range`) to `2 ** num_bits - 1`; `symmetric`: the range is made so first."""

    num_bits: int = 8
    symmetric: bool = False
    narrow_range: bool = False

    @property
    def ends(self) -> tuple[int, int]:
        return int(self.narrow_range), (1 << self.num_bits) - 1


def nudged(grid: Grid, minimum: Any, maximum: Any) -> tuple[Any, Any, Any]:
    """The range moved so that 0 is a value of the grid: its ends, and the distance of two values."""
    first, last = grid.ends
    if grid.symmetric:
        maximum = ops.maximum(-minimum, maximum)
        minimum = -maximum
    scale = (maximum - minimum) / (last - first)
    zero = ops.floor(_clipped(first - minimum / _not_zero(scale), first, last) + 0.5)
    return (first - zero) * scale, (last - zero) * scale, scale


def fake_quant(grid: Grid, x: Any, minimum: Any, maximum: Any, axis: int | None = None) -> Any:
    """`x` rounded to the grid between `minimum` and `maximum`, one value or one for each place of `axis`.

    The gradient passes where x lies in the nudged range, its ends included.
    """
    held = ops.stop_gradient(x).astype(float32)
    low, high, scale = (along(part, x, axis) for part in nudged(grid, minimum, maximum))
    steps = ops.floor((_clipped(held, low, high) - low) / _not_zero(scale) + 0.5)
    rounded = (steps * scale + low).astype(x.dtype)
    return with_gradients(rounded, (only_where(within(held, low, high), x), None))


def within(x: Any, low: Any, high: Any) -> Any:
    return ops.logical_and(x >= low, x <= high)


def min_max_update(
    x: Any, minimum: Any, maximum: Any, decay: float, axis: int | None = None
) -> tuple[Any, Any]:
    """The range of x, of each place of `axis`, with 0 in it: `decay` times the one before, the rest of this x."""
    held = ops.stop_gradient(x).astype(float32)
    others = tuple(i for i in range(x.ndim) if i != axis)
    found = []
    for before, reduced, inner in (
        (minimum, ops.ReduceMin(), ops.minimum),
        (maximum, ops.ReduceMax(), ops.maximum),
    ):
        now = reduced(held, others).reshape(before.shape) if others else held
        mixed = (before * decay + now * (1 - decay)) if decay else now
        found.append(inner(mixed, ops.zeros_like(mixed)).astype(before.dtype))
    return found[0], found[1]


def learned_scale(
    x: Any, alpha: Any, quant_max: Any, neg_trunc: bool, axis: int | None = None
) -> Any:
    """`x` rounded to multiples of `alpha / quant_max` up to `alpha`, and down to `-alpha`, or 0 with `neg_trunc`.

    The gradient passes to x inside; that of alpha is the rounding error of `x / alpha` inside, ±1 outside.
    """
    lowest = 0.0 if neg_trunc else -1.0
    size = along(_far_from_zero(ops.stop_gradient(alpha)), x, axis)
    part = ops.stop_gradient(x).astype(float32) / size
    inside = ops.logical_and(part >= lowest, part <= 1.0)
    rounded = ops.floor(_clipped(part, lowest, 1.0) * quant_max + 0.5) / quant_max
    of_alpha = ops.where(inside, rounded - part, ops.where(part > 1.0, 1.0, -1.0))
    return with_gradients(
        (rounded * size).astype(x.dtype),
        (only_where(inside, x), None),
        (along(alpha, x, axis).astype(x.dtype), of_alpha.astype(x.dtype)),
    )


def _far_from_zero(alpha: Any) -> Any:
    return ops.where(ops.abs(alpha) >= 1e-6, alpha, ops.ones_like(alpha) * 1e-6)


def _clipped(x: Any, low: Any, high: Any) -> Any:
    return ops.minimum(ops.maximum(x, low), high)


def _not_zero(scale: Any) -> Any:
    """An empty range has no steps; dividing by 1 leaves its one value, 0."""
    return ops.where(scale == 0, ops.ones_like(scale), scale)
