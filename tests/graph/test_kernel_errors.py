"""What a kernel refuses when a graph runs is said as the op says it: tensors without values and shapes passed it."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, Tensor, nn, ops


def test_an_axis() -> None:
    @ms.jit(jit_level="O1")
    def beyond(x: Tensor) -> Tensor:
        return ops.softmax(x, 3)

    with pytest.raises(ValueError, match="'softmax', 'axis' should be in"):
        beyond(Tensor(np.ones((2, 2), np.float32)))


def test_a_learning_rate_for_fewer_steps(recorded_at_once: None) -> None:
    ms.set_context(mode=ms.GRAPH_MODE)
    weight = Parameter(Tensor(np.ones(2, np.float32)), name="weight")
    optimizer = nn.Momentum([weight], Tensor([0.5, 0.25]), momentum=0.0)
    for expected in (0.5, 0.25):
        optimizer((Tensor(np.ones(2, np.float32)),))
        assert weight.asnumpy().tolist() == [expected] * 2
    with pytest.raises(RuntimeError, match="learning_rate holds 2 values"):
        optimizer((Tensor(np.ones(2, np.float32)),))
    assert ms.graph.stats().recorded == {"Momentum": 1}


def test_shapes_that_torch_asks_for_are_not_run(recorded_at_once: None) -> None:
    """A gradient of `jacfwd` has tensors of zeros whose shapes torch learns by calls that would fail with values."""
    ms.set_context(mode=ms.GRAPH_MODE)
    jacobian = ms.jacfwd(lambda x, y: x * y)
    slope = ms.grad(lambda x, y: jacobian(x * 2, y))
    found = slope(Tensor(np.ones(3, np.float32)), Tensor(np.float32(2)))
    assert found.asnumpy().tolist() == [0, 0, 0]
    assert len(ms.graph.stats().recorded) == 1


def test_a_norm_of_one_value_for_each_channel(recorded_at_once: None) -> None:
    """As of a micro-batch of one picture behind a global pool: torch's recording divides by zero."""

    def statistics(mode: int) -> list[np.ndarray]:
        ms.set_context(mode=mode)
        norm = nn.BatchNorm2d(2).set_train()
        out = norm(Tensor(np.array([[[[3.0]], [[5.0]]]], np.float32)))
        return [t.asnumpy() for t in (out, norm.moving_mean, norm.moving_variance)]

    wanted = statistics(ms.PYNATIVE_MODE)
    for a, b in zip(statistics(ms.GRAPH_MODE), wanted, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-4)
    assert ms.graph.stats().recorded == {"BatchNorm2d": 1}
