"""Results that are constants to a gradient, with the gradients that a kernel defines."""

from __future__ import annotations

from msacc import Tensor, ops


def with_gradients(value: Tensor, *parts: tuple[Tensor, Tensor | None]) -> Tensor:
    """`value`, whose gradient for the `x` of each pair `(x, factor)` is `factor`, a constant, or 1 for None.

    What is added is exactly 0.
    """
    result = ops.stop_gradient(value)
    for x, factor in parts:
        nothing = x - ops.stop_gradient(x)
        result = result + (nothing if factor is None else nothing * ops.stop_gradient(factor))
    return result


def only_where(inside: Tensor, x: Tensor) -> Tensor:
    """`x` where `inside` holds, 0 elsewhere, also in place of infinities: no gradient passes there."""
    return ops.where(inside, x, ops.zeros_like(x))


def along(values: Tensor, x: Tensor, axis: int | None) -> Tensor:
    """One value, or one for each place of `axis`, so that it acts on `x`."""
    if axis is None or x.ndim == 0:
        return values
    shape = [1] * x.ndim
    shape[axis] = -1
    return values.reshape(shape)
