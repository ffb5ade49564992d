"""A `bprop` of a Cell's or a Morph's own in graph mode."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn, ops


class Doubled(nn.Cell):
    def construct(self, x: Any) -> Any:
        return x * 2

    def bprop(self, x: Any, out: Any, dout: Any) -> Any:
        return (dout * 7,)


def _morph() -> Any:
    return ops.Morph(lambda x: x * 2, None, None, lambda x, out, dout: (dout * 7,))


class Around(nn.Cell):
    def __init__(self, inner: Any):
        super().__init__()
        self.inner = inner

    def construct(self, x: Any) -> Any:
        return self.inner(x) + 1


class Several(nn.Cell):
    """Gives what `result` makes of its input; the first Tensor's gradient counts 7 times."""

    def __init__(self, result: Any):
        super().__init__()
        self.result = result

    def construct(self, x: Any) -> Any:
        return self.result(x)

    def bprop(self, x: Any, out: Any, dout: Any) -> Any:
        return (dout[0] * 7,)


STRUCTURES: dict[str, Any] = {
    "list": lambda x: [x * 2, x * 3],
    "tuple of one": lambda x: (x * 2,),
    "nested": lambda x: (x * 2, [x * 3, (x, 4)]),
    "dict": lambda x: {"a": x * 2, "b": 3},
    "numbers": lambda x: (x * 2, None, 3, "name"),
}


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_graph_keeps_the_structure_of_the_result(name: str) -> None:
    net, x = Several(STRUCTURES[name]), ms.Tensor(np.ones(3, np.float32))

    def loss(x: Any) -> Any:
        out = net(x)
        first = out["a"] if isinstance(out, dict) else out[0]
        return first.sum(), out

    @ms.jit(fullgraph=True, jit_level="O0")
    def gradient(x: Any) -> Any:
        return ms.value_and_grad(loss, has_aux=True)(x)

    (_, out), grad = gradient(x)
    np.testing.assert_array_equal(grad.asnumpy(), 7)
    assert str(out) == str(net(x))


@pytest.mark.parametrize("make", [Doubled, _morph])
def test_a_forward_pass_is_one_graph_and_its_gradient_is_given(make: Any) -> None:
    net, x = Around(make()), ms.Tensor(np.ones(3, np.float32))

    @ms.jit(fullgraph=True, jit_level="O0")
    def forward(x: Any) -> Any:
        return net(x)

    @ms.jit(fullgraph=True, jit_level="O0")
    def gradient(x: Any) -> Any:
        return ms.grad(net)(x)

    np.testing.assert_array_equal(forward(x).asnumpy(), 3)
    np.testing.assert_array_equal(gradient(x).asnumpy(), 7)
