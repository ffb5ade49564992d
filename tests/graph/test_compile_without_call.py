"""Compiling without a call leaves values and random streams alone."""

import numpy as np
import pytest
from msacc.common.api import _cell_graph_executor

import msacc as ms
from msacc import nn
from msacc.common.parameter import _Buffer


class Counter(nn.Cell):
    """Adds its input to a parameter."""

    def __init__(self) -> None:
        super().__init__()
        self.total = ms.Parameter(ms.Tensor([1.0, 2.0]), name="total")

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        return ms.ops.assign_add(self.total, x)


@pytest.mark.slow
def test_compile_leaves_parameters_as_they_are() -> None:
    net = Counter()
    net.compile(ms.Tensor([5.0, 5.0]))
    assert net.total.asnumpy().tolist() == [1.0, 2.0]
    net(ms.Tensor([5.0, 5.0]))
    assert net.total.asnumpy().tolist() == [6.0, 7.0]


def test_compile_leaves_the_random_stream_as_it_is() -> None:
    net = nn.Dropout(p=0.5)
    net.set_train()
    ms.set_seed(3)
    first = ms.ops.standard_normal((4,)).asnumpy()
    ms.set_seed(3)
    net.compile(ms.Tensor(np.ones((4, 4), np.float32)))
    assert np.array_equal(ms.ops.standard_normal((4,)).asnumpy(), first)


def test_inputs_of_unknown_shape_wait_for_the_first_call() -> None:
    net = Counter()
    name, new = _cell_graph_executor.compile(net, ms.Tensor(shape=(None,), dtype=ms.float32))
    assert name.startswith("predict.")
    assert not new
    assert net.get_inputs()[0].shape == (-1,)
    with pytest.raises(TypeError, match="must be a Cell"):
        _cell_graph_executor.compile(len, 3)


def test_a_buffer_is_state_of_its_cell() -> None:
    net = Counter()
    data = ms.Tensor([1.0])
    net.mean = _Buffer(data)
    assert [name for name, _ in net.named_buffers()] == ["mean"]
    assert list(net.state_dict()) == ["total", "mean"]
    with pytest.raises(ValueError, match="None"):
        _Buffer(None)
    with pytest.raises(TypeError, match="should be a Tensor"):
        _Buffer([1.0])
