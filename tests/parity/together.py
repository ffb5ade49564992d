"""Related calls as one parity case, so that one graph holds them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, flat

# (ms, *tensors) -> a Tensor or several.
Call = Callable[..., Any]


def group(
    chapter: str,
    name: str,
    calls: Sequence[Call],
    *inputs: np.ndarray,
    grad: bool = True,
    **options: Any,
) -> None:
    """Register the case `name` of a chapter: all results of `calls` on the same tensors, in order."""

    def body(ms: Any, run: Any) -> Arrays:
        return run(lambda *tensors: [call(ms, *tensors) for call in calls], *inputs, grad=grad)

    body.__module__ = chapter
    case(name=name, **options)(body)


def by_formula(
    chapter: str,
    name: str,
    calls: Sequence[tuple[Call, Call]],
    *inputs: np.ndarray,
    **options: Any,
) -> None:
    """Like `group`, for what MindSpore's CPU build has no kernel for: (call, its formula on the arrays)."""

    def body(ms: Any, run: Any) -> Arrays:
        if ms.__name__ != "mindspore":
            return run(
                lambda *tensors: [call(ms, *tensors) for call, _ in calls], *inputs, grad=False
            )
        told = flat([formula(*inputs) for _, formula in calls])
        return {f"out{i}": as_array(out) for i, out in enumerate(told)}

    body.__module__ = chapter
    case(name=name, **options)(body)
