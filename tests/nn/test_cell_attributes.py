"""Attributes of cells that subclasses and wrappers of real projects read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from msacc import Tensor, boost, nn
from msacc.ops import partial


class OwnStep(nn.TrainOneStepWithLossScaleCell):
    """A step that scales gradients by the ops it inherits."""

    def construct(self, *inputs: Any) -> Any:
        loss = self.network(*inputs)
        grads = self.grad(self.network, self.weights)(*inputs, self.scale_sense * self.base)
        grads = self.hyper_map(partial(lambda scale, g: g / scale, self.scale_sense), grads)
        fine = self.logic_not(self.less_equal(self.base, self.reduce_sum(loss * 0)))
        assert bool(fine)
        assert not self.is_distributed
        self.optimizer(self.grad_reducer(grads))
        return loss


def test_a_step_of_ones_own_with_the_ops_of_its_base() -> None:
    net = nn.WithLossCell(nn.Dense(2, 1, weight_init="ones", has_bias=False), nn.MSELoss())
    step = OwnStep(net, nn.SGD(net.trainable_params(), 0.5), Tensor(4.0))
    x, y = Tensor(np.array([[1.0, 2.0]], np.float32)), Tensor(np.array([[1.0]], np.float32))
    assert float(step(x, y)) == 4.0
    assert net.trainable_params()[0].asnumpy().tolist() == [[-1.0, -3.0]]


class Counted(boost.GradientAccumulation):
    """Takes gradients in by a construct of its own."""

    def construct(self, loss: Any, grads: Any) -> Any:
        return loss, len(grads), int(self._accumulation_step), self.hyper_map is not None


def test_a_construct_of_ones_own_is_called() -> None:
    net = nn.Dense(2, 1)
    cell = Counted(2, nn.SGD(net.trainable_params(), 0.1))
    assert cell(1, (2, 3)) == (1, 2, 0, True)


def test_the_list_of_a_sequence() -> None:
    net = nn.SequentialCell(nn.Dense(2, 3), nn.ReLU())
    assert [cell.cls_name for cell in net.cell_list] == ["Dense", "ReLU"]
    net.cell_list = [net[0], nn.Tanh()]
    assert [cell.cls_name for cell in net] == ["Dense", "Tanh"]
    with pytest.raises(ValueError, match="2 cells"):
        net.cell_list = [nn.ReLU()]
