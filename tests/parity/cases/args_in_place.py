"""Functions of mindspore.ops that write into their first argument: its CPU build has none of them, so numpy says what
they give; and small doors of iterators.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import rand
from tests.parity.table import several

X = rand(3, 4)


def _put(x: Any, accumulate: bool) -> Any:
    flat = x.ravel().copy()
    for place, value in ((0, 1.0), (5, 2.0), (0, 3.0)):
        flat[place] = value + (flat[place] if accumulate else 0)
    return flat.reshape(x.shape)


def _twice(function: Any, *given: Any, **named: Any) -> Any:
    """What was written into, and what came back: the same."""
    x = given[0] * 1
    out = function(input=x, **named)
    return x, out


several(
    __name__,
    "written",
    [
        (lambda ms, x, i, s: _twice(ms.ops.zero_, x), lambda x, i, s: (x * 0, x * 0)),
        (
            lambda ms, x, i, s: _twice(ms.ops.clamp_, x, min=-0.5, max=0.25),
            lambda x, i, s: (np.clip(x, -0.5, 0.25),) * 2,
        ),
        (
            lambda ms, x, i, s: _twice(ms.ops.inplace_sigmoid, x),
            lambda x, i, s: (1 / (1 + np.exp(-x)),) * 2,
        ),
        (
            lambda ms, x, i, s: _twice(ms.ops.erfinv_, ms.ops.erf(x)),
            lambda x, i, s: (x, x),
        ),
        (
            lambda ms, x, i, s: _twice(ms.ops.put_, x, index=i, source=s, accumulate=True),
            lambda x, i, s: (_put(x, True),) * 2,
        ),
        (
            lambda ms, x, i, s: (x * 1).put_(i[1:], s[1:]),
            lambda x, i, s: _put(_put(x, False), False),
        ),
    ],
    X,
    np.array([0, 5, 0]),
    np.array([1.0, 2.0, 3.0], np.float32),
    formulas=True,
    grad=False,
    rtol=1e-4,
    jit=False,
)


def _drawn(ms: Any, function: Any, low: float, high: float, **given: Any) -> Any:
    """Whether all that is drawn lies within bounds, twice the same with a generator of one seed, and differs."""
    result = []
    for _ in range(2):
        generator = ms.Generator().manual_seed(3)
        x = ms.Tensor(np.zeros((4, 50), np.float32))
        function(input=x, generator=generator, **given)
        result.append(x.asnumpy())
    within = (result[0] >= low).all() and (result[0] <= high).all()
    facts = [within, np.array_equal(*result), len(np.unique(result[0])) > 1]
    return ms.Tensor(np.array(facts))


several(
    __name__,
    "drawn",
    [
        (
            lambda ms, x, name=name, bounds=bounds, given=given: _drawn(
                ms, getattr(ms.ops, name), *bounds, **given
            ),
            lambda x: np.array([True, True, True]),
        )
        for name, bounds, given in (
            ("bernoulli_", (0, 1), {"p": 0.3}),
            ("exponential_", (0, 1e3), {"lambd": 0.5}),
            ("normal_", (60, 140), {"mean": 100.0, "std": 2.0}),
            ("random_", (2, 8), {"from_": 2, "to": 9}),
            ("uniform_", (-3, -1), {"from_": -3.0, "to": -1.0}),
        )
    ],
    X,
    formulas=True,
    grad=False,
    jit=False,
)


def _walked(ms: Any, values: Any) -> Any:
    """The items in turn; MindSpore's have a meaning within its graphs alone."""
    rest, result = ms.ops.iter_converter(value=values), []
    while ms.ops.ms_hasnext(iterator=rest):
        item, rest = ms.ops.ms_next(iterator=rest)
        result.append(item)
    return result


several(
    __name__,
    "iterators",
    [(lambda ms, x: _walked(ms, (x, x + 1)), lambda x: [x, x + 1])],
    X,
    formulas=True,
    grad=False,
    jit=False,
)
