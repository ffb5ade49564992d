"""A training step that reads Ascend's overflow register, as scripts of MindSpore 1.x write it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, Tensor, nn, ops

_INPUTS = (1.0, np.inf, 2.0, np.nan, 3.0)


class Product(nn.Cell):
    """The sum of the inputs times three weights of 1."""

    def __init__(self) -> None:
        super().__init__()
        self.w = Parameter(Tensor(np.ones(3, np.float32)), name="w")

    def construct(self, x: Tensor) -> Tensor:
        return (self.w * x).sum()


class Step(nn.TrainOneStepCell):
    """An update that is left out where the status says overflow."""

    def __init__(self, network: nn.Cell) -> None:
        super().__init__(network, nn.SGD(network.trainable_params(), 0.1))
        self.alloc, self.clear = ops.NPUAllocFloatStatus(), ops.NPUClearFloatStatus()
        self.get = ops.NPUGetFloatStatus()
        self.gradient = ops.GradOperation(get_by_list=True)

    def construct(self, x: Tensor) -> Any:
        status = self.alloc()
        status = ops.depend(status, self.clear(status))
        gradients = self.gradient(self.network, self.weights)(x)
        status = ops.depend(status, gradients)
        status = ops.depend(status, self.get(status))
        overflow = status.sum() >= 1
        if not overflow:
            self.optimizer(gradients)
        return overflow


@pytest.mark.parametrize("level", ["", "O1"])
def test_a_step_whose_gradients_overflow_is_left_out(level: str) -> None:
    if level:
        ms.set_context(mode=ms.GRAPH_MODE, jit_level=level)
    network = Product()
    step = Step(network)
    overflows = [bool(step(Tensor(np.full(3, x, np.float32)))) for x in _INPUTS]
    assert overflows == [False, True, False, True, False]
    np.testing.assert_allclose(network.w.asnumpy(), np.full(3, 1.0 - 0.1 * (1 + 2 + 3)), rtol=1e-6)


def test_the_status_is_of_the_gradients_since_it_was_cleared() -> None:
    clear, get = ops.NPUClearFloatStatus(), ops.NPUGetFloatStatus()
    status = ops.NPUAllocFloatStatus()()
    assert (status.shape, status.dtype) == ((8,), ms.float32)
    clear(status)
    assert get(status).tolist() == [0.0] * 8
    ms.grad(ops.sqrt)(Tensor([0.0]))
    ms.grad(ops.sqrt)(Tensor([1.0]))
    assert get(status).tolist() == [1.0] * 8
    assert status.tolist() == [1.0] * 8
    clear(status)
    assert get(status).tolist() == [0.0] * 8


def test_the_later_form_has_int32_and_leaves_its_argument() -> None:
    from msacc.ops.operations.math_ops import NPUClearFloatStatusV2, NPUGetFloatStatusV2

    status = Tensor(np.zeros(8, np.int32))
    NPUClearFloatStatusV2()(status)
    ms.grad(ops.log)(Tensor([0.0]))
    found = NPUGetFloatStatusV2()(status)
    assert (found.dtype, found.tolist(), status.tolist()) == (ms.int32, [1] * 8, [0] * 8)
    with pytest.raises(TypeError, match="status"):
        NPUGetFloatStatusV2()([0] * 8)
