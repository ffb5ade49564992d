"""Code of others that writes to a Cell's `_cells` and `_params`, as LoRA and fused layers do."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, Tensor, nn


class Net(nn.Cell):
    """Two layers."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Dense(2, 3), nn.Dense(3, 2)

    def construct(self, x: Tensor) -> Tensor:
        return self.second(self.first(x))


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_a_cell_put_into_the_table_is_called(mode: int) -> None:
    ms.set_context(mode=mode)
    net, x = Net(), Tensor(np.ones((1, 2), np.float32))
    net(x)
    for name, cell in net._cells.items():
        net._cells[name] = nn.Dense(cell.in_channels, cell.out_channels, "ones", "zeros")
    assert net(x).asnumpy().tolist() == [[6.0, 6.0]]
    net.first._params["weight"] = Parameter(np.zeros((3, 2), np.float32), name="other")
    assert net(x).asnumpy().tolist() == [[0.0, 0.0]]
    assert "other" in {p.name for p in net.trainable_params()}


def test_a_copy_has_tables_of_its_own() -> None:
    net = Net()
    for twin in (copy.deepcopy(net), copy.copy(net), pickle.loads(pickle.dumps(net))):
        twin._cells["first"] = nn.ReLU()
        assert isinstance(twin.first, nn.ReLU)
        assert isinstance(net.first, nn.Dense)


def test_a_table_keeps_no_cell() -> None:
    net = Net()
    gone = weakref.ref(net)
    gc.disable()
    del net
    gc.enable()
    assert gone() is None


def test_what_is_taken_out_is_no_attribute() -> None:
    net = Net()
    del net._cells["first"]
    assert not hasattr(net, "first")
