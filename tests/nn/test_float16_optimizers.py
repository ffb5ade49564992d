"""Optimizers over float16 Parameters: eps, and squares of small gradients, are 0 in float16."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, Tensor, nn

_EXPERIMENTAL = ms.experimental.optim


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
@pytest.mark.parametrize(
    ("optimizer", "options", "expected"),  # printed by MindSpore 2.10, where it has the kernel
    [
        (nn.Adam, {}, [1.0, 1.9521484375, 2.9609375]),
        (nn.Adam, {"use_nesterov": True}, [1.0, 1.921875, 2.93359375]),
        (nn.Adam, {"use_amsgrad": True}, [1.0, 1.9521484375, 2.9609375]),
        (nn.LazyAdam, {}, [1.0, 1.9521484375, 2.9609375]),
        (nn.AdaMax, {}, [1.0, 1.9609375, 2.9609375]),
        (_EXPERIMENTAL.Adam, {}, [1.0, 1.9521484375, 2.9609375]),
    ],
)
def test_steps_of_gradients_of_0_and_small_ones(
    optimizer: Any, options: dict[str, Any], expected: list[float], mode: int
) -> None:
    ms.set_context(mode=mode)
    weight = Parameter(Tensor(np.array([1, 2, 3], np.float16)), name="w")
    step = optimizer([weight], 0.02, **options)
    gradient = Tensor(np.array([0, 1e-3, 1], np.float16))
    for _ in range(2):
        step((gradient,))
    assert weight.asnumpy().tolist() == expected
    assert weight.dtype == ms.float16
