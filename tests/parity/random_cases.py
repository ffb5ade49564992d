"""Random functions as parity cases: shapes and dtypes, what holds of many numbers, generators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore

Draw = Callable[[Any, Any], Any]
Holds = Callable[[np.ndarray], Any]


def generator(ms: Any, seed: int) -> Any:
    made = ms.Generator()
    made.manual_seed(seed)
    return made


def random_case(chapter: str, name: str, draw: Draw, kind: str, holds: Holds) -> None:
    """Register a case of `draw(ms, generator)`, which MindSpore's CPU build has no kernel for.

    kind: shape and dtype, as MindSpore documents them. holds: what is true of the numbers. One seed gives the
    same numbers again, another one others.
    """

    def body(ms: Any, run: Any) -> Arrays:
        if is_mindspore(ms):
            return {"kind": np.array(kind), "holds": np.array([True, True, True])}
        first, again, other = (draw(ms, generator(ms, seed)) for seed in (3, 3, 4))
        x, y, z = (t.asnumpy() for t in (first, again, other))
        return {
            "kind": np.array(f"{first.shape} {first.dtype}"),
            "holds": np.array([bool(holds(x)), (x == y).all(), (x != z).any()]),
        }

    body.__module__ = chapter
    case(name=name, jit=False)(body)
