"""What is written into holds its type: wider updates are refused, narrower ones converted."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case

_TYPES = ((np.int8, np.float32), (np.int32, np.int64), (np.int64, np.int32), (np.float32, np.int32))
_HOW = ("Add", "Sub", "Mul", "Div", "Max", "Min", "Update")


def _outcome(call: Any) -> Any:
    """The values, or the class of the error and whether it names the primitive."""
    try:
        return call().asnumpy()
    except TypeError as error:
        return np.array(f"TypeError {str(error)[:225]}")


@case(jit=False)
def into_parameters(ms: Any, run: Any) -> Any:
    result = {}
    rows, places = np.array([0, 1], np.int32), np.array([[0], [1]], np.int32)
    for name in [prefix + how for prefix in ("Scatter", "ScatterNd") for how in _HOW]:
        for own, given in _TYPES:
            held = ms.Parameter(ms.Tensor(np.full((3, 2), 6, own)), name="held")
            index, updates = ms.Tensor(places if "Nd" in name else rows), np.full((2, 2), 3, given)
            primitive = getattr(ms.ops, name)()
            key = f"{name} {own.__name__} {given.__name__}"
            result[key] = _outcome(
                lambda p=primitive, h=held, i=index, u=updates: p(h, i, ms.Tensor(u))
            )
    return result


@case(jit=False)
def into_copies(ms: Any, run: Any) -> Any:
    result = {}
    for how in ("add", "sub", "mul", "div", "max", "min"):
        for own, given in _TYPES[1:]:
            x, updates = ms.Tensor(np.ones((3, 2), own)), ms.Tensor(np.ones((2, 2), given))
            index = ms.Tensor(np.array([[0], [1]], np.int32))
            call = getattr(ms.ops, f"tensor_scatter_{how}")
            result |= {
                f"{how} {own.__name__}": run.raises(
                    call, x.asnumpy(), index.asnumpy(), updates.asnumpy()
                )["raises"]
            }
    return result
