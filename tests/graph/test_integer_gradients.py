"""Gradients of functions that compute in integers: what they do in between."""

from __future__ import annotations

from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, ops


def test_floats_in_between_are_not_cut_to_integers() -> None:
    def fn(x: Any) -> Any:
        quarter = ops.cast(x, ms.float32) / 4
        wide = ops.cast(quarter, ms.float64)
        return ops.cast(8 * wide * wide, ms.int32)

    # 8 (x / 4)^2 = x^2 / 2, whose slope is x.
    gradient = ms.grad(fn)(Tensor(np.array([34, 7, -5], np.int32)))
    assert gradient.dtype == ms.int32
    assert gradient.asnumpy().tolist() == [34, 7, -5]
