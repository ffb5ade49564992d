"""A step along a direction that satisfies the strong Wolfe conditions (Nocedal and Wright, algorithms 3.5 and 3.6)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from msacc.common import Tensor, warn_once
from msacc.common.tensor import wrap
from msacc.graph import value_and_grad

if TYPE_CHECKING:
    import numpy as np

Measured = tuple[float, Any, float]  # value, gradient, slope along the direction
Measure = Callable[[float], Measured]


class LineSearchResults(NamedTuple):
    """The result of a line search: the step `a_k`, value and gradient there; `status` 1 where no step was
    found, 3 at maxiter.
    """

    failed: bool
    nit: int
    nfev: int
    ngev: int
    k: int
    a_k: float
    f_k: float
    g_k: Any
    status: int


def line_search(
    f: Callable[[Any], Any],
    xk: Tensor,
    pk: Tensor,
    jac: Callable[[Any], Any] | None = None,
    gfk: Tensor | None = None,
    old_fval: Tensor | None = None,
    old_old_fval: float | torch.Tensor | np.number | None = None,
    c1: float = 1e-4,
    c2: float = 0.9,
    maxiter: int = 20,
) -> LineSearchResults:
    """A step `a_k` from `xk` along `pk` after which `f` is less and its slope flatter, by the constants `c1` and
    `c2`.

    `f`: a function of a Tensor that gives a scalar.
    `xk`, `pk`: float vectors of shape (n,).
    `jac` gives the gradient, by default it is derived.
    `gfk`, `old_fval`: gradient, (n,), and value at `xk` where they are known.
    `old_old_fval` has no effect, as in MindSpore.
    `c1`, `c2`: floats.
    `maxiter`: an int, how many steps are tried at most.

    The result is a LineSearchResults.

    Raises TypeError where `xk` or `pk` is no Tensor.
    """
    for name, value in (("xk", xk), ("pk", pk)):
        if not isinstance(value, Tensor):
            raise TypeError(f"For 'line_search', the '{name}' must be a Tensor, but got {value!r}.")
    warn_once.no_effects("line_search", "no search reads it", old_old_fval=(old_old_fval, None))
    search = Search(evaluate_step(f, jac, xk, pk), c1, c2, maxiter)
    if gfk is not None and old_fval is not None:
        return search.run((float(old_fval), gfk, _slope(gfk, pk)), 0)
    return search.run(search.measure(0.0), 1)


def evaluate_step(
    f: Callable[..., Any], jac: Callable[..., Any] | None, xk: Tensor, pk: Tensor
) -> Measure:
    """Value, gradient and slope after a step along `pk`."""
    both = value_and_grad(f) if jac is None else lambda x: (f(x), jac(x))

    def measure(step: float) -> Measured:
        value, gradient = both(wrap(xk._t + step * pk._t))
        return float(value), gradient, _slope(gradient, pk)

    return measure


def _slope(gradient: Tensor, pk: Tensor) -> float:
    return float(torch.sum(gradient._t * pk._t))


class Search:
    """One search: `measure` gives value, gradient and slope after a step."""

    def __init__(self, measure: Measure, c1: float, c2: float, maxiter: int):
        self.measure, self.c1, self.c2, self.maxiter = measure, c1, c2, maxiter
        self.calls = 0

    def run(self, start: Measured, calls: int) -> LineSearchResults:
        """Widen the step from 1 until a good one lies in it, then narrow it down."""
        self.start, self.calls = start, calls
        before, last, step = 0.0, start, 1.0
        for iteration in range(1, self.maxiter + 1):
            measured = self._at(step)
            if self._too_high(step, measured) or (measured[0] >= last[0] and iteration > 1):
                return self._narrow((before, last), (step, measured), iteration)
            if abs(measured[2]) <= -self.c2 * start[2]:
                return self._result(step, measured, iteration, 0 if iteration < self.maxiter else 3)
            if measured[2] >= 0:
                return self._narrow((step, measured), (before, last), iteration)
            before, last, step = step, measured, 2 * step
        return self._result(before, last, self.maxiter, 3, failed=True)

    def _at(self, step: float) -> Measured:
        self.calls += 1
        return self.measure(step)

    def _too_high(self, step: float, measured: Measured) -> bool:
        return not measured[0] <= self.start[0] + self.c1 * step * self.start[2]

    def _result(
        self, step: float, measured: Measured, iteration: int, status: int, failed: bool = False
    ) -> LineSearchResults:
        calls = self.calls
        return LineSearchResults(
            failed, iteration, calls, calls, iteration + 1, step, measured[0], measured[1], status
        )

    def _narrow(
        self, low: tuple[float, Measured], high: tuple[float, Measured], iteration: int
    ) -> LineSearchResults:
        """`low` is the best step so far, the good ones lie between it and `high`."""
        third_point: tuple[float, float] | None = None
        for _ in range(10):
            step = _interpolate(low, high, third_point)
            measured = self._at(step)
            if self._too_high(step, measured) or measured[0] >= low[1][0]:
                third_point, high = (high[0], high[1][0]), (step, measured)
                continue
            if abs(measured[2]) <= -self.c2 * self.start[2]:
                return self._result(step, measured, iteration, 0 if iteration < self.maxiter else 3)
            if measured[2] * (high[0] - low[0]) >= 0:
                third_point, high = (high[0], high[1][0]), low
            else:
                third_point = (low[0], low[1][0])
            low = (step, measured)
        return self._result(1.0, self.start, iteration, 1, failed=True)


def _interpolate(
    low: tuple[float, Measured],
    high: tuple[float, Measured],
    third_point: tuple[float, float] | None,
) -> float:
    """The minimum of a cubic, else of a parabola, else the middle: whichever is not too near an end."""
    a, b = low[0], high[0]
    width = abs(b - a)
    if third_point is not None:
        step = _cubic(low, (b, high[1][0]), third_point)
        if min(a, b) + 0.2 * width < step < max(a, b) - 0.2 * width:
            return step
    step = _parabola(low, (b, high[1][0]))
    if min(a, b) + 0.1 * width < step < max(a, b) - 0.1 * width:
        return step
    return a + 0.5 * (b - a)


def _parabola(low: tuple[float, Measured], high: tuple[float, float]) -> float:
    a, (value, _, slope) = low
    width = high[0] - a
    bend = (high[1] - value - slope * width) / (width * width)
    return a - slope / (2 * bend) if bend else math.nan


def _cubic(
    low: tuple[float, Measured], high: tuple[float, float], third_point: tuple[float, float]
) -> float:
    a, (value, _, slope) = low
    d, e = high[0] - a, third_point[0] - a
    p, q = high[1] - value - slope * d, third_point[1] - value - slope * e
    below = (d * e) ** 2 * (d - e)
    if not below:
        return math.nan
    third = (e * e * p - d * d * q) / below
    second = (d * d * d * q - e * e * e * p) / below
    discriminant = second * second - 3 * third * slope
    return (
        a + (math.sqrt(discriminant) - second) / (3 * third)
        if third and discriminant >= 0
        else math.nan
    )
