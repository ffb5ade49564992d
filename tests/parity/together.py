"""Related calls as one parity case, so that one graph holds them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, flat

# (ms, *tensors) -> a Tensor or several.
Call = Callable[..., Any]


def _body(body: Callable[[Any, Any], Arrays], chapter: str, name: str, options: Any) -> None:
    body.__module__ = chapter
    case(name=name, **options)(body)


def group(
    chapter: str,
    name: str,
    calls: Sequence[Call | tuple[Call, Call]],
    *inputs: np.ndarray,
    grad: bool = True,
    **options: Any,
) -> None:
    """Register the case `name` of a chapter: all results of `calls` on the same tensors, in order.

    A pair stands for what MindSpore's CPU build has no kernel for: the call, and what is the same in MindSpore.
    """

    def body(ms: Any, run: Any) -> Arrays:
        side = 1 if ms.__name__ == "mindspore" else 0
        chosen = [call[side] if isinstance(call, tuple) else call for call in calls]
        return run(lambda *tensors: [call(ms, *tensors) for call in chosen], *inputs, grad=grad)

    _body(body, chapter, name, options)


def by_formula(
    chapter: str,
    name: str,
    calls: Sequence[tuple[Call, Call]],
    *inputs: np.ndarray,
    **options: Any,
) -> None:
    """Like `group` of pairs, without gradients: (call, its documented formula on the arrays)."""

    def body(ms: Any, run: Any) -> Arrays:
        if ms.__name__ != "mindspore":
            return run(
                lambda *tensors: [call(ms, *tensors) for call, _ in calls], *inputs, grad=False
            )
        told = flat([formula(*inputs) for _, formula in calls])
        return {f"out{i}": as_array(out) for i, out in enumerate(told)}

    _body(body, chapter, name, options)
