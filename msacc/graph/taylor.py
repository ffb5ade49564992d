"""jet and derivative: derivatives of higher order along a curve."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import filled, leaves

if TYPE_CHECKING:
    from collections.abc import Sequence


def jet(
    fn: Callable[..., Any], primals: Tensor | Sequence[Tensor], series: Tensor | Sequence[Tensor]
) -> tuple[Any, Any]:
    """(value of `fn` at `primals`, its derivatives along a curve through them, lowest order first).

    `primals`: a Tensor or a tuple of Tensors, taken as float32 where they are integers.
    `series`: for each of them the first to n-th derivatives of the curve, stacked along a new first axis.
      Each output gets its n derivatives stacked in the same way.

    Raises TypeError unless both are Tensors or both tuples, ValueError when they differ in number or shape.
    """
    if isinstance(primals, Tensor) != isinstance(series, Tensor):
        raise TypeError(
            "For 'jet', 'primals' and 'series' must both be a Tensor or both a tuple, but got "
            f"{type(primals).__name__} and {type(series).__name__}."
        )
    points, curves = _floats("jet", primals), _floats("jet", series)
    if [tuple(p.shape) for p in points] != [tuple(c.shape[1:]) for c in curves]:
        raise ValueError(
            "For 'jet', each of 'series' must have the shape of its primal behind a first axis of orders, but got "
            f"{[tuple(p.shape) for p in points]} and {[tuple(c.shape) for c in curves]}."
        )
    orders = {len(c) for c in curves}
    if len(orders) != 1:
        raise ValueError(f"For 'jet', 'series' should have one number of orders, but got {orders}.")
    value, outs = _along(fn, points, curves, orders.pop())
    return value, filled(value, iter(torch.stack(each) for each in zip(*outs, strict=True)))


def derivative(
    fn: Callable[..., Any], primals: Tensor | Sequence[Tensor], order: int
) -> tuple[Any, Any]:
    """(value of `fn` at `primals`, its derivative of `order` where all of them move at unit speed).

    `primals`: a Tensor or a tuple of Tensors, taken as float32 where they are integers. Raises TypeError for an
    `order` that is no int and primals that are no Tensors, ValueError for an `order` below 1.
    """
    if not isinstance(order, int) or isinstance(order, bool):
        raise TypeError(f"For 'derivative', 'order' must be an int, but got {order!r}.")
    if order < 1:
        raise ValueError(f"For 'derivative', 'order' should not be less than 1, but got {order}.")
    points = _floats("derivative", primals)
    curves = [torch.zeros((order, *p.shape), dtype=p.dtype, device=p.device) for p in points]
    for curve in curves:
        curve[0] = 1
    value, outs = _along(fn, points, curves, order)
    return value, filled(value, iter(outs[-1]))


def _floats(where: str, value: Any) -> list[torch.Tensor]:
    items = value if isinstance(value, tuple) else (value,)
    for item in items:
        if not isinstance(item, Tensor):
            raise TypeError(f"For '{where}', Tensors are differentiated, but got {item!r}.")
    return [t._t if t._t.is_floating_point() else t._t.float() for t in items]


def _along(
    fn: Callable[..., Any], points: list[torch.Tensor], curves: list[torch.Tensor], order: int
) -> tuple[Any, list[tuple[torch.Tensor, ...]]]:
    """The value and, order by order, the derivatives of each output by the time on the curve."""

    def at(time: torch.Tensor) -> tuple[torch.Tensor, ...]:
        moved = [p + _step(c, time) for p, c in zip(points, curves, strict=False)]
        return tuple(leaf._t for leaf in leaves(fn(*[wrap(m) for m in moved])))

    outs, current = [], at
    start = torch.zeros((), dtype=points[0].dtype, device=points[0].device)
    for _ in range(order):
        current = _rate(current)
        outs.append(current(start))
    return fn(*[wrap(p) for p in points]), outs


def _step(curve: torch.Tensor, time: torch.Tensor) -> torch.Tensor:
    terms = [d * (time**k / math.factorial(k)) for k, d in enumerate(curve, start=1)]
    return torch.stack(terms).sum(0)


def _rate(fn: Callable[..., Any]) -> Callable[..., Any]:
    def rate(time: torch.Tensor) -> Any:
        return torch.func.jvp(fn, (time,), (torch.ones_like(time),))[1]

    return rate
