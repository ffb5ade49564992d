"""Amp level "auto" leaves the type of a Cell's `to_float` alone, as MindSpore 2.10 does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.amp import auto_mixed_precision


class _Inner(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.dense, self.norm = nn.Dense(3, 3), nn.LayerNorm((3,))

    def construct(self, x: Tensor) -> Any:
        y = self.dense(x)
        return y, ops.matmul(y, y), self.norm(y)


class _Outer(nn.Cell):
    def __init__(self, dtype: Any) -> None:
        super().__init__()
        self.inner = _Inner()
        if dtype is not None:
            self.inner.to_float(dtype)

    def construct(self, x: Tensor) -> Any:
        y, product, norm = self.inner(x)
        return y, product, norm, ops.matmul(y, y)


HALF, SINGLE = ms.float16, ms.float32


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        (None, [SINGLE, HALF, SINGLE, HALF]),
        (SINGLE, [SINGLE, SINGLE, SINGLE, HALF]),
        (HALF, [HALF, HALF, HALF, HALF]),
    ],
)
def test_to_float_within_auto(dtype: Any, expected: list[Any]) -> None:
    network = auto_mixed_precision(_Outer(dtype), "auto", HALF)
    x = Tensor(np.ones((3, 3), np.float32))
    assert [out.dtype for out in network(x)] == expected


def test_recomputed_cells_compute_the_same_types_again() -> None:
    outer = _Outer(SINGLE)
    outer.inner.recompute()
    network = auto_mixed_precision(outer, "auto", HALF)
    x = Tensor(np.ones((3, 3), np.float32))
    gradient = ms.grad(lambda x: network(x)[1].sum())(x)
    assert gradient.shape == (3, 3)
    assert gradient.dtype == SINGLE
